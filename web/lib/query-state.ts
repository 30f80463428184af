// The state of a query, as a screen shows it. Here, since ui/ may not import lib/api, which makes it.

export interface QueryState<T> {
  /** Undefined until the first answer; kept while it is read again, and when that fails. */
  data: T | undefined;
  failure: { message: string } | undefined;
  /** There is no data to show yet. */
  loading: boolean;
  /** The data shown is that of earlier parameters. */
  stale: boolean;
  /** More than 8 s without an answer. */
  slow: boolean;
  /** When a failed read is retried automatically. */
  retryAt: number | undefined;
  /** When the data shown was read. */
  updatedAt: number | undefined;
  /** The data shown is from an earlier answer, here or stored on the device, since the API cannot be reached now. */
  lastKnown: boolean;
  /** The list has more rows than are shown. */
  truncated: boolean;
  retry: () => void;
}
