// The lines of a document as cards, or as a table on wide screens: product, quantity, and error.
import { CircleAlert, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { ProductTag } from "#shared/product.ts";
import { productLabels } from "#shared/product-fields.ts";
import { numberText } from "../../lib/format.ts";
import { onEnter } from "../../lib/forms/enter-key.ts";
import { useMedia } from "../../lib/media.ts";
import { toast } from "../../lib/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { Image } from "../../ui/image.tsx";
import table from "../../ui/table/table.module.css";
import { ClampedText, Code, Tag } from "../../ui/tag.tsx";
import { BaseName, CodeLine } from "../product-name.tsx";
import { quantityId } from "./focus-quantity.ts";
import style from "./line-list.module.css";

export interface LineView {
  product: ProductTag;
  /** NaN while its field is empty; undefined where there is nothing to count. */
  quantity?: number | undefined;
  min?: number | undefined;
  /** Follows the P.ID. */
  code?: string | undefined;
  error?: string | undefined;
  /** An action that resolves the error. */
  action?: ReactNode;
  /** Below the P.ID, or in a column of its own. */
  beside?: ReactNode;
  /** Why it cannot be removed. */
  fixed?: string | undefined;
}

/** The ways to edit lines; without `onCount` they are only shown. */
interface Editing {
  onCount?: (product: string, quantity: number) => void;
  /** Called by minus and plus in place of onCount. */
  onStep?: ((product: string, quantity: number) => void) | undefined;
  onRemove?: (product: string) => void;
  /** Called after Enter in a quantity. */
  onNext?: () => void;
  /** Start of the accessible names of the quantities: "Quantity of Terry Bib". */
  quantityLabel?: string;
  /** Edits a quantity. */
  control?: typeof Stepper;
}

interface Column {
  head: string;
  tag?: string | undefined;
}

interface Props extends Editing {
  /** Accessible name. */
  label: string;
  lines: readonly LineView[];
  /** Product of the line that was changed last: it is scrolled into view. */
  latest?: string;
  /** Makes wide screens show a table, with this column after the quantity; cards show its content as a tag. */
  column?: Column;
  /** Shown while there are no lines. */
  empty?: ReactNode;
}

export function LineList({ label, lines, latest, column, empty, ...editing }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const narrow = useMedia("(max-width: 1023px)");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line, the same one in a longer list, or another layout.
  useEffect(() => {
    box.current?.querySelector("[data-latest]")?.scrollIntoView({ block: "nearest" });
  }, [latest, lines.length, narrow]);
  if (lines.length === 0 && !empty) return null;
  const rows = lines.map((line) => ({
    ...line,
    isLatest: line.product._id === latest || undefined,
    count: <Quantity {...line} {...editing} />,
    note: line.error && <LineNote id={`note-${line.product._id}`} text={line.error} action={line.action} />,
    remove: editing.onRemove && <Remove {...line} onRemove={editing.onRemove} />,
  }));
  const filled = column && !narrow ? <Table {...{ label, rows, column }} /> : <Cards {...{ label, rows, column }} />;
  return (
    <div ref={box} className={`${table.card} ${style.box}`}>
      {rows.length === 0 ? empty : filled}
    </div>
  );
}

interface LineRow extends LineView {
  isLatest: true | undefined;
  count: ReactNode;
  note: ReactNode;
  remove: ReactNode;
}
type RowsProps = Pick<Props, "label" | "column"> & { rows: readonly LineRow[] };

function Cards({ label, rows, column }: RowsProps) {
  return (
    <>
      {column?.tag && (
        <p className={style.caption}>
          {column.head} <Tag tone="info">{column.tag}</Tag>
        </p>
      )}
      <ol aria-label={label}>
        {rows.map(({ product, code, isLatest, count, beside, note, remove }) => (
          <li key={product._id} className={style.line} data-latest={isLatest}>
            <div className={style.card}>
              <Image src={product.image} />
              <BaseName name={product.name} />
              <div className={style.text}>
                <CodeLine {...product} note={code} />
                {beside}
              </div>
              <div className={style.control}>{count}</div>
              {note && <div className={style.below}>{note}</div>}
              {remove}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function Table({ label, rows, column: { head, tag } }: RowsProps & { column: Column }) {
  const heads = ["S.No", "Image", productLabels.p_id, productLabels.name, "Quantity", head, "Actions"];
  const widths = ["3.5rem", "3.75rem", "8rem", undefined, "9rem", "31%", "4.5rem"];
  return (
    <table aria-label={label} className={`${table.table} ${style.table}`}>
      <thead>
        <tr>
          {heads.map((text, at) => (
            <th key={text} scope="col" style={{ width: widths[at] }}>
              {text} {text === head && tag && <Tag tone="info">{tag}</Tag>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ product, isLatest, count, note, beside, remove }, index) => (
          <tr key={product._id} data-latest={isLatest}>
            <td className={table.serial}>{numberText(index + 1)}</td>
            <td>
              <Image src={product.image} />
            </td>
            <td>
              <Code>{product.p_id}</Code>
            </td>
            <td>
              <ClampedText>{product.name}</ClampedText>
            </td>
            <td>{count}</td>
            <td>
              {note}
              {beside}
            </td>
            <td>{remove}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Quantity({
  product: { _id, name },
  quantity,
  min,
  error,
  quantityLabel = "Quantity",
  control: Control = Stepper,
  onCount,
  onStep = onCount,
  onNext,
}: LineView & Editing) {
  if (quantity === undefined) return null;
  if (!onCount) return <strong>{numberText(quantity)}</strong>;
  return (
    <Control
      of={name}
      id={quantityId(_id)}
      aria-label={`${quantityLabel} of ${name}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `note-${_id}`}
      min={min}
      value={quantity}
      onChange={(units) => onCount(_id, units)}
      onStep={(units) => onStep?.(_id, units)}
      onKeyDown={(event) => onNext && onEnter(event, onNext)}
    />
  );
}

function Remove({ product: { _id, name }, fixed, onRemove }: LineView & Required<Pick<Editing, "onRemove">>) {
  if (!fixed) return <IconButton icon={X} label={`Remove ${name}`} tone="danger" onClick={() => onRemove(_id)} />;
  return (
    <IconButton icon={X} label={`Remove ${name}: ${fixed}`} aria-disabled onClick={() => toast.info(fixed, "off")} />
  );
}

/** An error of a line or the list, with an action that resolves it. */
export function LineNote({ id, text, action }: { id?: string; text: string; action?: ReactNode }) {
  return (
    <div className={style.note}>
      <CircleAlert size={16} aria-hidden="true" />
      <span id={id}>{text}</span>
      {action}
    </div>
  );
}
