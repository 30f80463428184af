// Damaged rows of the queue: each is judged whole, and those that are not are set aside while the rest goes on.
import { expect, test } from "vitest";
import { isWhole } from "#web/domain/whole-items.ts";
import type { Entry } from "#web/lib/outbox/entry.ts";
import { isEntry } from "#web/lib/outbox/postings.ts";
import { newQueue } from "#web/lib/queue/queue.ts";
import { newTime, storeOf } from "./device.ts";

const user = { _id: "u1", name: "Asha" };
const request = { route: "POST /v1/transactions/in", input: { body: { quantity: 2 } } } as const;
const entry = (key: string, seq: number): Entry => ({
  ...{ kind: "posting", key, seq, user, made_at: 1_000, sent: false },
  ...request,
});
const of = (fields: object) => ({ ...entry("damaged", 2), ...fields });

/** By what is wrong with them. */
const damaged: Record<string, unknown> = {
  "a place that is a text": of({ seq: "abc" }),
  "a place that is no number": of({ seq: Number.NaN }),
  "a place beyond all numbers": of({ seq: Number.POSITIVE_INFINITY }),
  "no user": of({ user: null }),
  "no time": of({ made_at: "today" }),
  "no input": of({ input: null }),
  "a body that is no object": of({ input: { body: "2" } }),
  "a call that nobody knows": of({ route: "POST /v1/transactions/lend" }),
  "a call that takes effect more than once": of({ route: "DELETE /v1/products/{id}", input: { path: { id: "p1" } } }),
  "no id for its path": of({ route: "POST /v1/transactions/{id}/reverse", input: { path: {}, body: {} } }),
  "a kind that nobody knows": of({ kind: "parcel" }),
  "earlier requests that are no list": of({ earlier: { 0: request } }),
  "an earlier request without input": of({ earlier: [{ route: request.route }] }),
  "a refusal without a code": of({ refusal: { details: [] } }),
  "a refusal without details": of({ refusal: { code: "CONFLICT" } }),
  "a time of its next try that is a text": of({ next_at: "soon" }),
  nothing: null,
  "a text": "broken",
};

const start = async (rows: unknown[]) => {
  const time = newTime();
  const stored = [...rows];
  const store = storeOf(stored);
  const sent: string[] = [];
  const queue = newQueue({
    store,
    clock: time,
    lock: (_, work) => work(),
    onReturn: () => () => undefined,
    owner: () => user._id,
  });
  queue.start(
    [
      {
        name: "posting",
        gathering: 0,
        next: (items) => items.filter(isEntry).slice(0, 1),
        send: async ([first]) => {
          if (first) await store.change((table) => table.delete(first));
          sent.push(first?.key ?? "");
          return { settled: true };
        },
      },
    ],
    isWhole,
  );
  await time.pass(10_000);
  return { store, stored, sent };
};

test.each(Object.entries(damaged))(
  "an entry with %s is set aside and stays as it is, and the rest is sent in order",
  async (_, row) => {
    const { store, stored, sent } = await start([entry("third", 3), row, entry("first", 1)]);
    expect(sent).toEqual(["first", "third"]);
    expect(store.damaged()).toEqual([row]);
    expect(stored).toEqual([row]);
  },
);

test("what is entered beside damaged rows gets the place after the whole ones", async () => {
  const { store } = await start([damaged["a place that is a text"], damaged["a place beyond all numbers"]]);
  const { seq: _, ...fresh } = entry("next", 0);
  const added = await store.change((table) => table.add<Entry>(fresh));
  expect(Number.isSafeInteger(added.seq)).toBe(true);
});

test("a damaged row that is discarded is gone, and no other row is", async () => {
  const row = damaged["no input"];
  const { store, stored } = await start([row, of({ key: "other", input: null })]);
  expect(store.damaged()).toHaveLength(2);
  await store.change((table) => table.delete({ kind: "posting", key: "damaged" }));
  await store.read();
  expect(store.damaged()).toEqual([of({ key: "other", input: null })]);
  expect(stored).toEqual(store.damaged());
});
