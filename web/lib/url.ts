// The URL is the state: search, filters, sorting and open dialogs live in the query string.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

const pause = 150;

/** One value of the query string; the default is left out of it. */
export function useParam(name: string, fallback = ""): [string, (value: string, how?: "push" | "replace") => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (value: string, how: "push" | "replace" = "push") =>
      setParams(
        (before) => {
          if (value === fallback) before.delete(name);
          else before.set(name, value);
          return before;
        },
        { replace: how === "replace" },
      ),
    [name, fallback, setParams],
  );
  return [params.get(name) ?? fallback, set];
}

/** Removes all but the named values: "Clear filters". */
export function useClear(kept: readonly string[] = ["sort"]): () => void {
  const [, setParams] = useSearchParams();
  return () => setParams((before) => [...before].filter(([name]) => kept.includes(name)));
}

export interface Search<T> {
  /** For ui/SearchField. */
  field: { value: string; onChange: (text: string) => void };
  /** What is looked for, as in the URL. */
  query: string;
  matches: (row: T) => boolean;
}

/** Search text in `q`, written 150 ms after the last key. Every text `of` gives is compared without regard to case. */
export function useSearch<T>(of: (row: T) => readonly string[]): Search<T> {
  const [query, setQuery] = useParam("q");
  const [value, setValue] = useState(query);
  const written = useRef(query);
  const texts = useRef(of);
  texts.current = of;
  useEffect(() => {
    // The URL changed by itself: back, or Clear filters.
    if (query !== written.current) setValue(query);
    written.current = query;
  }, [query]);
  useEffect(() => {
    if (value === written.current) return;
    const timer = setTimeout(() => {
      written.current = value;
      setQuery(value, "replace");
    }, pause);
    return () => clearTimeout(timer);
  }, [value, setQuery]);
  const matches = useMemo(() => {
    const wanted = query.trim().toLowerCase();
    return (row: T) => wanted === "" || texts.current(row).some((text) => text.toLowerCase().includes(wanted));
  }, [query]);
  return { field: { value, onChange: setValue }, query: query.trim(), matches };
}

/** Back to where one came from; to `otherwise` when this is the first screen of the visit. */
export function useBack(otherwise: string): () => void {
  const navigate = useNavigate();
  // The router numbers the entries of the visit.
  return () => (history.state?.idx > 0 ? navigate(-1) : navigate(otherwise, { replace: true }));
}

export interface Opened {
  /** Name of the open dialog, or "". */
  name: string;
  /** Id it was opened for, or "". */
  id: string;
  open: (name: string, id?: string) => void;
  /** The same dialog for another id; Back still closes it. */
  turn: (id: string) => void;
  close: () => void;
}

/** The open dialog in `do` and `id`: Back closes it, a link opens it, an expired session finds it again. */
export function useOpened(): Opened {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const open = (name: string, id = "") =>
    setParams(
      (before) => {
        before.set("do", name);
        if (id) before.set("id", id);
        return before;
      },
      { state: { opened: true } },
    );
  const turn = (id: string) =>
    setParams(
      (before) => {
        before.set("id", id);
        return before;
      },
      { replace: true, state },
    );
  const close = () => {
    if (state?.opened) navigate(-1);
    else
      setParams(
        (before) => {
          before.delete("do");
          before.delete("id");
          return before;
        },
        { replace: true },
      );
  };
  return { name: params.get("do") ?? "", id: params.get("id") ?? "", open, turn, close };
}
