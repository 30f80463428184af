// Which readings of a camera count, and which product a code means.
import { expect, test } from "vitest";
import { findByCode } from "#web/domain/find-by-code.ts";
import { confirmReads } from "#web/lib/scan/confirm-reads.ts";

/** Reads so many milliseconds apart; "" is a picture without a code. */
const countedEvery = (pause: number, reads: string[]): string[] => {
  const take = confirmReads();
  return reads.map((code, index) => take(code || undefined, index * pause)).filter((code) => code !== undefined);
};
const counted = (...reads: string[]) => countedEvery(100, reads);

test("a code counts at its third equal read, and once while it stays in view", () => {
  expect(counted("A", "A")).toEqual([]);
  expect(counted("A", "A", "A", "A", "A", "A")).toEqual(["A"]);
});

test("a misread in between begins the count anew, a blurred look does not", () => {
  expect(counted("A", "A", "B", "A", "A")).toEqual([]);
  expect(counted("A", "", "A", "", "A")).toEqual(["A"]);
});

test("another code counts at once, and the same one again after it was away", () => {
  expect(counted("A", "A", "A", "B", "B", "B")).toEqual(["A", "B"]);
  const gone = Array<string>(8).fill("");
  expect(counted("A", "A", "A", ...gone, "A", "A")).toEqual(["A"]);
  expect(counted("A", "A", "A", ...gone, "A", "A", "A")).toEqual(["A", "A"]);
});

test("a shaky hand does not count the same code twice", () => {
  expect(counted("A", "A", "A", "", "", "", "A", "", "A", "A", "A")).toEqual(["A"]);
});

test("a slow phone, which looks once a second, counts a code that stays once as well", () => {
  expect(countedEvery(1_000, ["A", "A", "A", "A", "", "A", "A"])).toEqual(["A"]);
});

test("a code means the product of that P.ID, further code or former P.ID, in any case, and as a barcode with any leading zeros", () => {
  const products = [
    { p_id: "SND-10" },
    { p_id: "8901030865278", codes: "FK-7, 012345678905" },
    { p_id: "036000291452", former: "SND-9" },
  ];
  expect(findByCode(products, "snd-9")?.p_id).toBe("036000291452");
  expect(findByCode(products, "fk-7")?.p_id).toBe("8901030865278");
  expect(findByCode(products, "0012345678905")?.p_id).toBe("8901030865278");
  expect(findByCode(products, "snd-10")?.p_id).toBe("SND-10");
  expect(findByCode(products, "8901030865278")?.p_id).toBe("8901030865278");
  expect(findByCode(products, "0036000291452")?.p_id).toBe("036000291452");
  expect(findByCode(products, "00036000291452")?.p_id).toBe("036000291452");
  expect(findByCode(products, "0SND-10")).toBeUndefined();
  expect(findByCode([{ p_id: "012345678904" }], "0012345678904")).toBeUndefined();
  expect(findByCode(products, "89010308652")).toBeUndefined();
});

test("a GS1 label means the product of its GTIN, whatever stands around it", () => {
  const products = [{ p_id: "8901030865275" }, { p_id: "CUP", codes: "012345678905" }, { p_id: "96385074" }];
  const found = (code: string) => findByCode(products, code)?.p_id;
  for (const label of ["]C1010890103086527517271231", "]d20108901030865275", "]Q30108901030865275", "0108901030865275"])
    expect([label, found(label)]).toEqual([label, "8901030865275"]);
  expect(found("]C10100012345678905")).toBe("CUP");
  expect(found("]C10100000096385074")).toBe("96385074");
  // A wrong check digit, a carton's own number, another symbology, and a text with brackets.
  for (const code of ["0108901030865276", "]C10118901030865272", "]E008901030865275", "(01)08901030865275"])
    expect([code, found(code)]).toEqual([code, undefined]);
  const labelled = { p_id: "0108901030865275" };
  expect(findByCode([...products, labelled], labelled.p_id)).toBe(labelled);
});
