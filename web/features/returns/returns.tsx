// Returns: what comes back of orders and what of it is claimed. A scan of a parcel, an order or a product opens its receipt.
import { FileSpreadsheet, PackageCheck, Percent, Scale, SlidersHorizontal, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { channelLabel } from "#shared/channel.ts";
import { normalised } from "#shared/name.ts";
import type { Return } from "#shared/return.ts";
import { claimCauseLabel, claimStateLabel, returnKindLabel, returnName } from "#shared/return-label.ts";
import { numbersOf } from "#shared/return-line.ts";
import { isToFile, returnsShown } from "#shared/return-units.ts";
import { sumBy } from "#shared/sum.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { textColumn } from "../../domain/columns.tsx";
import { channelFilter } from "../../domain/filters.ts";
import { usePending } from "../../domain/pending.ts";
import { NameOverCode } from "../../domain/product-name.tsx";
import { useFindByCode } from "../../domain/use-find-by-code.ts";
import { useDownload } from "../../lib/api/download.ts";
import { useIsManager } from "../../lib/api/session.ts";
import { useData } from "../../lib/api/use-data.ts";
import { countText, dayText, numberText, useToday } from "../../lib/format.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { lastDays } from "../../lib/navigation/date-range.ts";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog, useQueryParam, useSearch } from "../../lib/navigation/url-state.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageButton, PageLink, PrimaryAction } from "../../ui/page/page.tsx";
import { byTime, type Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { useListFilters } from "../../ui/table/list-filters.tsx";
import { ClampedText, TwoLines } from "../../ui/tag.tsx";
import { withWaiting } from "./waiting.ts";

const ReceiveReturn = lazyComponent(() => import("./receive-return.tsx"), "ReceiveReturn");
const ReturnDialog = lazyComponent(() => import("./return-dialog.tsx"), "ReturnDialog");
const RatesDialog = lazyComponent(() => import("./rates-dialog.tsx"), "RatesDialog");
const SettingsDialog = lazyComponent(() => import("./settings-dialog.tsx"), "SettingsDialog");

/** The next last day; claims that are filed or decided have none that matters. */
const lastDayOf = (one: Return): string =>
  one.claims
    .filter(isToFile)
    .flatMap(({ last_day }) => last_day ?? [])
    .sort()[0] ?? "";
const unitsText = ({ advised, awaited, beyond, state }: Return): string =>
  state === "cancelled"
    ? ""
    : beyond > 0
      ? `${numberText(beyond)} more than advised`
      : `${numberText(advised - awaited)} of ${countText(advised, "unit")} received`;
const claimText = ({ claims }: Return): string =>
  claims
    .map((claim) => `${claimCauseLabel(claim.cause)} ${numberText(claim.units)}: ${claimStateLabel(claim.state)}`)
    .join(" · ");

const columns: Column<Return>[] = [
  {
    ...textColumn("Return", returnName, { least: "9rem" }),
    cell: (one) => (
      <TwoLines note={[channelLabel(one.channel), one.kind && returnKindLabel(one.kind)].filter(Boolean).join(" · ")}>
        {returnName(one)}
      </TwoLines>
    ),
    rowHeader: true,
  },
  textColumn("Order", ({ order = "–" }) => order, { width: "11rem", least: "8rem", gives: 2 }),
  {
    head: "Product",
    cell: ({ product, code }) => (product ? <NameOverCode {...product} /> : `Unknown code ${code}`.trim()),
    sort: ({ product, code }) => product?.name ?? code,
  },
  {
    head: "State",
    width: "10rem",
    least: "8.5rem",
    cell: (one) => (
      <TwoLines note={unitsText(one)} tone={one.state === "lost" ? "danger" : undefined}>
        {one.state}
      </TwoLines>
    ),
    sort: ({ state }) => state,
  },
  {
    head: "Advised on",
    width: "7rem",
    least: "6.25rem",
    gives: 1,
    cell: ({ advised_on }) => (advised_on ? dayText(advised_on) : "not advised"),
    sort: ({ advised_on = "" }) => advised_on,
    orders: byTime,
  },
  {
    head: "Claim until",
    width: "11rem",
    least: "8.5rem",
    cell: (one) =>
      lastDayOf(one) ? (
        <TwoLines note={claimText(one)}>{dayText(lastDayOf(one))}</TwoLines>
      ) : (
        <ClampedText>{claimText(one)}</ClampedText>
      ),
    sort: (one) => lastDayOf(one) || "9999",
    orders: byTime,
  },
];

const phone = (one: Return) => ({
  title: returnName(one),
  note: [
    claimText(one) || one.state,
    channelLabel(one.channel),
    one.product?.name ?? `Unknown code ${one.code}`.trim(),
  ].join(" · "),
  // Short: a button lies beside it.
  last: lastDayOf(one) ? `Claim until ${dayText(lastDayOf(one))}` : unitsText(one),
});

const expectedText = (rows: readonly Return[]): string =>
  `${countText(
    sumBy(rows.filter(returnsShown.expected.test), ({ awaited }) => awaited),
    "unit",
  )} expected`;

const isShow = (value: string): value is keyof typeof returnsShown => Object.hasOwn(returnsShown, value);
const showChoices = Object.entries(returnsShown).map(([value, { label }]) => ({ value, label }));

export function Returns() {
  const today = useToday();
  const [asked] = useQueryParam("days");
  const [shownOnly] = useQueryParam("show");
  const days = dayChoices.find(({ value }) => value === asked)?.value;
  // What came beyond the advised units is mostly done with, so it is not among the open ones.
  const range = days || shownOnly === "beyond" ? lastDays(Number(days ?? 30), today) : undefined;
  const answer = useData("GET /v1/returns", { query: range ?? {} });
  const pending = usePending();
  const list = { ...answer, data: answer.data && withWaiting(answer.data, pending) };
  const without = useData("GET /v1/returns/summary").data?.without_days ?? [];
  const isManager = useIsManager();
  const dialog = useOpenDialog();
  const search = useSearch<Return>(({ reference = "", tracking = "", order = "", code, product }) => [
    ...[reference, tracking, order, code, product?.p_id ?? "", product?.name ?? ""],
  ]);
  const { values, table } = useListFilters(
    {
      show: {
        label: "Show",
        choices: showChoices,
        test: (one: Return, value) => (isShow(value) ? returnsShown[value].test(one) : true),
      },
      channel: channelFilter,
      days: { label: "Changed", choices: dayChoices, empty: "Open", known: true, test: () => true },
    },
    { search },
  );
  const filtered = Object.entries({ channel: values.channel, show: values.show }).filter(([, value]) => value);
  const download = useDownload("GET /v1/returns/export", { query: { ...range, ...Object.fromEntries(filtered) } });
  const scan = useScan(list, dialog.open, search.field.onChange);
  const { row } = useOpenedRow(
    { id: dialog.name === "receive" || dialog.name === "details" ? dialog.id : "", close: dialog.close },
    list,
    "Return",
    "It may be received.",
  );
  const add = (
    <PrimaryAction thumb icon={PackageCheck} onClick={() => dialog.open("new")}>
      Receive a return
    </PrimaryAction>
  );
  return (
    <Page
      title="Returns"
      action={
        <>
          {isManager && (
            <>
              <PageButton icon={SlidersHorizontal} label="Settings" onClick={() => dialog.open("settings")} />
              <PageButton icon={Percent} label="Rates" onClick={() => dialog.open("rates")} />
            </>
          )}
          <PageLink icon={FileSpreadsheet} label="Import" to="/returns/import" />
          {add}
        </>
      }
    >
      {without.length > 0 && (
        <Banner tone="warn">
          {`No claims of ${without.map(channelLabel).join(", ")} are listed until their days are set${isManager ? " in Settings" : ": ask a manager"}.`}
        </Banner>
      )}
      <DataTable
        label="Returns"
        list={list}
        columns={columns}
        phone={phone}
        phoneRowHeight={116}
        defaultSort="claim-until"
        search={<SearchField {...search.field} onScan={scan} takesNew placeholder="Search (number or product)" />}
        aside={
          <ExportButton download={download} of="these returns" hideOf>
            Export
          </ExportButton>
        }
        {...table}
        keepToolbar
        summary={expectedText}
        noun="return"
        nameOf={returnName}
        actions={[
          { name: "Receive", icon: PackageCheck, labelled: true, run: ({ _id }) => dialog.open("receive", _id) },
          { name: "Details", icon: Scale, run: ({ _id }) => dialog.open("details", _id) },
        ]}
        empty={
          <Empty
            icon={Undo2}
            text="No returns are open. Import a channel's returns file, or scan a parcel."
            action={add}
          />
        }
      />
      {dialog.name === "new" && <ReceiveReturn code={dialog.id} onClose={dialog.close} />}
      {row && dialog.name === "receive" && <ReceiveReturn key={row._id} row={row} onClose={dialog.close} />}
      {row && dialog.name === "details" && <ReturnDialog row={row} onClose={dialog.close} />}
      {dialog.name === "rates" && isManager && <RatesDialog onClose={dialog.close} />}
      {dialog.name === "settings" && isManager && <SettingsDialog onClose={dialog.close} />}
    </Page>
  );
}

const dayChoices = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "366", label: "A year" },
];

/** The one return that is meant is received; of several the list is searched, and of none a new one is begun. */
function useScan(
  { data, failure }: Pick<QueryState<readonly Return[]>, "data" | "failure">,
  open: (name: string, id: string) => void,
  filter: (text: string) => void,
) {
  const { product: products } = useApplicationContext();
  const find = useFindByCode(products);
  const rows = data ?? (failure && []);
  // A code that is scanned before the list is there waits for it, since it may be that of a return in it.
  const [early, setEarly] = useState("");
  const go = (found: readonly Return[], text: string) => {
    const awaited = found.filter((one) => one.awaited > 0);
    const [only, ...more] = awaited.length > 0 ? awaited : found;
    if (!only) open("new", text);
    else if (more.length > 0) filter(text);
    else open("receive", only._id);
  };
  const scan = (code: string) => {
    if (!rows) return setEarly(code);
    const numbered = rows.filter((one) => numbersOf(one).includes(normalised(code)));
    if (numbered.length > 0) return go(numbered, code);
    void find(code, (found) => {
      const own = rows.filter(({ product, awaited }) => awaited > 0 && product?._id === found?.product._id);
      go(found ? own : [], found?.product.p_id ?? code);
    });
  };
  const scanEarly = useEffectEvent(() => {
    setEarly("");
    if (early) scan(early);
  });
  const isKnown = rows !== undefined;
  useEffect(() => {
    if (isKnown) scanEarly();
  }, [isKnown]);
  return scan;
}
