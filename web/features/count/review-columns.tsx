// The columns of a review, and a row of it on a phone.
import { CircleSlash, RotateCcw, TriangleAlert } from "lucide-react";
import { useContext } from "react";
import { dayOf } from "#shared/day.ts";
import { PrintedName } from "../../domain/printed-name.tsx";
import { BaseName, codeText, ProductCell } from "../../domain/product-name.tsx";
import { clockText, dateTimeText, numberText, today } from "../../lib/format.ts";
import { toast } from "../../lib/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { type Column, ShownRows } from "../../ui/table/columns.ts";
import { Tag, TwoLines } from "../../ui/tag.tsx";
import { useReview } from "./choice.ts";
import style from "./count.module.css";
import { signed } from "./count-text.ts";
import { isApplicable, type ReviewRow } from "./differences.ts";

type ReviewColumn = Column<ReviewRow>;

function ChooseShown() {
  const { isChosen, choose, isOpen } = useReview();
  const applicable = (useContext(ShownRows) as readonly ReviewRow[]).filter(isApplicable);
  const chosen = applicable.filter(isChosen).length;
  if (!isOpen || applicable.length === 0) return <span data-sr-only>Apply</span>;
  const isAll = chosen === applicable.length;
  return (
    <input
      type="checkbox"
      aria-label={isAll ? "Choose none" : "Choose all"}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && !isAll;
      }}
      onChange={() => choose(applicable, !isAll)}
    />
  );
}

function Choose({ row }: { row: ReviewRow }) {
  const { isChosen, choose, isOpen } = useReview();
  if (!isOpen || !row.difference) return null;
  return (
    <label className={style.choice}>
      <input
        type="checkbox"
        aria-label={`Apply ${row.product.name}`}
        checked={isChosen(row)}
        disabled={!isApplicable(row)}
        onChange={({ target }) => choose([row], target.checked)}
      />
    </label>
  );
}

/** The recount tag; an icon where there is little room. */
function Recount({ row, short = false }: { row: ReviewRow; short?: boolean }) {
  const { recount, isOpen } = useReview();
  if (!isOpen || row.counted === undefined || row.recount || row.left_out === "deleted") return null;
  const label = `Recount ${row.product.name}`;
  if (short) return <IconButton icon={RotateCcw} label={label} onClick={() => recount([row])} />;
  return (
    <Button kind={row.check ? "outlined" : "plain"} aria-label={label} onClick={() => recount([row])}>
      Recount
    </Button>
  );
}

/** A bar to the left for missing units, to the right for units too many, on one scale. */
function DifferenceBar({ difference = 0 }: ReviewRow) {
  const { largest } = useReview();
  const width = `${(50 * Math.abs(difference)) / largest}%`;
  return (
    <span className={style.difference} aria-hidden="true">
      {difference !== 0 && (
        <span
          style={{
            [difference < 0 ? "right" : "left"]: "50%",
            width,
            background: `var(--${difference < 0 ? "danger" : "info"})`,
          }}
        />
      )}
    </span>
  );
}

const colourOf = ({ difference = 0 }: ReviewRow) =>
  difference === 0 ? undefined : { color: `var(--${difference < 0 ? "danger" : "info"})` };

const Difference = (row: ReviewRow) => (
  <strong style={colourOf(row)}>{row.difference === undefined ? "–" : signed(row.difference)}</strong>
);

const icons = { block: CircleSlash, flag: TriangleAlert, share: TriangleAlert, recount: RotateCcw, left: CircleSlash };
const tones = { block: "danger", flag: "warn", share: "warn", recount: "info", left: "neutral" } as const;

const CheckTag = ({ check }: ReviewRow) =>
  check && (
    // A title alone cannot be read on touch.
    <button type="button" className={style.check} title={check.hint} onClick={() => toast.info(check.hint, "check")}>
      <Tag tone={tones[check.kind]} icon={icons[check.kind]}>
        {check.text}
      </Tag>
    </button>
  );

const shareText = ({ difference, share, held }: ReviewRow): string =>
  !difference ? "" : held === 0 ? "new" : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

const peopleOf = ({ users }: ReviewRow): string => users.map(({ name }) => name).join(", ");

const timeText = (at: string): string => (dayOf(at) === today() ? `today ${clockText(at)}` : dateTimeText(at));

const [bars, share, again] = ["missing · too many", "Share", "Recount"];

const columns: ReviewColumn[] = [
  { head: "Apply", label: <ChooseShown />, width: "2.5rem", cell: (row) => <Choose row={row} />, paper: false },
  {
    head: "Product",
    rowHeader: true,
    cell: ({ product }) => <ProductCell {...product} />,
    paper: ({ product }) => <PrintedName {...product} />,
    sort: ({ product }) => product.name,
  },
  { head: "Held then", width: "5.25rem", right: true, cell: ({ held }) => numberText(held), sort: ({ held }) => held },
  {
    head: "Counted",
    width: "5.5rem",
    right: true,
    cell: ({ counted }) => <strong>{counted === undefined ? "–" : numberText(counted)}</strong>,
    sort: ({ counted }) => counted ?? -1,
  },
  {
    head: "Difference",
    width: "6.75rem",
    right: true,
    cell: Difference,
    paper: (row) => (
      <>
        <Difference {...row} /> {shareText(row)}
      </>
    ),
    // The largest difference first, in either direction.
    sort: ({ difference = 0 }) => Math.abs(difference),
    orders: ["smallest first", "largest first"],
  },
  { head: bars, width: "8.25rem", cell: DifferenceBar, paper: false },
  { head: share, width: "4.5rem", right: true, cell: shareText, sort: ({ share }) => share, paper: false },
  {
    head: "Counted by",
    width: "8.5rem",
    cell: (row) => row.at && <TwoLines note={timeText(row.at)}>{peopleOf(row)}</TwoLines>,
    paper: peopleOf,
    sort: peopleOf,
  },
  {
    head: "Check",
    width: "8.75rem",
    cell: CheckTag,
    paper: ({ check }) => check?.text,
    sort: ({ check }) => check?.text ?? "~",
  },
  {
    head: again,
    label: <span data-sr-only>Recount</span>,
    width: "7.25rem",
    cell: (row) => <Recount row={row} />,
    paper: false,
  },
];

const fewer = columns.filter(({ head }) => head !== bars);
const fewest = fewer
  .filter(({ head }) => head !== share)
  .map(
    (column): ReviewColumn =>
      column.head === again ? { ...column, width: "4rem", cell: (row) => <Recount row={row} short /> } : column,
  );

/** Where there is less room, bars give way first, then shares. */
export const columnsFor = (wide: boolean, narrow: boolean): ReviewColumn[] =>
  wide ? columns : narrow ? fewest : fewer;

export const phone = (row: ReviewRow) => ({
  title: (
    <span className={style.head}>
      <Choose row={row} />
      <span className={style.found}>
        <BaseName {...row.product} />
        <small className={style.note}>{codeText(row.product)}</small>
        <small className={style.note}>
          held {numberText(row.held)}, counted {row.counted === undefined ? "–" : numberText(row.counted)}
          {row.at && `, ${peopleOf(row)}`}
        </small>
        <CheckTag {...row} />
      </span>
      <Recount row={row} short />
    </span>
  ),
  number: <Difference {...row} />,
});
