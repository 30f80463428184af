// Prints labels with barcodes: of products, of a container's goods, or of shelves.
import { useEffect, useState } from "react";
import type { ContextProduct } from "#shared/app.ts";
import type { Shipment } from "#shared/shipment.ts";
import type { WarehouseTag } from "#shared/warehouse.ts";
import { findById } from "../../lib/find-by-id.ts";
import { countText } from "../../lib/format.ts";
import { usePreference } from "../../lib/preference.ts";
import { FormDialog } from "../../ui/dialog/dialog.tsx";
import { Select } from "../../ui/form/field.tsx";
import { QuantityField } from "../../ui/form/stepper.tsx";
import { usePrint } from "../../ui/print/printout.tsx";
import { useApplicationContext } from "../application-context.ts";
import style from "./label.module.css";
import { codeOnLabel, type DrawnBarcode, drawCode, type Label } from "./labels.ts";

const papers = [
  { value: "roll", label: "Roll, 50 × 25 mm" },
  { value: "sheet", label: "A4, 44 labels of 48.3 × 25.4 mm" },
];
const kinds = [
  { value: "bars", label: "Barcode" },
  { value: "square", label: "QR code" },
];
const counts = [
  { value: "carton", label: "One a carton" },
  { value: "unit", label: "One a unit" },
];
/** Labels of one print: a phone still lays them out in a few seconds. */
const maxLabels = 2_000;

const tooMany = (labels: number): string | undefined =>
  labels > maxLabels ? `At most ${countText(maxLabels, "label")} at once` : undefined;

interface Props {
  title: string;
  labels: readonly Label[];
  /** The address does not say that it is open. */
  local?: boolean;
  onClose: () => void;
}

function LabelDialog({ title, labels, local = false, onClose }: Props) {
  const [wanted, setPaper] = usePreference("label paper", "roll");
  const paper = wanted === "sheet" ? wanted : "roll";
  const [kind, setKind] = usePreference("label code", "bars");
  const [count, setCount] = useState("carton");
  const [copies, setCopies] = useState(1);
  const { drawn, problem: notDrawn } = useDrawn(labels, kind === "square");
  const isCounted = labels.some(({ units }) => units);
  const copiesOf = ({ units, pack = 1 }: Label): number =>
    units ? Math.ceil(units / (count === "carton" ? pack : 1)) : copies || 0;
  const total = labels.reduce((sum, label) => sum + copiesOf(label), 0);
  const problem = labels.length === 0 ? "Its products are deleted" : (notDrawn ?? tooMany(total));
  const isReady = drawn && total > 0 && !problem;
  const body = () => (
    <div className={style.labels}>
      {labels.flatMap((label) => {
        const barcode = drawn?.get(label.code);
        if (!barcode) return [];
        return [...Array(copiesOf(label)).keys()].map((copy) => (
          <LabelView key={`${label.code} ${copy}`} label={label} drawn={barcode} />
        ));
      })}
    </div>
  );
  const { print, portal } = usePrint(isReady ? { name: title, title, by: "", paper, body } : undefined);
  const [first] = labels;
  const firstDrawn = first && drawn?.get(first.code);
  return (
    <FormDialog
      {...{ title, local, onClose }}
      submit={`Print ${countText(total, "label")}`}
      busy={!drawn && !problem}
      problem={problem}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) print();
      }}
    >
      <Select label="Paper" choices={papers} value={paper} onChange={({ target }) => setPaper(target.value)} />
      <Select label="Code" choices={kinds} value={kind} onChange={({ target }) => setKind(target.value)} />
      {isCounted ? (
        <Select label="Labels" choices={counts} value={count} onChange={({ target }) => setCount(target.value)} />
      ) : (
        <QuantityField label="Of each" of="label" value={copies} max={maxLabels} onChange={setCopies} />
      )}
      {firstDrawn && (
        <div className={style.preview}>
          <LabelView label={first} drawn={firstDrawn} />
        </div>
      )}
      {portal}
    </FormDialog>
  );
}

/** A label of 50 × 25 mm, as it is printed. */
function LabelView({ label: { code, name, large, note }, drawn }: { label: Label; drawn: DrawnBarcode }) {
  const { path, width, height, module } = drawn;
  const isSquare = height > 1;
  return (
    <div className={style.label} data-square={isSquare || undefined} data-large={large}>
      <b>{name}</b>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        style={{ width: `${width * module}mm`, height: isSquare ? `${height * module}mm` : "100%" }}
        role="img"
        aria-label={code}
      >
        <path d={path} />
      </svg>
      <span>{[!large && code, note].filter(Boolean).join(" · ")}</span>
    </div>
  );
}

/** The barcodes by their codes; what writes them is loaded with a network only. */
function useDrawn(labels: readonly Label[], square: boolean) {
  const [state, setState] = useState<{ drawn?: ReadonlyMap<string, DrawnBarcode>; problem?: string }>({});
  const codes = JSON.stringify(labels.map(({ code }) => code));
  useEffect(() => {
    let isOver = false;
    setState({});
    const drawAll = (JSON.parse(codes) as string[]).map(async (code) => [code, await drawCode(code, square)] as const);
    Promise.all(drawAll).then(
      (drawn) => isOver || setState({ drawn: new Map(drawn) }),
      () => isOver || setState({ problem: "The barcodes could not be drawn. Open this again with a network." }),
    );
    return () => {
      isOver = true;
    };
  }, [codes, square]);
  return state;
}

const labelOf = ({ name, pack, ...coded }: ContextProduct): Label => {
  const code = codeOnLabel(coded);
  return { code, name, pack, ...(code !== coded.p_id && { note: coded.p_id }) };
};

interface Products extends Pick<Props, "onClose"> {
  products: readonly ContextProduct[];
}

export function LabelsOfProducts({ products, onClose }: Products) {
  const [first, second] = products;
  const title = `Labels of ${first && !second ? first.name : countText(products.length, "product")}`;
  return <LabelDialog local {...{ title, onClose }} labels={products.map(labelOf)} />;
}

/** Of the units that have come, once some have; else of all that are announced. */
export function LabelsOfShipment({ shipment, onClose }: Pick<Props, "onClose"> & { shipment: Shipment }) {
  const { product: products } = useApplicationContext();
  const hasCome = shipment.items.some(({ received }) => received > 0);
  const labels = shipment.items.flatMap(({ product, quantity, received }) => {
    const [row, units] = [findById(products, product._id), hasCome ? received : quantity];
    return row && units > 0 ? [{ ...labelOf(row), units }] : [];
  });
  return <LabelDialog title={`Labels of ${shipment.container}`} {...{ labels, onClose }} />;
}

interface Shelves extends Pick<Props, "onClose"> {
  warehouse: WarehouseTag;
  shelves: readonly string[];
}

export function LabelsOfShelves({ warehouse: { name: note }, shelves, onClose }: Shelves) {
  const labels = shelves.map((shelf) => ({ code: shelf, name: shelf, note, large: true }));
  return <LabelDialog title={`Labels of the shelves in ${note}`} {...{ labels, onClose }} />;
}
