// The URL is the state: search, filters, sorting and open dialogs live in the query string.
import { type Dispatch, type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { hasWords, wordsOf } from "../search.ts";
import { hasPreviousScreen, useCurrentLocation } from "./router.tsx";

const typingPause = 150;

/**
 * Changes the query string as it is at that moment. The router's own setSearchParams would lose a change that has not
 * been drawn yet.
 */
export function useUpdateQuery(): (change: (params: URLSearchParams) => void, how?: NavigateOptions) => void {
  const currentLocation = useCurrentLocation();
  const navigate = useNavigate();
  return useCallback(
    (change, how) => {
      const params = new URLSearchParams(currentLocation().search);
      const before = String(params);
      change(params);
      if (String(params) !== before) navigate(`?${params}`, how);
    },
    [currentLocation, navigate],
  );
}

/** One value of the query string; the default is left out of it. */
export function useQueryParam(
  name: string,
  fallback = "",
): [string, (value: string, how?: "push" | "replace") => void] {
  const [params] = useSearchParams();
  const change = useUpdateQuery();
  const set = useCallback(
    (value: string, how: "push" | "replace" = "push") =>
      change((now) => (value === fallback ? now.delete(name) : now.set(name, value)), { replace: how === "replace" }),
    [name, fallback, change],
  );
  return [params.get(name) ?? fallback, set];
}

/** Several values under one name of the query string, with dots between them, such as the open rows of a list. */
export function useQuerySet(name: string, how?: "push" | "replace") {
  const [text, setText] = useQueryParam(name);
  return useMemo(() => {
    const values = new Set(text.split(".").filter(Boolean));
    const set = (wanted: readonly string[]) => setText(wanted.join("."), how);
    const toggle = (value: string) =>
      set(values.has(value) ? [...values].filter((each) => each !== value) : [...values, value]);
    return { values, set, toggle };
  }, [text, setText, how]);
}

export interface Search<T> {
  /** For ui/SearchField. */
  field: { value: string; onChange: Dispatch<SetStateAction<string>> };
  /** The search text in the URL. */
  query: string;
  matches: (row: T) => boolean;
  /** For a DataTable that nothing else filters. */
  table: { rowFilter: (row: T) => boolean; query: string; onClear: () => void };
}

/**
 * Search text in `q`, written 150 ms after the last key. A row matches if each word is in one of `textsOf`; `basis` is
 * other data from which the texts are made.
 */
export function useSearch<T>(textsOf: (row: T) => readonly string[], basis?: unknown): Search<T> {
  const [query, setQuery] = useQueryParam("q");
  const [value, setValue] = useState(query);
  const written = useRef(query);
  const texts = useRef(textsOf);
  texts.current = textsOf;
  useEffect(() => {
    // The URL was changed from elsewhere: by Back, or Clear filters.
    if (query !== written.current) setValue(query);
    written.current = query;
  }, [query]);
  useEffect(() => {
    if (value === written.current) return;
    const timer = setTimeout(() => {
      written.current = value;
      setQuery(value, "replace");
    }, typingPause);
    return () => clearTimeout(timer);
  }, [value, setQuery]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the basis decides what matches.
  const matches = useMemo(() => {
    const words = wordsOf(query);
    return (row: T) => words.length === 0 || hasWords(texts.current(row), words);
  }, [query, basis]);
  const table = { rowFilter: matches, query: query.trim(), onClear: () => setValue("") };
  return { field: { value, onChange: setValue }, query: query.trim(), matches, table };
}

/** Steps back once per history entry: a second press, before the step is drawn, would step back further. */
function useStepBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const steppedFrom = useRef("");
  useEffect(() => {
    if (steppedFrom.current !== key) steppedFrom.current = "";
  }, [key]);
  return () => {
    if (steppedFrom.current === key) return;
    steppedFrom.current = key;
    navigate(-1);
  };
}

/** Steps back, or opens `otherwise` if this is the first screen of the visit. */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  const stepBack = useStepBack();
  return () => (hasPreviousScreen() ? stepBack() : navigate(otherwise, { replace: true }));
}

export interface OpenDialog {
  /** The open dialog, or "". */
  name: string;
  /** Id it was opened for, or "". */
  id: string;
  open: (name: string, id?: string) => void;
  /** Shows the same dialog for another id, or another one in its place; Back still closes it. */
  switchTo: (id: string, name?: string) => void;
  close: () => void;
}

/** The open dialog in `do` and `id`: Back closes it, a link opens it, and it survives a sign-in. */
export function useOpenDialog(): OpenDialog {
  const [params] = useSearchParams();
  const change = useUpdateQuery();
  const stepBack = useStepBack();
  const { state } = useLocation();
  const open = (name: string, id = "") =>
    change(
      (now) => {
        now.set("do", name);
        if (id) now.set("id", id);
      },
      { state: { opened: true } },
    );
  const switchTo = (id: string, name?: string) =>
    change(
      (now) => {
        now.set("id", id);
        if (name) now.set("do", name);
      },
      { replace: true, state },
    );
  const close = () => {
    if (state?.opened) stepBack();
    else
      change(
        (now) => {
          now.delete("do");
          now.delete("id");
        },
        { replace: true },
      );
  };
  return { name: params.get("do") ?? "", id: params.get("id") ?? "", open, switchTo, close };
}
