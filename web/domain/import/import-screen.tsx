// A screen that imports a spreadsheet, from its choice through the preview to the result. The import is in the address.
import type { ComponentType, ReactNode } from "react";
import { isGone } from "../../lib/api/result.ts";
import { useQueryParam, useUpdateQuery } from "../../lib/navigation/url-state.ts";
import { Banner } from "../../ui/page/banner.tsx";
import { Card, Page } from "../../ui/page/page.tsx";
import { ChooseSpreadsheet } from "./choose-spreadsheet.tsx";
import { useSpreadsheetInput } from "./spreadsheet-file.ts";
import { type SpreadsheetImport, useImport } from "./use-import.ts";

/** The properties of the part of the screen that follows the choice of a spreadsheet. */
export interface PreviewProps {
  title: string;
  spreadsheet: SpreadsheetImport;
  /** Fields above the spreadsheet; disabled while they cannot change the preview. */
  settings: ReactNode;
}

interface Props {
  kind: "products" | "stock" | "availability" | "returns";
  title: string;
  /** The required form of the spreadsheet. */
  hint: ReactNode;
  settings?: (disabled: boolean) => ReactNode;
  /** The values of those fields. */
  values?: Readonly<Record<string, unknown>>;
  preview: ComponentType<PreviewProps>;
}

export function ImportScreen({ kind, title, hint, settings, values, preview: Preview }: Props) {
  const [id] = useQueryParam("import");
  const change = useUpdateQuery();
  const show = (to: string) =>
    change(
      (now) => {
        for (const name of ["import", "status", "q", "sort"]) now.delete(name);
        if (to) now.set("import", to);
      },
      { replace: id !== "" && to !== "" },
    );
  const spreadsheet = useImport(kind, { ...(values && { values }), shown: [id, show] });
  const isChosen = id !== "" && !isGone(spreadsheet.query.failure);
  const dragged = useSpreadsheetInput(isChosen ? undefined : spreadsheet.choose);
  if (isChosen) return <Preview title={title} spreadsheet={spreadsheet} settings={settings?.(!spreadsheet.file)} />;
  return (
    <Page title={title} narrow>
      <Card title="Choose a sheet">
        {id !== "" && !spreadsheet.file && (
          <Banner tone="warn">
            {"This import is not there any more: it is kept for a day, for the person who made it."}
          </Banner>
        )}
        {settings?.(false)}
        <ChooseSpreadsheet spreadsheet={spreadsheet} hint={hint} dragged={dragged} />
      </Card>
    </Page>
  );
}
