// What a new company does first, from a warehouse to a printed picklist: ticked by what is there, gone when all is done.
import { Circle, CircleCheck } from "lucide-react";
import type { Catalogue } from "#shared/catalogue.ts";
import { addDays, dayOf } from "#shared/day.ts";
import { useDerived } from "../../domain/catalogue.tsx";
import { presentOf, ways } from "../../domain/missing.tsx";
import { useData } from "../../lib/api/use-data.ts";
import { useToday } from "../../lib/format.ts";
import { lastDays } from "../../lib/navigation/date-range.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/page/page.tsx";
import style from "./first-steps.module.css";

/** A company is new for so many days after its first product. */
const newDays = 30;

const steps = [
  {
    ...ways.warehouse,
    name: "warehouse",
    title: "A warehouse",
    text: "The place that holds your stock. Others can follow.",
  },
  {
    ...ways.products,
    name: "products",
    title: "Your products",
    text: "The columns P.ID/SKU/BC, Product Name and Lead Time of your spreadsheet.",
  },
  {
    ...ways.stock,
    name: "stock",
    title: "The opening stock",
    text: "P.ID/SKU/BC, W.ID and Quantity of what lies there now.",
  },
  {
    name: "people",
    title: "Your people",
    text: "Everybody signs in with a username of their own.",
    to: "/users/opr",
    action: "Create a user",
  },
  {
    name: "picklist",
    title: "The first picklist",
    text: "A channel, its products, and a sheet to pick them by.",
    to: "/picklist",
    action: "Make a picklist",
  },
] as const;

const startOf = (catalogue: Catalogue, today: string) => {
  const [first] = catalogue.products;
  return {
    isNew: !first || dayOf(first.created_at) > addDays(today, -newDays),
    present: presentOf(catalogue),
    isSelling: [...catalogue.stock.values()].some(({ sold = {} }) => Object.keys(sold).length > 0),
  };
};

export function FirstSteps() {
  const start = useDerived(startOf);
  const today = useToday();
  const isNew = start?.isNew ?? false;
  const users = useData("GET /v1/users", isNew ? undefined : null);
  const picklists = useData(
    "GET /v1/picklists",
    isNew && !start?.isSelling ? { query: lastDays(newDays, today) } : null,
  );
  if (!start || !isNew) return null;
  const { present, isSelling } = start;
  const done = {
    ...present,
    people: (users.data?.length ?? 0) > 1,
    picklist: isSelling || (picklists.data?.length ?? 0) > 0,
  };
  const left = steps.filter(({ name }) => !done[name]);
  const isKnown = users.data && (isSelling || picklists.data);
  // Once the rest is there, it is not drawn only to go when the last two are read.
  if (left.length === 0 || (Object.values(present).every(Boolean) && !isKnown)) return null;
  return (
    <Card title="First steps" aside={<span>{`${steps.length - left.length} of ${steps.length} done`}</span>} flush>
      <ol className={style.steps}>
        {steps.map((step) => {
          const { name, title, text, to, action } = step;
          const isDone = done[name];
          const Mark = isDone ? CircleCheck : Circle;
          return (
            <li key={name} data-done={isDone || undefined}>
              <Mark size={20} aria-hidden="true" />
              <div>
                <strong>{title}</strong>
                {isDone ? <span data-sr-only>done</span> : <p>{text}</p>}
              </div>
              {!isDone && (
                <ButtonLink kind={step === left[0] ? "filled" : "outlined"} to={to}>
                  {action}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
