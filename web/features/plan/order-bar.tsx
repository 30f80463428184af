// The bar of the chosen lines: their sums, and the buttons to order them, to print and export them, and to announce them.
import { CalendarClock, Printer, Ship } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { addDays } from "#shared/day.ts";
import type { PlanRow } from "#shared/plan.ts";
import { cartonsOf } from "#shared/projection.ts";
import { useOrder } from "../../domain/order-draft.ts";
import { clearOrder, markExported } from "../../domain/order-progress.ts";
import { useDownload } from "../../lib/api/download.ts";
import { useSession } from "../../lib/api/session.ts";
import { countText, dayText, numberText, today } from "../../lib/format.ts";
import { useMedia, usePhone } from "../../lib/media.ts";
import { Button } from "../../ui/button.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { ToggleChip, ToggleChips } from "../../ui/form/toggle-chip.tsx";
import { PrimaryAction } from "../../ui/page/page.tsx";
import { PrintPages } from "../../ui/print/print-pages.tsx";
import { type PrintColumn, usePrint } from "../../ui/print/printout.tsx";
import { ChoiceBar } from "../../ui/table/choice-bar.tsx";
import { type OrderedRow, supplierOrders, totalsOf } from "./order-lines.ts";
import { moneyText, orderByText } from "./plan-text.ts";
import { useOrderAll } from "./use-order-all.tsx";

const columns: PrintColumn<OrderedRow>[] = [
  { head: "P.ID", width: 34, cell: ({ p_id }) => p_id },
  { head: "Product", cell: ({ name }) => name },
  { head: "Quantity", width: 22, right: true, strong: true, cell: ({ ordered }) => numberText(ordered) },
  {
    head: "Cartons",
    width: 20,
    right: true,
    cell: ({ ordered, pack }) => (pack ? numberText(cartonsOf(ordered, pack)) : "–"),
  },
  { head: "Order by", width: 28, cell: (row) => <span style={{ whiteSpace: "nowrap" }}>{orderByText(row)}</span> },
];

interface Props {
  rows: readonly PlanRow[];
  query: Record<string, string>;
  /** A product is open beside the list, which leaves as little room as a phone. */
  isBeside: boolean;
}

export function OrderBar({ rows, query, isBeside }: Props) {
  // A sheet and a container are of one supplier: the first that is open, or the one that is chosen. Once exported, the next follows.
  const { orderAll, busy, waiting } = useOrderAll();
  const orders = supplierOrders(rows, useOrder(), waiting);
  const [chosen, setChosen] = useState<string>();
  const left = orders.filter(({ lines }) => lines.length > 0);
  const current = left.find((one) => one.supplier === chosen) ?? left.find((one) => one.state === "open") ?? left[0];
  const { supplier = "", lines = [] } = current ?? {};
  const { user } = useSession();
  const navigate = useNavigate();
  const isSmall = usePhone() || isBeside;
  const isNarrow = useMedia("(max-width: 1199px)");
  const totals = totalsOf(lines);
  const isWhole = totals.cartons && lines.every(({ ordered, pack = 1 }) => ordered % pack === 0);
  const sums = [totals.units, totals.cartons, moneyText(lines, ({ ordered }) => ordered)].filter(Boolean).join(", ");
  const download = useDownload(
    "GET /v1/plan/export",
    { query: { ...query, lines: lines.map(({ _id, ordered }) => `${_id}-${ordered}`).join(".") } },
    () => {
      markExported(lines);
      setChosen(undefined);
    },
  );
  const { print, portal } = usePrint({
    name: ["Order", supplier, dayText(today())].filter(Boolean).join(" "),
    title: "Order",
    by: user?.name ?? "",
    footer: "Order",
    facts: [...(supplier ? [["Supplier", supplier] as const] : []), ["Lines", [totals.lines, sums].join(", ")]],
    body: (foot) => <PrintPages foot={foot} columns={columns} groups={[{ rows: lines }]} />,
  });
  const announce = () =>
    navigate("/intransit?do=add", {
      // Its dialog closes by a step back, to the order of the next supplier.
      state: {
        ...{ opened: true, plan: lines.map(({ _id }) => _id) },
        lines: lines.map(({ _id, ordered }) => ({ product: _id, quantity: ordered })),
        expected: addDays(today(), Math.max(...lines.map(({ lead_time }) => lead_time))),
      },
    });
  const all = left.flatMap((one) => one.lines);
  const allText = `Order ${countText(all.length, "line")}${left.length > 1 ? ` from ${countText(left.length, "supplier")}` : ""}`;
  const secondary = (
    <>
      <Button kind="plain" onClick={clearOrder}>
        Clear choice
      </Button>
      <Button icon={Printer} onClick={print}>
        Print
      </Button>
      <ExportButton alwaysLabelled hideOf download={download} of={totals.lines}>
        Export order
      </ExportButton>
      <Button icon={Ship} onClick={announce}>
        Announce container
      </Button>
    </>
  );
  return (
    <ChoiceBar
      label="Order"
      above={
        (orders.length > 1 || supplier) && (
          <ToggleChips label="Order from">
            {orders.map((one) => (
              <ToggleChip
                key={one.supplier}
                pressed={one === current}
                disabled={one.lines.length === 0}
                onClick={() => setChosen(one.supplier)}
              >
                {one.supplier ? `${one.supplier} ${one.count}` : `${one.count} without a supplier`}{" "}
                <small>{one.state}</small>
              </ToggleChip>
            ))}
            {/* The second click of a double one finds it in its place. */}
            {(left.length > 1 || (busy && orders.length > 1)) && (
              <Button
                kind="plain"
                busy={busy}
                style={{ margin: "-0.25rem 0" }}
                onClick={() => current && void orderAll([current])}
              >
                Order only {totals.lines}
              </Button>
            )}
          </ToggleChips>
        )
      }
      status={isSmall ? totals.lines : [totals.lines, sums].join(", ")}
      note={isSmall ? sums : isWhole && "Quantities rounded up to whole cartons"}
      small={isSmall || isNarrow}
      more={[`Order: ${totals.lines}`, "More for the order"]}
      secondary={secondary}
    >
      <PrimaryAction
        icon={CalendarClock}
        busy={busy}
        {...(isSmall && { "aria-label": allText })}
        onClick={() => void orderAll(left)}
      >
        {isSmall ? `Order ${numberText(all.length)}` : allText}
      </PrimaryAction>
      {portal}
    </ChoiceBar>
  );
}
