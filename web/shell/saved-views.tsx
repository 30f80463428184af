// The views of a list that the user has saved on this device: links below their screen in the menu. What a list shows is
// in its address, so a view is a name and a query.
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { session } from "../lib/api/session.ts";
import { storedValue } from "../lib/preference.ts";
import { isListOf, isShape, isText } from "../lib/stored.ts";
import style from "./saved-views.module.css";

interface View {
  /** Path of the screen. */
  path: string;
  name: string;
  query: string;
}

const isView = isShape<View>({ path: isText, name: isText, query: isText });
const saved = storedValue(() => `views ${session().user?._id}`, isListOf(isView), []);

/** Views of a screen. */
const most = 8;

/** Parts of an address that a view leaves out: what is open, and days, which would soon be old. */
const passing = ["do", "id", "open", "beside", "start", "end"];

const queryOf = (path: string, search: string): string => {
  const params = new URLSearchParams(search);
  // In View Transactions it is a filter, elsewhere the product that is open beside the list.
  for (const name of path === "/transactions" ? passing : [...passing, "product"]) params.delete(name);
  return String(params);
};

interface Props {
  path: string;
  onOpen?: () => void;
}

export function SavedViews({ path, onOpen }: Props) {
  const { pathname, search } = useLocation();
  const views = saved.use();
  const [naming, setNaming] = useState(false);
  const own = views.filter((view) => view.path === path);
  const query = pathname === path ? queryOf(path, search) : "";
  const mayAdd = query !== "" && own.length < most && own.every((view) => view.query !== query);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (!name) return;
    setNaming(false);
    saved.set([...views.filter((view) => view.path !== path || view.name !== name), { path, name, query }]);
  };
  if (own.length === 0 && !mayAdd) return null;
  return (
    <ul className={style.views}>
      {own.map((view) => (
        <li key={view.name}>
          <Link
            to={`${path}?${view.query}`}
            aria-current={view.query === query ? "true" : undefined}
            {...(onOpen && { onClick: onOpen })}
          >
            {view.name}
          </Link>
          <button
            type="button"
            aria-label={`Forget the view ${view.name}`}
            onClick={() => saved.set(views.filter((one) => one !== view))}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
      {mayAdd && (
        <li>
          {naming ? (
            <form onSubmit={save}>
              <input
                ref={(input) => input?.focus()}
                name="name"
                aria-label="Name of the view"
                placeholder="Name, then Enter"
                maxLength={40}
                onBlur={() => setNaming(false)}
                onKeyDown={({ key }) => key === "Escape" && setNaming(false)}
              />
            </form>
          ) : (
            <button type="button" onClick={() => setNaming(true)}>
              Save this view
            </button>
          )}
        </li>
      )}
    </ul>
  );
}
