// A change as a row: its action, its fields with both values, and its author; on phones as three lines.
import { ArchiveRestore, ArrowRight, Pencil, Plus, Trash2 } from "lucide-react";
import { Fragment } from "react";
import type { Change, ChangeAction } from "#shared/change.ts";
import { changeActionLabel, changeKindLabel } from "#shared/change-label.ts";
import { clockText, dateText, dateTimeText } from "../../lib/format.ts";
import type { Column } from "../../ui/table/columns.ts";
import { ClampedText, Tag, TwoLines } from "../../ui/tag.tsx";
import { momentColumn, userColumn } from "../columns.tsx";
import style from "./change.module.css";
import { type ChangedFields, emptyText, moreText, summarize, summaryText } from "./change-text.ts";

const looks = {
  created: { tone: "ok", icon: Plus },
  changed: { tone: "neutral", icon: Pencil },
  deleted: { tone: "danger", icon: Trash2 },
  restored: { tone: "info", icon: ArchiveRestore },
} as const;

export function ChangeTag({ action }: { action: ChangeAction }) {
  return <Tag {...looks[action]}>{changeActionLabel(action)}</Tag>;
}

/** "Lead Time 30 days → 45 days", for each field. */
export function Fields({ change }: { change: ChangedFields }) {
  const { fields, more } = summarize(change);
  return (
    <>
      {fields.map((field, index) => (
        <Fragment key={field.key}>
          {index > 0 && " · "}
          <span className={style.quiet}>{field.label}</span>{" "}
          {"text" in field ? (
            <Value>{field.text}</Value>
          ) : (
            <>
              <Value>{field.from}</Value> <To /> <Value>{field.to}</Value>
            </>
          )}
        </Fragment>
      ))}
      {more > 0 && ` · ${moreText(more)}`}
    </>
  );
}

/** The arrow between two values. */
export const To = () => <ArrowRight size={12} role="img" aria-label="to" className={style.quiet} />;

/** A value, isolated from the text around it in case it is written from right to left. */
export function Value({ children }: { children: string | undefined }) {
  return children ? <bdi>{children}</bdi> : <em className={style.quiet}>{emptyText}</em>;
}

const time: Column<Change> = momentColumn("Time", ({ created_at }) => created_at);

const rest: Column<Change>[] = [
  { head: "Action", width: "7.25rem", cell: ({ action }) => <ChangeTag action={action} /> },
  {
    head: "Fields",
    cell: (change) => (
      <ClampedText hint={summaryText(change)}>
        <Fields change={change} />
      </ClampedText>
    ),
  },
  userColumn(({ user }) => user, { width: "10rem", least: "7.5rem" }),
];

/** Columns of the changes of one row. */
export const fieldColumns: readonly Column<Change>[] = [time, ...rest];

/** The current names of products by id; deleted ones are missing. */
export type ProductNames = ReadonlyMap<string, string>;

const kindText = ({ kind, row }: Change, products: ProductNames): string =>
  [changeKindLabel(kind), products.get(row)].filter(Boolean).join(" · ");

/** Columns of the changes of many rows. */
export const changeColumns = (products: ProductNames): readonly Column<Change>[] => [
  time,
  {
    head: "What",
    width: "14rem",
    least: "9rem",
    cell: (change) => <TwoLines note={kindText(change, products)}>{change.name}</TwoLines>,
  },
  ...rest,
];

export const changeName = ({ kind, name }: Pick<Change, "kind" | "name">): string => `${changeKindLabel(kind)} ${name}`;

export const dayOfChange = ({ created_at }: Change): string => dateText(created_at);

/** A change in a list of all changes of a day. */
export const changeOnPhone = (change: Change) => ({
  title: change.name,
  note: (
    <>
      <ChangeTag action={change.action} /> {changeKindLabel(change.kind)} · {clockText(change.created_at)} · @
      {change.user.username}
    </>
  ),
  last: change.fields.length > 0 && <Fields change={change} />,
});

/** A change in a list of one row's changes. */
export const fieldsOnPhone = (change: Change) => ({
  title: dateTimeText(change.created_at),
  note: (
    <>
      <ChangeTag action={change.action} /> @{change.user.username}
    </>
  ),
  last: change.fields.length > 0 && <Fields change={change} />,
});
