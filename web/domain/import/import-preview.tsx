// An import once its sheet is chosen: the preview of its rows, applying them, and what came of it.
import { Columns3, FileSpreadsheet } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Import, ImportRow } from "#shared/import.ts";
import { countText, dateTimeText, numberText } from "../../lib/format.ts";
import { usePhone } from "../../lib/media.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Stats } from "../../ui/definition-list.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card, Page, PrimaryAction } from "../../ui/page/page.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { ApplyProgress } from "./apply-progress.tsx";
import { ChooseColumns } from "./choose-columns.tsx";
import { Reading } from "./choose-sheet.tsx";
import style from "./import.module.css";
import type { PreviewProps } from "./import-screen.tsx";
import { LeftOut } from "./left-out.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { useSheetInput } from "./sheet-file.ts";
import { type Outcome, useApply } from "./use-apply.ts";
import { WrongRows } from "./wrong-rows.tsx";

interface Props extends PreviewProps {
  columns: readonly Column<ImportRow>[];
  /** The third line of a row on a phone, and the number at its end. */
  last?: (row: ImportRow) => ReactNode;
  number?: (row: ImportRow) => ReactNode;
  /** What is read again after it was applied. */
  reload: readonly string[];
  /** Whether applying a sheet a second time counts its rows twice. */
  doubles?: boolean;
  onDone?: (outcome: Outcome, sheet: Import) => void;
  /** Buttons under what came of it. */
  next: (outcome: Outcome, sheet: Import) => ReactNode;
}

/** Statuses of rows that applying writes. */
const written = ["new", "changed"];

export function ImportPreview({ title, sheet, settings, columns, last, number, ...props }: Props) {
  const { reload, doubles = false, onDone, next } = props;
  const { id, query } = sheet;
  const { data } = query;
  const [choosing, setChoosing] = useState(false);
  const apply = useApply(id, reload, (outcome) => data && onDone?.(outcome, data));
  useSheetInput(apply.state === "running" ? undefined : sheet.choose);
  const confirm = useConfirm();
  const onPhone = usePhone();

  const groups = data?.groups ?? 0;
  const isApplied = groups > 0 && data?.done === groups;
  // After a reload: groups that are done answer what they did.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per import.
  useEffect(() => {
    if (isApplied && apply.state === "ready") apply.start();
  }, [isApplied, id]);

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
  const mark = !onPhone && data?.name && <span>{data.name}</span>;
  if (data && apply.state !== "ready")
    return (
      <Page title={title} mark={mark} narrow>
        {apply.state === "done" && apply.outcome ? (
          <Result sheet={data} outcome={apply.outcome}>
            <Button icon={FileSpreadsheet} onClick={sheet.clear}>
              Import another sheet
            </Button>
            {next(apply.outcome, data)}
          </Result>
        ) : (
          <ApplyProgress apply={apply} groups={groups} />
        )}
      </Page>
    );

  const unread = data !== undefined && data.sheet.missing.length > 0;
  const ready = data ? written.reduce((sum, status) => sum + (data.counts[status] ?? 0), 0) : 0;
  // After a problem the preview is not of the sheet and the settings that are chosen now.
  const applyButton = ready > 0 && !unread && !choosing && !sheet.problem && (
    <PrimaryAction thumb busy={sheet.reading !== undefined} onClick={() => void confirmAndStart()}>
      {data?.done ? "Go on" : `Apply ${countText(ready, "row")}`}
    </PrimaryAction>
  );
  const openColumns = { icon: Columns3, onClick: () => setChoosing(true) };
  const clear = { icon: FileSpreadsheet, onClick: sheet.clear };
  const aside = onPhone ? (
    <>
      <IconButton {...openColumns} label="Columns" />
      <IconButton {...clear} label="Another sheet" />
    </>
  ) : (
    <>
      <Button {...openColumns}>Columns</Button>
      <Button {...clear}>Another sheet</Button>
    </>
  );
  return (
    <Page title={title} mark={mark} action={applyButton}>
      {settings}
      {sheet.reading !== undefined && <Reading share={sheet.reading} />}
      {sheet.problem && (
        <Banner tone="danger" action={<Button onClick={sheet.retry}>Try again</Button>}>
          {sheet.problem}
        </Banner>
      )}
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
      {data && !unread && !choosing && (data.counts.wrong ?? 0) > 0 && (
        <WrongRows id={id} count={data.counts.wrong ?? 0} ready={ready} />
      )}
      {data && !unread && ready === 0 && !data.counts.wrong && data.rows.length > 0 && (
        <Banner>Nothing to apply: every row is as it is in the app already.</Banner>
      )}
      {data && (unread || choosing) ? (
        <ChooseColumns
          key={id}
          summary={data}
          onChoose={
            sheet.file &&
            ((chosen) => {
              setChoosing(false);
              sheet.setColumns(chosen);
            })
          }
          onCancel={unread ? sheet.clear : () => setChoosing(false)}
        />
      ) : (
        <PreviewTable query={query} {...{ columns, last, number, aside }} />
      )}
    </Page>
  );
}

function Result({ sheet, outcome, children }: { sheet: Import; outcome: Outcome; children: ReactNode }) {
  const { written, left_out } = outcome;
  const wrong = sheet.counts.wrong ?? 0;
  return (
    <Card title="Applied">
      <p role="status">{`${sheet.name ? `${sheet.name}: ` : ""}${countText(written, "row")} applied.`}</p>
      <Stats
        entries={[
          ["Rows in the sheet", numberText(sheet.rows.length)],
          ["Applied", numberText(written)],
          ["Unchanged", numberText(sheet.counts.same ?? 0)],
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
          <LeftOut rows={sheet.rows} leftOut={left_out} />
        </>
      )}
      {wrong > 0 && <WrongRows id={sheet._id} count={wrong} ready={written} />}
      <div className={style.buttons}>{children}</div>
    </Card>
  );
}
