// An import on a screen: posts the chosen spreadsheet with its settings, again whenever they change, and reads the rows.
import { useEffect, useMemo, useRef, useState } from "react";
import type { Import, ImportKind } from "#shared/import.ts";
import { attempt, type Input } from "../../lib/api/client.ts";
import type { Refusal } from "../../lib/api/result.ts";
import { useData } from "../../lib/api/use-data.ts";
import { usePreference } from "../../lib/preference.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { isRecord, isText } from "../../lib/stored.ts";
import { fileProblem, spreadsheetName } from "./spreadsheet-file.ts";

/** Columns that were chosen, by field; "" for a field that the spreadsheet does not have. */
export type ChosenColumns = Readonly<Record<string, string>>;

export interface SpreadsheetImport {
  kind: ImportKind;
  /** Id of the import that is shown, or "". */
  id: string;
  /** The import with its rows, of `id`. */
  query: QueryState<Import>;
  /** The spreadsheet, unless it was chosen before the page was loaded. */
  file: File | undefined;
  /** The part of the spreadsheet that is uploaded, 0 to 1, while it is read. */
  reading: number | undefined;
  /** Why the last spreadsheet could not be read. */
  problem: string | undefined;
  /** The field of the form that the problem is with. */
  problemField: string | undefined;
  choose: (file: File) => void;
  /** Posts the same spreadsheet again. */
  retry: () => void;
  /**
   * Remembers the columns for the next spreadsheets of this kind, and reads this one again. A missing field is not
   * remembered: in the next spreadsheet its column would be ignored unnoticed.
   */
  setColumns: (columns: ChosenColumns) => void;
  /** The columns of this spreadsheet were chosen or reviewed. */
  columnsSeen: boolean;
  seeColumns: () => void;
  /** Reads another sheet of the workbook. */
  chooseSheet: (name: string) => void;
  /** Reads the cells of a field as the numbers that they seem to mean. */
  confirmReading: (field: string) => void;
  /** Back to choosing a spreadsheet. */
  clear: () => void;
}

interface Options {
  /** Fields of the form beside the spreadsheet; another value reads the spreadsheet again. */
  values?: Readonly<Record<string, unknown>>;
  /** The channel for which columns are remembered. */
  channel?: string;
  /** The state that holds the id: `useQueryParam("import")` or `useState`. */
  shown: readonly [id: string, show: (id: string) => void];
}

/** Milliseconds from a change of the settings, which may be typed, to the next preview. */
const settingsPause = 300;

const parsed = (json: string): ChosenColumns => {
  try {
    const columns: unknown = JSON.parse(json);
    return isRecord(columns) && Object.values(columns).every(isText) ? (columns as ChosenColumns) : {};
  } catch {
    return {};
  }
};

/** Fields of the form; a list or an object is sent as JSON. */
const formValues = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : value]),
  );

const problemText = ({ message, details }: Refusal): string =>
  details.length > 0 ? details.map((detail) => detail.message).join(". ") : message;

export function useImport(kind: ImportKind, { values, channel, shown: [id, show] }: Options): SpreadsheetImport {
  const [remembered, remember] = usePreference(["columns", kind, channel].filter(Boolean).join(" "), "{}");
  const [file, setFile] = useState<File>();
  const [absent, setAbsent] = useState<readonly string[]>([]);
  const columns: ChosenColumns = useMemo(
    () => ({ ...parsed(remembered), ...Object.fromEntries(absent.map((field) => [field, ""])) }),
    [remembered, absent],
  );
  const [columnsSeen, setColumnsSeen] = useState(false);
  const [chosenSheet, setChosenSheet] = useState("");
  const [readings, setReadings] = useState<readonly string[]>([]);
  const [attempts, setAttempts] = useState(0);
  const [reading, setReading] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [problemField, setProblemField] = useState<string>();
  const query = useData("GET /v1/imports/{id}", id ? { path: { id } } : null, { unchanging: true });
  const posted = useRef<File>(undefined);
  const settings = JSON.stringify({
    ...values,
    ...(channel && { channel }),
    columns,
    ...(chosenSheet && { sheet: chosenSheet }),
    ...(readings.length > 0 && { readings }),
  });
  const beginSheet = () => {
    setAbsent([]);
    setColumnsSeen(false);
    setReadings([]);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the spreadsheet is posted when it or its settings change, or to try again.
  useEffect(() => {
    if (!file) return;
    const { signal, ...stopping } = abortable();
    // At once, so that the preview of other settings is not applied meanwhile.
    setReading(0);
    setProblem(undefined);
    setProblemField(undefined);
    const post = async () => {
      posted.current = file;
      const body = { ...formValues(JSON.parse(settings)), name: spreadsheetName(file) };
      const input = { body, file: { file }, progress: setReading, signal };
      // Their bodies differ, and TypeScript does not know which one goes with the kind.
      const typed = input as unknown as Input<"POST /v1/imports/products">;
      const result = await attempt(`POST /v1/imports/${kind}`, typed).catch(() => undefined);
      if (signal.aborted || !result) return;
      if (result.ok) return show(result.answer._id);
      setReading(undefined);
      setProblem(problemText(result.failure));
      setProblemField(result.failure.details[0]?.field);
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
    problemField,
    choose: (chosen) => {
      const wrong = fileProblem(chosen);
      setProblem(wrong);
      if (wrong) return;
      setFile(chosen);
      setChosenSheet("");
      beginSheet();
    },
    retry: () => setAttempts(attempts + 1),
    setColumns: (chosen) => {
      const all = Object.entries({ ...columns, ...chosen });
      const present = Object.fromEntries(all.filter(([, head]) => head));
      remember(JSON.stringify({ ...parsed(remembered), ...present }));
      setAbsent(all.filter(([, head]) => !head).map(([field]) => field));
      setColumnsSeen(true);
      setAttempts(attempts + 1);
    },
    columnsSeen,
    seeColumns: () => setColumnsSeen(true),
    chooseSheet: (name) => {
      setChosenSheet(name);
      beginSheet();
    },
    confirmReading: (field) => setReadings([...readings, field]),
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
