// The review of a count: differences by size, which of them are not certain, and the corrections that follow.
import { CircleCheck, ScanBarcode } from "lucide-react";
import { useCallback, useMemo } from "react";
import type { CountReview } from "#shared/count.ts";
import { useCodeSearch } from "../../domain/use-find-by-code.ts";
import { useDownload } from "../../lib/api/download.ts";
import { useData } from "../../lib/api/use-data.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { countText, dateTimeText, numberText } from "../../lib/format.ts";
import { useMedia, usePhone } from "../../lib/media.ts";
import { useQueryParam, useSearch } from "../../lib/navigation/url-state.ts";
import { usePreference } from "../../lib/preference.ts";
import { useScanner } from "../../lib/scan/scanner.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { ExportButton } from "../../ui/form/export-button.tsx";
import { FilterSelect } from "../../ui/form/field.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { ToggleChip, ToggleChips } from "../../ui/form/toggle-chip.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Page, PageLink } from "../../ui/page/page.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ReviewContext, useChoice } from "./choice.ts";
import style from "./count.module.css";
import { scopeText, statusOf, titleOf } from "./count-text.ts";
import { isIn, type ReviewRow, reviewRows, sumsOf, type View, zeroableOf } from "./differences.ts";
import { ReviewBar } from "./review-bar.tsx";
import { columnsFor, phone } from "./review-columns.tsx";
import { PostedLater, UnknownCodes } from "./review-notes.tsx";
import { ReviewResult } from "./review-result.tsx";
import { ReviewTiles } from "./review-tiles.tsx";
import { useApplyCount } from "./use-apply-count.ts";

/** Per cent of the units held from which a difference starts unchosen. */
const limits = ["1", "2", "4", "10", "25", "100"];

/** Milliseconds until an open count's review is read again; longer if it has many rows. */
const readInterval = (review?: CountReview): number =>
  review && review.count.state !== "open" ? 0 : 20_000 + 10 * (review?.rows.length ?? 0);

export function Review({ id }: { id: string }) {
  const apply = useApplyCount(id);
  const every = apply.state === "ready" ? readInterval : 0;
  const query = useData("GET /v1/counts/{id}/review", { path: { id } }, { every });
  const { data } = query;
  const count = data?.count;
  const isOpen = count?.state === "open";
  const [limit, setLimit] = usePreference("count flag", "4");
  const rows = useMemo(() => data && reviewRows(data, Number(limit)), [data, limit]);
  const sums = useMemo(() => rows && sumsOf(rows), [rows]);
  const zeroable = useMemo(() => (rows ? zeroableOf(rows) : []), [rows]);
  const [view, setView] = useQueryParam("show", "differences");
  const search = useSearch<ReviewRow>(({ product }) => [product.name, product.p_id]);
  useScanner(useCodeSearch(search.field.onChange));
  const isShown = useCallback(
    (row: ReviewRow) => isIn(row, view as View) && search.matches(row),
    [view, search.matches],
  );
  const largest = useMemo(
    () => (rows ?? []).reduce((most, { difference = 0 }) => Math.max(most, Math.abs(difference)), 1),
    [rows],
  );
  const choice = useChoice(id);
  const confirm = useConfirm();
  const onPhone = usePhone();
  const wide = useMedia("(min-width: 1400px)");
  const narrow = useMedia("(max-width: 1199px)");
  const recounting = useMutation("POST /v1/counts/{id}/recount", {
    messages: ["Sending", "Sent to be counted again"],
  });
  const recount = async (again: readonly ReviewRow[]) => {
    const people = [...new Set(again.flatMap(({ users }) => users.map(({ name }) => name)))].join(", ");
    const yes = await confirm({
      title: "Recount",
      text: `What was counted of ${again.length === 1 ? `"${again[0]?.product.name}"` : countText(again.length, "product")} is set aside, and it is counted again from nothing${people && `, best by somebody other than ${people}`}.`,
      action: "Recount",
    });
    if (yes) await recounting.run({ path: { id }, body: { products: again.map(({ _id }) => _id) } });
  };
  const download = useDownload("GET /v1/counts/{id}/export", { path: { id } });

  const found = (wanted: View) => numberText(rows?.filter((row) => isIn(row, wanted)).length ?? 0);
  const notes = data?.notes.filter(({ withdrawn }) => !withdrawn) ?? [];
  const chips: readonly (readonly [View, string, string])[] = [
    ["differences", "Differences", found("differences")],
    ...(isOpen ? ([["recount", "To recount", found("recount")]] as const) : []),
    ["agree", "Agree", found("agree")],
    ...(isOpen || rows?.some((row) => isIn(row, "uncounted"))
      ? ([["uncounted", isOpen ? "Not counted" : "Counted as 0", found("uncounted")]] as const)
      : []),
    ...(notes.length > 0 ? ([["notes", "Unknown codes", numberText(notes.length)]] as const) : []),
  ];
  const flag = isOpen && (
    <FilterSelect
      label="Differences of a larger share are flagged"
      value={limit}
      choices={limits.map((value) => ({ value, label: `Flag from ${value} %` }))}
      onChange={setLimit}
    />
  );
  const field = <SearchField {...search.field} placeholder="Search (P.ID/SKU/BC)" />;
  const people = new Set(rows?.flatMap(({ users }) => users.map(({ _id }) => _id))).size;
  const look = count && statusOf(count);
  const chosen = rows?.filter(choice.isChosen) ?? [];
  return (
    <Page
      title={count ? (onPhone ? titleOf(count) : `Count ${titleOf(count)}`) : "Count"}
      aside={
        count &&
        look && (
          <>
            {!(isOpen && onPhone) && (
              <Tag tone={look.tone} {...(!isOpen && { icon: look.icon })}>
                {isOpen ? `Counting, ${countText(people, "person", "people")}` : look.word}
              </Tag>
            )}
            {wide && (
              <span className={style.quiet}>
                by {count.opened_by.name}, {dateTimeText(count.created_at)} · {count.blind ? "blind" : "not blind"} ·{" "}
                {scopeText(count)}
              </span>
            )}
          </>
        )
      }
      action={
        <>
          {isOpen && <PageLink icon={ScanBarcode} label="Count" to={`/count/${id}`} />}
          <ExportButton download={download} of="the review" hideOf>
            Export
          </ExportButton>
        </>
      }
    >
      {count && (count.state !== "open" || apply.state !== "ready") && <ReviewResult count={count} apply={apply} />}
      {data && <PostedLater count={data.count} late={data.late} />}
      {sums && <ReviewTiles sums={sums} onPhone={onPhone} />}
      <div className={style.chips}>
        <ToggleChips label="Rows">
          {chips.map(([value, word, number]) => (
            <ToggleChip key={value} pressed={view === value} onClick={() => setView(value, "replace")}>
              {word} <strong>{number}</strong>
            </ToggleChip>
          ))}
        </ToggleChips>
        {!onPhone && <span className={style.search}>{field}</span>}
        {!onPhone && flag}
      </div>
      {view === "notes" && data ? (
        <UnknownCodes notes={notes} />
      ) : (
        <ReviewContext value={{ ...choice, recount: (again) => void recount(again), isOpen: Boolean(isOpen), largest }}>
          <DataTable
            label="Review"
            list={{ ...query, data: rows }}
            columns={columnsFor(wide, narrow)}
            phone={phone}
            phoneRowHeight={132}
            rowHeight={50}
            unnumbered
            defaultSort="-difference"
            rowFilter={isShown}
            nameOf={({ product }) => product.name}
            search={onPhone && field}
            filters={onPhone && flag}
            query={search.query}
            onClear={() => search.field.onChange("")}
            empty={<Empty text="There are no products to count." />}
            noMatch={
              !search.query && sums ? (
                <NothingHere view={view as View} agree={sums.agree} counted={sums.counted} />
              ) : undefined
            }
          />
        </ReviewContext>
      )}
      {count && rows && isOpen && view !== "notes" && (
        <ReviewBar
          {...{ count, zeroable, chosen }}
          unchosen={rows.filter(({ difference }) => difference).length - chosen.length}
          again={rows.filter((row) => row.recount).length}
          busy={apply.state === "running"}
          onApply={apply.begin}
        />
      )}
    </Page>
  );
}

const nothing: Record<View, string> = {
  differences: "No differences",
  recount: "Nothing is to be counted again",
  agree: "Nothing agrees",
  uncounted: "All products are counted",
  notes: "",
};

const NothingHere = ({ view, agree, counted }: { view: View; agree: number; counted: number }) => (
  <Empty
    good={view !== "agree"}
    icon={CircleCheck}
    text={
      counted === 0 && view !== "uncounted"
        ? "Nothing is counted yet."
        : view === "differences" && agree === counted
          ? `All ${numberText(agree)} agree.`
          : `${nothing[view]}.`
    }
  />
);
