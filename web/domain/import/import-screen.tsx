// A screen that imports a sheet: it is chosen here, then previewed, applied, and shown. The import is in the address.
import { type ReactNode, useEffect } from "react";
import { Failure } from "#shared/failure.ts";
import type { LazyComponent } from "../../lib/lazy.tsx";
import { useQueryParam, useUpdateQuery } from "../../lib/navigation/url-state.ts";
import { Banner } from "../../ui/page/banner.tsx";
import { Card, Page } from "../../ui/page/page.tsx";
import { ChooseSheet } from "./choose-sheet.tsx";
import { useSheetInput } from "./sheet-file.ts";
import { type SheetImport, useImport } from "./use-import.ts";

/** What the part of the screen behind the choice of a sheet is given. */
export interface PreviewProps {
  title: string;
  sheet: SheetImport;
  /** Fields above the sheet; disabled while they cannot change the preview. */
  settings: ReactNode;
}

interface Props {
  kind: "products" | "stock";
  title: string;
  /** What the sheet has to look like. */
  hint: ReactNode;
  settings?: (disabled: boolean) => ReactNode;
  /** What those fields hold. */
  values?: Readonly<Record<string, unknown>>;
  preview: LazyComponent<PreviewProps>;
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
  const sheet = useImport(kind, { ...(values && { values }), shown: [id, show] });
  // As the screen appears: the sheet may be long, and the network gone by then.
  useEffect(() => void Preview.preload(), [Preview]);
  const isChosen = id !== "" && !isGone(sheet.query.failure);
  const dragged = useSheetInput(isChosen ? undefined : sheet.choose);
  if (isChosen) return <Preview title={title} sheet={sheet} settings={settings?.(!sheet.file)} />;
  return (
    <Page title={title} narrow>
      <Card title="Choose a sheet">
        {id !== "" && !sheet.file && (
          <Banner tone="warn">
            {"This import is not there any more: it is kept for a day, for the person who made it."}
          </Banner>
        )}
        {settings?.(false)}
        <ChooseSheet sheet={sheet} hint={hint} dragged={dragged} />
      </Card>
    </Page>
  );
}

const isGone = (failure: unknown): boolean =>
  failure instanceof Failure && ["RESOURCE_NOT_FOUND", "FORBIDDEN"].includes(failure.code);
