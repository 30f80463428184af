// When the queue retries unsettled items, by a clock that the test moves.
import { expect, test } from "vitest";
import type { NewItem } from "#web/lib/queue/item.ts";
import { newQueue, type Try } from "#web/lib/queue/queue.ts";
import { newTime, storeOf } from "./device.ts";

/** A queue with one item, whose tries end as they do in turn, the last one for ever. */
const startQueue = async (outcomes: readonly Try[]) => {
  const time = newTime();
  const store = storeOf([]);
  const began = time.now();
  const tries: number[] = [];
  let comeBack = () => {};
  const queue = newQueue({
    store,
    clock: time,
    lock: (_, work) => work(),
    onReturn: (listener) => {
      comeBack = listener;
      return () => undefined;
    },
    owner: () => "u1",
  });
  const item: NewItem = { kind: "line", key: "k", user: { _id: "u1", name: "Asha" }, made_at: began };
  await store.change(({ add }) => add(item));
  queue.start(
    [
      {
        name: "line",
        gathering: 0,
        next: (items) => items,
        send: async () => {
          tries.push((time.now() - began) / 1_000);
          return outcomes[Math.min(tries.length, outcomes.length) - 1] ?? { settled: true };
        },
      },
    ],
    () => true,
  );
  return { pass: (seconds: number) => time.pass(seconds * 1_000), tries, comeBack: () => comeBack() };
};
const failed: Try = { settled: false };

test("the delay after a failure doubles from 2 to 60 s, and a return begins it anew at once", async () => {
  const { pass, tries, comeBack } = await startQueue([failed]);
  await pass(190);
  expect(tries).toEqual([0, 2, 6, 14, 30, 62, 122, 182]);
  comeBack();
  await pass(6);
  expect(tries.slice(8)).toEqual([190, 192, 196]);
});

test("it is as long as the server asks for, yet no longer than a minute", async () => {
  const { pass, tries } = await startQueue([
    { settled: false, after: 5_000 },
    { settled: false, after: 3_600_000 },
    failed,
  ]);
  await pass(66);
  expect(tries).toEqual([0, 5, 65]);
});
