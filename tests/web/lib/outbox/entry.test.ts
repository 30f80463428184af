// The rules of an entry: which state its row is read as, and what is stored after each event.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Entry, type EntryEvent, next, type SentRequest, stateOf } from "#web/lib/outbox/entry.ts";

const now = Date.UTC(2026, 10, 24);
const hour = 3_600_000;
const of = (quantity: number): SentRequest => ({ route: "POST /v1/transactions/in", input: { body: { quantity } } });
const row = (fields: Partial<Entry> = {}): Entry => ({
  ...{ kind: "posting", key: "k", seq: 1, user: { _id: "u1", name: "Asha" }, made_at: now - hour, sent: false },
  ...of(1),
  ...fields,
});
const taken = { code: "CONFLICT", details: [{ field: "idempotency-key", message: "" }] } as const;
const [refusal, failure] = [
  { code: "UNPROCESSABLE_CONTENT", details: [] },
  { code: "INTERNAL_SERVER_ERROR", details: [] },
] as const;

const rows: Record<string, Entry> = {
  queued: row(),
  outdated: row({ made_at: now - 25 * hour }),
  sent: row({ sent: true, kept: true }),
  "sent, taken back": row({ sent: true, undo: "r" }),
  refused: row({ sent: true, refusal }),
  failed: row({ sent: true, refusal: failure }),
  "failed, taken back": row({ sent: true, undo: "r", refusal: failure }),
  superseded: row({ sent: true, refusal: taken }),
};
const events = {
  submitted: { is: "submitted", request: of(1), now },
  corrected: { is: "submitted", request: of(2), now },
  "added again": { is: "added again", now },
  confirmed: { is: "confirmed" },
  sent: { is: "sent" },
  kept: { is: "kept" },
  troubled: { is: "troubled", code: "SERVICE_UNAVAILABLE" },
  answered: { is: "answered", request: of(1), movement: "m", now },
  "answered for another": { is: "answered", request: of(3), movement: "m", now },
  refused: { is: "refused", request: of(1), refusal },
  "failed on": { is: "refused", request: of(1), refusal: failure },
  "refused for another": { is: "refused", request: of(3), refusal },
  shown: { is: "shown" },
  "taken back": { is: "taken back", reversal: "r" },
  discarded: { is: "discarded" },
} satisfies Record<string, EntryEvent>;

const told = (before: Entry, after: ReturnType<typeof next>): string => {
  if (after === before) return "-";
  if (!after) return "deleted";
  if (!("seq" in after)) return `${after.route.split("/").at(-1)} ${after.input.path?.id} under ${after.key}`;
  const state = stateOf(after, now);
  return ["undo" in state && state.undo && "taken back", "kept" in state && state.kept && "kept", state.is]
    .filter(Boolean)
    .join(" ");
};

/** What a row of each kind becomes, in their order; "-": it stays as it was. */
const table: Record<keyof typeof events, string> = {
  submitted: "queued | outdated | sent | sent | sent | sent | sent | sent",
  corrected: "queued | outdated | sent | sent | sent | sent | sent | sent",
  "added again": "- | - | - | - | sent | sent | sent | sent",
  confirmed: "queued | queued | kept sent | taken back sent | refused | failed | taken back failed | superseded",
  sent: "sent | sent | kept sent | taken back sent | refused | failed | taken back failed | superseded",
  kept: "kept queued | outdated | kept sent | taken back kept sent | refused | failed | taken back failed | superseded",
  troubled: "queued | outdated | kept sent | taken back sent | refused | failed | taken back failed | superseded",
  answered: "deleted | deleted | deleted | reverse m under r | deleted | deleted | reverse m under r | deleted",
  "answered for another":
    "superseded | superseded | superseded | reverse m under r | superseded | superseded | reverse m under r | superseded",
  refused: "refused | refused | refused | deleted | refused | refused | deleted | refused",
  "failed on": "failed | failed | failed | taken back failed | failed | failed | taken back failed | failed",
  "refused for another": "- | - | - | - | - | - | - | -",
  shown: "- | - | - | - | deleted | - | - | -",
  "taken back": "deleted | deleted | taken back kept sent | taken back sent | - | - | - | -",
  discarded: "deleted | deleted | deleted | deleted | deleted | deleted | deleted | deleted",
};

test("a row is read as one state, and each event leaves it in one", () => {
  expect(Object.values(rows).map((each) => stateOf(each, now).is)).toEqual(
    Object.keys(rows).map((name) => name.split(",")[0]),
  );
  const found = Object.entries(events).map(([name, event]) => [
    name,
    Object.values(rows)
      .map((before) => told(before, next(before, event)))
      .join(" | "),
  ]);
  expect(Object.fromEntries(found)).toEqual(table);
});

test("a refusal that comes once its form was closed stays for the person, until it is submitted again and shown", () => {
  const refused = row({ sent: true, kept: true, refusal });
  expect(next(refused, { is: "shown" })).toBe(refused);
  const again = next(refused, { is: "submitted", request: of(2), now }) as Entry;
  expect(next({ ...again, refusal }, { is: "shown" })).toBeUndefined();
});

const anyEvent = fc.oneof(
  ...Object.values(events).map((event) => fc.constant<EntryEvent>(event)),
  fc.nat(3).map((quantity): EntryEvent => ({ is: "submitted", request: of(quantity), now })),
);

test("in any order of events what was sent stays sent, and all that may have taken effect is remembered", () => {
  const holds = (happened: EntryEvent[]) => {
    // A field of a newer app stays.
    let entry = { ...row(), later: 7 } as Entry;
    const left: SentRequest[] = [];
    for (const event of happened) {
      const after = next(entry, event);
      if (!after || !("seq" in after)) return;
      expect(after).toMatchObject({ key: "k", seq: 1, user: entry.user, later: 7, sent: entry.sent || after.sent });
      entry = after;
      if (entry.sent) left.push({ route: entry.route, input: entry.input });
      for (const request of left)
        expect([...(entry.earlier ?? []), entry]).toContainEqual(expect.objectContaining(request));
    }
  };
  fc.assert(fc.property(fc.array(anyEvent, { maxLength: 30 }), holds), { seed: 1, numRuns: 300 });
});
