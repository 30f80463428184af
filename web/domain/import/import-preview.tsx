// The screen of an import of products or stock once its sheet is chosen: the preview of its rows with the questions about it, then
// the progress of applying them, and the result. The kinds bring their columns, and what can be done next.
import { FileSpreadsheet } from "lucide-react";
import type { ReactNode } from "react";
import type { Import, ImportRow } from "#shared/import.ts";
import { countText, dateTimeText, numberText } from "../../lib/format.ts";
import { usePhone } from "../../lib/media.ts";
import { Button } from "../../ui/button.tsx";
import { Stats } from "../../ui/definition-list.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card, Page, PageButton, PrimaryAction } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { ApplyProgress } from "./apply-progress.tsx";
import { Reading, SheetProblem } from "./choose-spreadsheet.tsx";
import style from "./import.module.css";
import type { PreviewProps } from "./import-screen.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { LeftOut, WrongRows } from "./rejected-rows.tsx";
import { openFields, SheetStrip } from "./sheet-strip.tsx";
import { useSpreadsheetInput } from "./spreadsheet-file.ts";
import { type ApplyOutcome, useApply } from "./use-apply.ts";

interface Props extends PreviewProps {
  columns: readonly Column<ImportRow>[];
  /** The third line of a row on a phone, and the number at its end. */
  last?: (row: ImportRow) => ReactNode;
  number?: (row: ImportRow) => ReactNode;
  /** Whether applying a spreadsheet a second time counts its rows twice. */
  doubles?: boolean;
  onDone?: (outcome: ApplyOutcome, summary: Import) => void;
  /** Buttons under the result. */
  next: (outcome: ApplyOutcome, summary: Import) => ReactNode;
}

/** Statuses of rows that applying writes. */
const writtenStatuses = ["new", "changed"];

/** An unclear row that nobody has decided is not taken and counts as wrong. */
const wrongIn = ({ counts: { wrong = 0, unclear = 0 } }: Import): number => wrong + unclear;

const verbs = { SET: "Set", ADD: "Add", REMOVE: "Take" } as const;

export function ImportPreview({ title, spreadsheet, settings, columns, last, number, ...props }: Props) {
  const { doubles = false, onDone, next } = props;
  const { id, query } = spreadsheet;
  const { data } = query;
  const apply = useApply(id, data, (outcome) => data && onDone?.(outcome, data));
  useSpreadsheetInput(apply.state === "running" ? undefined : spreadsheet.choose);
  const confirm = useConfirm();
  const onPhone = usePhone();

  const groups = data?.groups ?? 0;
  const before = data?.applied_before;
  const beforeText = before && `${before.user.name} applied a sheet with the same rows on ${dateTimeText(before.at)}`;
  const confirmAndStart = async () => {
    const asks = doubles && beforeText && data?.done === 0;
    const yes =
      !asks ||
      (await confirm({
        title: "Apply it again?",
        text: `${beforeText}. Its units would be counted a second time.`,
        action: "Apply again",
        harmless: true,
      }));
    if (yes) apply.start();
  };

  // On a phone it would leave the title no room.
  const tag = !onPhone && data?.name && <span>{data.name}</span>;
  if (data && apply.state !== "ready")
    return (
      <Page title={title} aside={tag} narrow>
        {apply.state === "done" && apply.outcome ? (
          <Result summary={data} outcome={apply.outcome}>
            <Button icon={FileSpreadsheet} onClick={spreadsheet.clear}>
              Import another sheet
            </Button>
            {next(apply.outcome, data)}
          </Result>
        ) : (
          <ApplyProgress apply={apply} groups={groups} />
        )}
      </Page>
    );

  // Without its required columns an import has no rows. Open fields may also be columns that a person has only to confirm.
  const lacksColumns = data !== undefined && data.sheet.missing.length > 0;
  const { warehouse } = data?.sheet ?? {};
  const hasOpenFields = data !== undefined && openFields(spreadsheet, data).length > 0;
  const rowsToApply = data ? writtenStatuses.reduce((sum, status) => sum + (data.counts[status] ?? 0), 0) : 0;
  const wrong = data ? wrongIn(data) : 0;
  // After a problem the preview does not belong to the chosen spreadsheet and settings.
  const applyButton = groups > 0 && !hasOpenFields && !spreadsheet.problem && (
    <PrimaryAction thumb busy={spreadsheet.reading !== undefined} onClick={() => void confirmAndStart()}>
      {data?.done
        ? "Go on"
        : rowsToApply === 0
          ? "Confirm the stock"
          : warehouse && data?.mode
            ? `${verbs[data.mode]} ${countText(rowsToApply, "product")} in ${warehouse}`
            : `Apply ${countText(rowsToApply, "row")}`}
    </PrimaryAction>
  );
  const aside = <PageButton icon={FileSpreadsheet} label="Another sheet" onClick={spreadsheet.clear} />;
  return (
    <Page title={title} aside={tag} action={applyButton}>
      {settings}
      {data && <SheetStrip spreadsheet={spreadsheet} data={data} />}
      {spreadsheet.reading !== undefined && <Reading share={spreadsheet.reading} />}
      <SheetProblem {...spreadsheet} />
      {beforeText && (
        <Banner tone="warn">
          {`${beforeText}.${doubles ? " Applying it again would count its units a second time." : ""}`}
        </Banner>
      )}
      {data && data.done > 0 && (
        <Banner tone="warn">
          {`Applied in part: ${numberText(data.done)} of ${countText(groups, "part")}. Go on to apply the rest.`}
        </Banner>
      )}
      {data && !hasOpenFields && wrong > 0 && <WrongRows id={id} count={wrong} ready={rowsToApply} />}
      {data && !lacksColumns && rowsToApply === 0 && !wrong && data.rows.length > 0 && (
        <Banner>
          {groups > 0
            ? "Every row is as it is in the app already. Once you confirm it, what was sold before takes no units."
            : "Nothing to apply: every row is as it is in the app already."}
        </Banner>
      )}
      {!lacksColumns && <PreviewTable query={query} {...{ columns, last, number, aside }} />}
    </Page>
  );
}

/** A sheet that agrees has nothing to apply, and is told all the same. */
export const appliedText = ({ written, left_out }: ApplyOutcome, { counts: { same = 0 } }: Import): string =>
  written + left_out.length > 0
    ? `${countText(written, "row")} applied.`
    : `Stock confirmed: ${countText(same, "row")} unchanged.`;

function Result({ summary, outcome, children }: { summary: Import; outcome: ApplyOutcome; children: ReactNode }) {
  const { written, left_out } = outcome;
  const wrong = wrongIn(summary);
  return (
    <Card title="Applied">
      <p role="status">{`${summary.name ? `${summary.name}: ` : ""}${appliedText(outcome, summary)}`}</p>
      <Stats
        entries={[
          ["Rows in the sheet", numberText(summary.rows.length)],
          ["Applied", numberText(written)],
          ["Unchanged", numberText(summary.counts.same ?? 0)],
          ["Left out", numberText(left_out.length)],
          ["Wrong", numberText(wrong)],
        ]}
      />
      {left_out.length > 0 && (
        <>
          <Banner tone="warn">
            Somebody changed these after the preview, so they stay as they are. Import the sheet again to see them as
            they are now.
          </Banner>
          <LeftOut rows={summary.rows} leftOut={left_out} />
        </>
      )}
      {wrong > 0 && <WrongRows id={summary._id} count={wrong} ready={written} />}
      <div className={style.buttons}>{children}</div>
    </Card>
  );
}
