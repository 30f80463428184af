// What a correction leaves of a movement, before anything is read or written.
import { expect, test } from "vitest";
import { statedLines } from "#shared/correction.ts";
import type { Line } from "#shared/movement.ts";

const out: Line[] = [["bib", "hub", -4]];
const into: Line[] = [["bib", "hub", 4]];
const left = { product: "bib", warehouse: "hub", quantity: 3 };

test("what is left goes the way that the movement's own lines go, whatever its kind", () => {
  expect(statedLines({ lines: out }, [left])).toEqual([["bib", "hub", -3]]);
  expect(statedLines({ lines: into }, [left])).toEqual([["bib", "hub", 3]]);
  // A receipt that only closed a container short.
  expect(statedLines({ lines: [] }, [left])).toEqual([["bib", "hub", 3]]);
  const transfer = [...out, ["bib", "depot", 4] satisfies Line] as Line[];
  expect(statedLines({ lines: transfer }, [{ ...left, to: "depot" }])).toEqual([
    ["bib", "hub", -3],
    ["bib", "depot", 3],
  ]);
});
