// What a screen knows of data it asked for; tables and panels show every state of it.

export interface QueryState<T> {
  /** Undefined until the first answer; kept while another is awaited, and when the same question has failed. */
  data: T | undefined;
  failure: { message: string } | undefined;
  /** No answer yet to show. */
  loading: boolean;
  /** The shown data answers an earlier question. */
  stale: boolean;
  /** More than 8 s without an answer. */
  slow: boolean;
  /** Instant at which a failed read is tried again by itself. */
  retryAt: number | undefined;
  /** Instant of the shown data. */
  updatedAt: number | undefined;
  /** The list is longer than is shown. */
  truncated: boolean;
  retry: () => void;
}
