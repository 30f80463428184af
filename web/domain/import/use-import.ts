// An import on a screen: posts the chosen spreadsheet with its settings, again whenever they change, and reads the rows.
import { useEffect, useRef, useState } from "react";
import type { Import, ImportKind } from "#shared/import.ts";
import { attempt, type Input } from "../../lib/api/client.ts";
import type { Refusal } from "../../lib/api/result.ts";
import { useData } from "../../lib/api/use-data.ts";
import type { QueryState } from "../../lib/query-state.ts";
import { fileProblem, spreadsheetName } from "./spreadsheet-file.ts";

/** Columns that were chosen, by field; "" for a field that the spreadsheet does not have. */
export type ChosenColumns = Readonly<Record<string, string>>;

export interface SpreadsheetImport {
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
  problemField: string | undefined;
  choose: (file: File) => void;
  /** Posts the same spreadsheet again. */
  retry: () => void;
  /** Reads the spreadsheet again with these columns. */
  setColumns: (columns: ChosenColumns) => void;
  /** The columns of this spreadsheet were chosen or reviewed. */
  columnsSeen: boolean;
  seeColumns: () => void;
  /** Answers what the preview asks, of one text where it asks about several, and reads the spreadsheet again. */
  answer: (ask: string, choice: string, of?: string) => void;
  /** Back to choosing a spreadsheet. */
  clear: () => void;
}

interface Options {
  /** Fields of the form beside the spreadsheet; another value reads the spreadsheet again. */
  values?: Readonly<Record<string, unknown>>;
  channel?: string;
  /** The state that holds the id: `useQueryParam("import")` or `useState`. */
  shown: readonly [id: string, show: (id: string) => void];
}

/** Milliseconds from a change of the settings, which may be typed, to the next preview. */
const settingsPause = 300;

/** Fields of the form; a list or an object is sent as JSON. */
const formValues = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : value]),
  );

/** The fields that are read as numbers, with this one or without it. */
const withReading = (fields: readonly string[] = [], field = "", choice = ""): string[] => [
  ...fields.filter((one) => one !== field),
  ...(choice ? [field] : []),
];

const without = (answers: Readonly<Record<string, unknown>>, ask: string) =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => name !== ask));

const problemText = ({ message, details }: Refusal): string =>
  details.length > 0 ? details.map((detail) => detail.message).join(". ") : message;

export function useImport(kind: ImportKind, { values, channel, shown: [id, show] }: Options): SpreadsheetImport {
  const [file, setFile] = useState<File>();
  const [columns, setColumns] = useState<ChosenColumns>({});
  const [columnsSeen, setColumnsSeen] = useState(false);
  const [answers, setAnswers] = useState<Readonly<Record<string, unknown>>>({});
  const [attempts, setAttempts] = useState(0);
  const [reading, setReading] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [problemField, setProblemField] = useState<string>();
  const query = useData("GET /v1/imports/{id}", id ? { path: { id } } : null, { unchanging: true });
  const posted = useRef<File>(undefined);
  /** The import that a file was uploaded with: other answers about it need no second upload. */
  const uploaded = useRef<{ file: File; id: string }>(undefined);
  const settings = JSON.stringify({ ...values, ...(channel && { channel }), ...answers, columns });
  const beginSheet = (given = {}) => {
    setColumns({});
    setColumnsSeen(false);
    setAnswers(given);
  };
  const chooseColumns = (chosen: ChosenColumns) => {
    setColumns({ ...columns, ...chosen });
    setColumnsSeen(true);
    setAttempts(attempts + 1);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the spreadsheet is posted when it or its settings change, or to try again.
  useEffect(() => {
    if (!file) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    // At once, so that the preview of other settings is not applied meanwhile.
    setReading(0);
    setProblem(undefined);
    setProblemField(undefined);
    const post = async (): Promise<void> => {
      posted.current = file;
      const of = uploaded.current?.file === file ? uploaded.current.id : undefined;
      const body = { ...formValues(JSON.parse(settings)), name: spreadsheetName(file), of };
      const input = { body, file: { file: of ? undefined : file }, progress: setReading, signal };
      // Their bodies differ, and TypeScript does not know which one goes with the kind.
      const typed = input as unknown as Input<"POST /v1/imports/products">;
      const result = await attempt(`POST /v1/imports/${kind}`, typed).catch(() => undefined);
      if (signal.aborted || !result) return;
      if (result.ok) {
        if (!of) uploaded.current = { file, id: result.answer._id };
        return show(result.answer._id);
      }
      if (of && result.failure.details[0]?.field === "of") {
        uploaded.current = undefined;
        return post();
      }
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
    id,
    query,
    file,
    reading,
    problem,
    problemField,
    choose: async (chosen) => {
      const wrong = fileProblem(chosen);
      setProblem(wrong);
      if (wrong) return;
      // A copy: every reading is of the same bytes, though the file is saved again meanwhile.
      const bytes = await chosen.arrayBuffer().catch(() => undefined);
      if (!bytes) return setProblem("The file has changed since you chose it. Choose it again.");
      setFile(new File([bytes], chosen.name));
      beginSheet();
    },
    retry: () => setAttempts(attempts + 1),
    setColumns: chooseColumns,
    columnsSeen,
    seeColumns: () => setColumnsSeen(true),
    answer: (ask, choice, of) => {
      const [, field] = ask.split("columns.");
      if (ask === "sheet") beginSheet({ sheet: choice });
      else if (field) chooseColumns({ [field]: choice });
      // One press may follow another before the sheet is read again.
      else if (ask === "readings") setAnswers({ ...answers, [ask]: withReading(answers[ask] as string[], of, choice) });
      else if (choice === "" && of === undefined) setAnswers(without(answers, ask));
      else setAnswers({ ...answers, [ask]: of === undefined ? choice : { ...(answers[ask] as object), [of]: choice } });
    },
    clear: () => {
      setFile(undefined);
      setProblem(undefined);
      setReading(undefined);
      show("");
    },
  };
}
