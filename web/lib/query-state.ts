// The state of a query, as a screen shows it. Here, since ui/ may not import lib/api, which makes it.

export interface QueryState<T> {
  /** Undefined until the first answer; kept while it is read again, and when that fails. */
  data: T | undefined;
  failure: { message: string } | undefined;
  /** There is no data to show yet. */
  loading: boolean;
  /** The data shown belongs to earlier parameters. */
  stale: boolean;
  /** More than 8 s without an answer. */
  slow: boolean;
  /** When a failed read is retried automatically. */
  retryAt: number | undefined;
  /** The API has not answered since this data was read. */
  unconfirmed: boolean;
  /** When the data shown was read. */
  updatedAt: number | undefined;
  /** The data shown is from an earlier answer, since the API cannot be reached now. */
  lastKnown: boolean;
  /** The list has more rows than are shown. */
  truncated: boolean;
  retry: () => void;
}
