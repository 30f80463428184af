// Tasks that run in parallel keep the order of those with the same key.
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { runInOrder } from "#demo/concurrency.ts";

const pair = (one: string) => one.slice(0, 2);

test("each task runs after earlier ones with the same key, and others run meanwhile", async () => {
  const done: string[] = [];
  await runInOrder(["ab slow", "bc", "de", "ac"], 8, pair, async (one) => {
    for (let turns = one.endsWith("slow") ? 5 : 1; turns > 0; turns--) await turn();
    done.push(one);
  });
  expect(done).toEqual(["de", "ab slow", "bc", "ac"]);
});

test("no more tasks than the limit run at once", async () => {
  let open = 0;
  let most = 0;
  await runInOrder(Array.from("abcdefghij"), 3, pair, async () => {
    most = Math.max(most, ++open);
    await turn();
    open--;
  });
  expect(most).toBe(3);
});

test("a failure ends the run, and no later task starts", async () => {
  const started: string[] = [];
  const work = async (one: string) => {
    started.push(one);
    await turn();
    if (one === "ab") throw new Error("no ab");
  };
  await expect(runInOrder(["ab", "cd", "bc", "ca", "ef"], 2, pair, work)).rejects.toThrow("no ab");
  expect(started).not.toContain("bc");
});
