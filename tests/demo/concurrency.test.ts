// What is worked off side by side keeps the order it must keep.
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { runInOrder } from "#demo/concurrency.ts";

const pair = (one: string) => one.slice(0, 2);

test("each comes after those before it that touch the same, and others go on meanwhile", async () => {
  const done: string[] = [];
  await runInOrder(["ab slow", "bc", "de", "ac"], 8, pair, async (one) => {
    for (let turns = one.endsWith("slow") ? 5 : 1; turns > 0; turns--) await turn();
    done.push(one);
  });
  expect(done).toEqual(["de", "ab slow", "bc", "ac"]);
});

test("no more than so many are begun", async () => {
  let open = 0;
  let most = 0;
  await runInOrder(Array.from("abcdefghij"), 3, pair, async () => {
    most = Math.max(most, ++open);
    await turn();
    open--;
  });
  expect(most).toBe(3);
});

test("what fails ends it, and nothing that comes after it is begun", async () => {
  const begun: string[] = [];
  const work = async (one: string) => {
    begun.push(one);
    await turn();
    if (one === "ab") throw new Error("no ab");
  };
  await expect(runInOrder(["ab", "cd", "bc", "ca", "ef"], 2, pair, work)).rejects.toThrow("no ab");
  expect(begun).not.toContain("bc");
});
