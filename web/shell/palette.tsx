// Ctrl or Cmd + K: finds every screen, action and product by a few letters.
import { LogOut, type LucideIcon, SunMoon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useApplicationContext } from "../domain/application-context.tsx";
import { searchTextOf } from "../domain/find-by-code.ts";
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { Scanner } from "../lib/scan/scanner.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Image } from "../ui/image.tsx";
import style from "./palette.module.css";

interface Entry {
  id: string;
  name: string;
  note?: string;
  icon: ReactNode;
  run: () => void;
}

interface Props {
  menu: readonly MenuScreen[];
  onLogout: () => void;
  onTheme: () => void;
  onClose: () => void;
}

/** What a screen leads to, by its path. Not in routes.tsx, so that only the palette loads it. */
const startActions: Partial<Record<string, readonly { name: string; to: string }[]>> = {
  "/inventory": [{ name: "Update Stock", to: "/inventory?do=update" }],
  "/intransit": [{ name: "Add In-Transit Stock", to: "/intransit?do=add" }],
  "/products": [
    { name: "Add Product", to: "/products/opr" },
    { name: "Restore deleted products", to: "/products/deleted" },
  ],
  "/warehouses": [
    { name: "Add Warehouse", to: "/warehouses?do=add" },
    { name: "Restore deleted warehouses", to: "/warehouses/deleted" },
  ],
  "/users": [{ name: "Create User", to: "/users/opr" }],
};

const maxProducts = 8;
const menuIcon = (Icon: LucideIcon) => <Icon size={18} aria-hidden="true" />;

export function Palette({ menu, onLogout, onTheme, onClose }: Props) {
  const list = useId();
  const navigate = useNavigate();
  const { product } = useApplicationContext();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  // Not deferred: Enter picks from the result of the last letter.
  const query = text.trim().toLowerCase();

  const entries = useMemo(() => {
    const fixed: Entry[] = [
      ...menu.map(({ path, label, icon, key }) => ({
        id: path,
        name: label,
        ...(key && { note: `g ${key}` }),
        icon: menuIcon(icon),
        run: () => navigate(path),
      })),
      ...menu.flatMap(({ path, icon }) =>
        (startActions[path] ?? []).map(({ name, to }) => ({
          id: to,
          name,
          icon: menuIcon(icon),
          run: () => navigate(to),
        })),
      ),
      { id: "theme", name: "Change theme", icon: menuIcon(SunMoon), run: onTheme },
      { id: "logout", name: "Logout", icon: menuIcon(LogOut), run: onLogout },
    ];
    const shown = fixed.filter(({ name }) => name.toLowerCase().includes(query));
    // A product opens the stock list, if the role may see it.
    const stock = menu.find(({ path }) => path === "/inventory");
    if (!query || !stock) return shown;
    const found: Entry[] = [];
    for (const { _id, name, p_id, image } of product) {
      if (found.length === maxProducts) break;
      if (name.toLowerCase().includes(query) || p_id.toLowerCase().includes(query))
        found.push({
          id: _id,
          name,
          note: p_id,
          icon: <Image src={image} size={28} />,
          run: () => navigate(`${stock.path}?q=${encodeURIComponent(p_id)}`),
        });
    }
    return [...shown, ...found];
  }, [menu, product, query, navigate, onTheme, onLogout]);

  const active = Math.min(at, entries.length - 1);
  const pick = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const search = (wanted: string) => {
    setText(wanted);
    setAt(0);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((active + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === "Enter") pick(entries[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog local title="Search everything" bare onClose={onClose}>
      <Scanner onScan={(code) => search(searchTextOf(product, code))} />
      <input
        data-first
        data-scan
        className={style.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={entries[active] ? `${list}-${active}` : undefined}
        aria-label="Screens, actions, products"
        placeholder="Screens, actions, products"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => search(event.target.value)}
        onKeyDown={press}
      />
      <div id={list} role="listbox" aria-label="Results" className={style.list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the focus and the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the same.
          <div
            key={entry.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            className={style.entry}
            ref={index === active ? (node) => node?.scrollIntoView({ block: "nearest" }) : undefined}
            onPointerMove={() => index !== active && setAt(index)}
            onClick={() => pick(entry)}
          >
            <span className={style.icon}>{entry.icon}</span>
            <span className={style.name} title={entry.name}>
              {entry.name}
            </span>
            {entry.note && <span className={style.note}>{entry.note}</span>}
          </div>
        ))}
        {entries.length === 0 && <p className={style.none}>Nothing found for “{text.trim()}”</p>}
      </div>
    </Dialog>
  );
}
