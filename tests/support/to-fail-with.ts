// The matcher for refusals: code, status and message of the catalogue, and no leak of internals.
import { expect } from "vitest";
import { type Code, type Detail, failureCatalogue } from "#shared/failure.ts";

declare module "vitest" {
  // The names and defaults must be vitest's own.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** A refusal with this code, whose details include each given one. */
    toFailWith(code: Code, ...details: Partial<Detail>[]): R;
  }
}

/** Texts that no answer may contain: stacks, files, AWS names, tables, engines and their exceptions. */
const leak =
  /arn:|\bat [\w.]+ \(|node:|\.c?[jt]s\b|Table|Exception|dynamo|aws|ENOENT|ECONN|undefined|\[object|\$argon2|epoch/i;

expect.extend({
  toFailWith(received: { status: number; body: { details?: Detail[] } }, code: Code, ...details: Partial<Detail>[]) {
    const { status, message } = failureCatalogue[code];
    const { details: given = [], ...rest } = Array.isArray(received.body) ? {} : (received.body ?? {});
    const answered = { status: received.status, ...rest, details: given };
    const wanted = { status, code, message, details: given };
    const missing = details.filter((detail) => !given.some((one) => this.equals(one, expect.objectContaining(detail))));
    const leaks = leak.exec(JSON.stringify(received.body ?? ""))?.[0];
    return {
      pass: this.equals(answered, wanted) && missing.length === 0 && leaks === undefined,
      message: () =>
        `expected a failure ${code}${missing.length > 0 ? ` with ${JSON.stringify(missing)}` : ""}${leaks ? ` that does not say "${leaks}"` : ""}, got ${received.status} ${JSON.stringify(received.body)?.slice(0, 2_000)}`,
      actual: answered,
      expected: { ...wanted, details },
    };
  },
});
