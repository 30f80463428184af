// The catalogue that this device keeps: what it has is shown at once, and the API is asked what has changed in it. Lists of
// products, stock, open containers and alerts follow from it by the rules of shared/catalogue.ts.
import { createContext, type ReactNode, useContext, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { Query } from "#shared/api.ts";
import type { CatalogueAnswer } from "#shared/app.ts";
import { answerAfter, type Catalogue, keptCatalogue, maxNamedRows } from "#shared/catalogue.ts";
import { Failure } from "#shared/failure.ts";
import { address } from "../lib/api/address.ts";
import { readAddress } from "../lib/api/client.ts";
import { keepAnswer, lastKnown } from "../lib/api/offline-cache.ts";
import type { LastKnown } from "../lib/api/offline-store.ts";
import { changedRows } from "../lib/api/refresh.ts";
import { isTemporary, type Refusal } from "../lib/api/result.ts";
import { session } from "../lib/api/session.ts";
import { focusInterval, type KeptList, useData } from "../lib/api/use-data.ts";
import { noteServerTime } from "../lib/clock-error.ts";
import type { QueryState } from "../lib/query-state.ts";
import { releaseIdleWork } from "../lib/when-idle.ts";

const route = "GET /v1/app/catalogue";
export const catalogueAddress = address(route);

/** Milliseconds after which an unchanged catalogue is stored again, since a cursor is of no use after a day. */
const storeInterval = 10 * 60_000;

const hasChanges = ({ whole, products, stocks, containers, gone }: CatalogueAnswer): boolean =>
  whole || [products, stocks, containers, gone].some((rows) => rows.length > 0);

const readParts = async (query: Query<typeof route>): Promise<CatalogueAnswer> => {
  const answer = (await readAddress(address(route, { query }))) as CatalogueAnswer;
  return answer.more ? answerAfter(answer, await readParts({ since: answer.cursor })) : answer;
};

/** Reads the catalogue: begins with what the device has, and then asks what has changed since the last answer. */
const newReader = (): KeptList => {
  let atStart: Promise<LastKnown | null> | undefined;
  let kept: CatalogueAnswer | undefined;
  let cursor: string | undefined;
  let [asks, newest] = [0, 0];
  let [answeredAt, storedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  const stored = () => {
    atStart ??= lastKnown(catalogueAddress);
    return atStart;
  };

  const take = (answer: CatalogueAnswer, token: string | null): CatalogueAnswer => {
    const isSame = kept?.today === answer.today && !hasChanges(answer);
    const after = kept && isSame ? kept : answerAfter(kept, answer);
    answeredAt = Date.now();
    if (!isSame || answeredAt - storedAt >= storeInterval) {
      storedAt = answeredAt;
      // Rows and cursor are stored as one.
      keepAnswer(token, catalogueAddress, () => [JSON.stringify({ ...after, cursor: answer.cursor })]);
    }
    [kept, cursor] = [after, answer.cursor];
    return after;
  };

  const fail = (failure: Refusal): CatalogueAnswer | Promise<CatalogueAnswer> => {
    if (cursor && failure instanceof Failure && failure.code === "BAD_REQUEST") {
      cursor = undefined;
      return ask();
    }
    // One answer lost says nothing.
    if (kept && isTemporary(failure) && Date.now() - answeredAt < 2 * focusInterval) return kept;
    throw failure;
  };

  const ask = async (): Promise<CatalogueAnswer> => {
    asks += 1;
    const [number, { token }, rows] = [asks, session(), [...changedRows]];
    const named = rows.length <= maxNamedRows ? rows.join() : "";
    try {
      const answer = await readParts({ since: cursor, rows: named });
      noteServerTime(answer.now);
      for (const row of rows) changedRows.delete(row);
      // A later ask was answered earlier, and its rows are newer.
      if (kept && number < newest) return kept;
      newest = number;
      return take(answer, token);
    } catch (failure) {
      return fail(failure as Refusal);
    }
  };

  return {
    stored,
    fetcher: async () => {
      const known = (await stored())?.data as CatalogueAnswer | undefined;
      if (!kept && known) [kept, cursor] = [known, known.cursor];
      return ask();
    },
  };
};

/** How a list follows: a function of its own for each list. */
type Rule<T> = (catalogue: Catalogue, today: string) => T;

interface Lists {
  /** What follows from the catalogue, once for each rule; undefined until there is one. */
  derive: <T>(rule: Rule<T>) => T | undefined;
  /** The first answer of this visit is awaited; until then the lists may be from an earlier one. */
  refreshing: boolean;
}
const ListsContext = createContext<Lists>({ derive: () => undefined, refreshing: false });

/** Apart from the lists, since it changes with each answer. */
const QueryContext = createContext<QueryState<unknown> | undefined>(undefined);

const newDerive = (answer: CatalogueAnswer | undefined): Lists["derive"] => {
  const catalogue = answer && keptCatalogue(answer);
  const known = new Map<Rule<unknown>, unknown>();
  return <T,>(rule: Rule<T>) => {
    if (!catalogue) return undefined;
    if (!known.has(rule)) known.set(rule, rule(catalogue, answer.today));
    return known.get(rule) as T;
  };
};

export function CatalogueProvider({ children }: { children: ReactNode }) {
  const [kept] = useState(newReader);
  // Lists are drawn in slices, between which the screen answers to presses.
  const query = useDeferredValue(useData(route, { query: {} }, { kept, every: focusInterval }));
  const { data, failure, unconfirmed } = query;
  const refreshing = !failure && (data === undefined || unconfirmed);
  const derive = useMemo(() => newDerive(data), [data]);
  const lists = useMemo(() => ({ derive, refreshing }), [derive, refreshing]);
  useEffect(() => {
    if (data ?? failure) releaseIdleWork();
  }, [data, failure]);
  return (
    <ListsContext value={lists}>
      <QueryContext value={query}>{children}</QueryContext>
    </ListsContext>
  );
}

/** For what needs lists only at times. */
export const useLists = (): Lists => useContext(ListsContext);

/** Rule: the stock of each product, by its id. */
export const stockOf = ({ stock }: Catalogue): Catalogue["stock"] => stock;

/** A list that follows from the catalogue where it only adds to the screen. */
export const useDerived = <T,>(rule: Rule<T>): T | undefined => useLists().derive(rule);

/** A list that follows from the catalogue, with its state. */
export function useCatalogue<T>(rule: Rule<T>): QueryState<T> {
  const query = useContext(QueryContext) as QueryState<unknown>;
  return { ...query, data: useDerived(rule) };
}
