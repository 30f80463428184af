// An import on a screen: posts the chosen sheet with its settings, again whenever they change, and reads the rows.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Import, ImportKind } from "#shared/import.ts";
import type { Refusal } from "../../lib/api/client.ts";
import { useData } from "../../lib/api/use-data.ts";
import { usePreference } from "../../lib/preference.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { postImport } from "./apply-import.ts";
import { fileProblem, sheetName } from "./sheet-file.ts";

/** Columns that were chosen, by field; "" for a field that the sheet does not have. */
export type ChosenColumns = Readonly<Record<string, string>>;

export interface SheetImport {
  kind: ImportKind;
  /** Id of the import that is shown, or "". */
  id: string;
  /** The import with its rows, of `id`. */
  query: QueryState<Import>;
  /** The sheet, unless it was chosen before the page was loaded. */
  file: File | undefined;
  /** The part of the sheet that is uploaded, 0 to 1, while it is read. */
  reading: number | undefined;
  /** Why the last sheet could not be read. */
  problem: string | undefined;
  choose: (file: File) => void;
  /** Posts the same sheet again. */
  retry: () => void;
  /**
   * Remembers the columns for the next sheets of this kind, and reads this one again. That a sheet lacks a field is not
   * remembered: in the next one its column would be passed over without a word.
   */
  setColumns: (columns: ChosenColumns) => void;
  /** Back to choosing a sheet. */
  clear: () => void;
}

interface Options {
  /** Fields of the form beside the sheet; another value reads the sheet again. */
  values?: Readonly<Record<string, unknown>>;
  /** Columns are remembered for it. */
  channel?: string;
  /** Where the id is kept: `useQueryParam("import")`, or a state. */
  shown: readonly [id: string, show: (id: string) => void];
}

/** Milliseconds after a change of the settings, which may be typed. */
const settingsPause = 300;

const parsed = (json: string): ChosenColumns => {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
};

const problemText = ({ message, details }: Refusal): string =>
  details.length > 0 ? details.map((detail) => detail.message).join(". ") : message;

export function useImport(kind: ImportKind, { values, channel, shown: [id, show] }: Options): SheetImport {
  const [remembered, remember] = usePreference(["columns", kind, channel].filter(Boolean).join(" "), "{}");
  const [file, setFile] = useState<File>();
  const [absent, setAbsent] = useState<readonly string[]>([]);
  const columns: ChosenColumns = useMemo(
    () => ({ ...parsed(remembered), ...Object.fromEntries(absent.map((field) => [field, ""])) }),
    [remembered, absent],
  );
  const [attempts, setAttempts] = useState(0);
  const [reading, setReading] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const query = useData("GET /v1/imports/{id}", id ? { path: { id } } : null, { unchanging: true });
  const posted = useRef<File>(undefined);
  const settings = JSON.stringify({ ...values, ...(channel && { channel }), columns });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet is posted when it or its settings change, or to try again.
  useEffect(() => {
    if (!file) return;
    const { signal, ...stopping } = abortable();
    // At once, so that the preview of other settings is not applied meanwhile.
    setReading(0);
    setProblem(undefined);
    const post = async () => {
      posted.current = file;
      const form = { file, name: sheetName(file), values: JSON.parse(settings), progress: setReading, signal };
      const result = await postImport(kind, form).catch(() => undefined);
      if (signal.aborted || !result) return;
      if (result.ok) return show(result.answer._id);
      setReading(undefined);
      setProblem(problemText(result.failure));
    };
    const timer = setTimeout(post, file === posted.current ? settingsPause : 0);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [file, settings, attempts]);

  // Not sooner: an import made with other settings could be applied before the new one is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once another import is shown.
  useEffect(() => setReading(undefined), [id]);

  return {
    kind,
    id,
    query,
    file,
    reading,
    problem,
    choose: (chosen) => {
      const wrong = fileProblem(chosen);
      setProblem(wrong);
      if (wrong) return;
      setFile(chosen);
      setAbsent([]);
    },
    retry: () => setAttempts(attempts + 1),
    setColumns: (chosen) => {
      const all = Object.entries({ ...columns, ...chosen });
      const present = Object.fromEntries(all.filter(([, head]) => head));
      remember(JSON.stringify({ ...parsed(remembered), ...present }));
      setAbsent(all.filter(([, head]) => !head).map(([field]) => field));
      setAttempts(attempts + 1);
    },
    clear: () => {
      setFile(undefined);
      setProblem(undefined);
      setReading(undefined);
      show("");
    },
  };
}

const abortable = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};
