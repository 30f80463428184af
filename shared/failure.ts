// The failures that the API answers, each with status, code and message.

/** Section 8 of the specification, and three more: 413, 429 and 503. */
export const failureCatalogue = {
  BAD_REQUEST: { status: 400, message: "Bad request, check input" },
  UNAUTHORIZED: { status: 401, message: "Session expired, please login again" },
  FORBIDDEN: { status: 403, message: "Unauthorized, contact administrator" },
  RESOURCE_NOT_FOUND: { status: 404, message: "Resource not found, invalid request" },
  CONFLICT: { status: 409, message: "Duplicate detected, check input" },
  PAYLOAD_TOO_LARGE: { status: 413, message: "Too large, reduce the file or list" },
  UNPROCESSABLE_CONTENT: { status: 422, message: "Unable to process request" },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many attempts, try again later" },
  INTERNAL_SERVER_ERROR: { status: 500, message: "Internal server error, try again" },
  SERVICE_UNAVAILABLE: { status: 503, message: "Busy right now, try again" },
} as const;

export type Code = keyof typeof failureCatalogue;

export const isCode = (value: unknown): value is Code =>
  typeof value === "string" && Object.hasOwn(failureCatalogue, value);

/** The reasons of a field of a body that no schema names, and of a call that is not there. An app that is newer than the server knows by it to wait. */
export const unknownField = "Unknown field";
export const unknownCall = "Unknown call";

/** A reason of a failure: the field, file row or product, the row that it meets, and for stock the available units. */
export interface Detail {
  field?: string;
  row?: number;
  product?: string;
  _id?: string;
  message: string;
  available?: number;
  /** Units in other warehouses than those that were chosen. */
  elsewhere?: number;
  /** The later day for which the product and warehouse of a file row were counted. */
  counted_on?: string;
  /** When the product of a corrected or reversed entry was counted since. */
  counted_at?: string;
  /** Of a field that somebody else has changed since it was seen: both values, "" for none, and who has saved the later one. */
  seen?: string | number;
  saved?: string | number;
  by?: string;
}

/** Details that one answer names at most. */
const maxDetails = 1_000;

/** The first thousand details, and how many more there are: all of a large batch would not fit into an answer. */
export const firstDetails = (details: readonly Detail[]): Detail[] => {
  const rest = details.length - maxDetails;
  return rest > 0 ? [...details.slice(0, maxDetails), { message: `And ${rest} more` }] : [...details];
};

/** An error that is answered to the client; any other error is answered with 500. */
export class Failure extends Error {
  readonly code: Code;
  readonly details: Detail[];
  /** Seconds until a retry makes sense; 0 if unknown. */
  retryAfter?: number;
  /** Of an answer: the build of the server that gave it; empty if it named none. */
  server?: string;

  constructor(code: Code, ...details: Detail[]) {
    super(failureCatalogue[code].message);
    this.name = "Failure";
    this.code = code;
    this.details = details;
  }

  /** Adds the error that caused it, which is logged but not answered. */
  withCause(cause: unknown): this {
    this.cause = cause;
    return this;
  }

  retryIn(seconds: number): this {
    this.retryAfter = seconds;
    return this;
  }

  get status(): number {
    return failureCatalogue[this.code].status;
  }
}

/** The code of an HTTP status; other statuses count as 400 or 500. */
export const codeOf = (status: number): Code => {
  const known = (Object.keys(failureCatalogue) as Code[]).find((code) => failureCatalogue[code].status === status);
  return known ?? (status >= 400 && status < 500 ? "BAD_REQUEST" : "INTERNAL_SERVER_ERROR");
};
