// The result of a call: its answer, or why there is none.
import { type Detail, Failure } from "#shared/failure.ts";

/** The network failed, 15 s passed, or only a gateway answered. Whether the call took effect is unknown. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly details: Detail[] = [];
  constructor(message = "No connection, try again") {
    super(message);
  }
}

export type Refusal = Failure | NoAnswer;

/** What its details say; without any, its message. */
export const refusalText = ({ details, message }: Refusal): string =>
  details.map((detail) => detail.message).join(", ") || message;

/** Whether a failure proves that the call had no effect. */
export const isKnownOutcome = (failure: Refusal): boolean => failure instanceof Failure && failure.status < 500;

/** Whether the data on the screen may be out of date: somebody else changed it, or the outcome is unknown. */
export const makesStale = (failure: Refusal): boolean =>
  !isKnownOutcome(failure) || (failure instanceof Failure && [404, 409, 422].includes(failure.status));

/** Whether the server may answer the same request otherwise later. */
export const isRetryable = (failure: Refusal): boolean => isTemporary(failure) || isSignedOut(failure);

/** Whether there is no such list, or it is not for this user. */
export const isGone = (failure: unknown): boolean =>
  failure instanceof Failure && (failure.code === "FORBIDDEN" || failure.code === "RESOURCE_NOT_FOUND");

/** Whether the session is over, which the sign-in shows. */
export const isSignedOut = (failure: Refusal): boolean => failure instanceof Failure && failure.code === "UNAUTHORIZED";

/** Milliseconds after which the server asks to try again. */
export const waitOf = (failure: Refusal): number =>
  failure instanceof Failure ? (failure.retryAfter || 0) * 1_000 : 0;

export type Result<T> = { ok: true; answer: T } | { ok: false; failure: Refusal };

/** Whether the same request may succeed soon: there was no answer, or the server was in trouble. */
export const isTemporary = (failure: Refusal): boolean =>
  !(failure instanceof Failure) || failure.status === 429 || failure.status >= 500;
