// Which names count as the same, and which are invisible.
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { optionalLine, requiredLine } from "#shared/field.ts";
import { lookalike, normalised, plain, unmarked } from "#shared/name.ts";

test.each([
  ["letter case", "SND-101", "snd-101"],
  ["spaces around it", "SND-101", "  SND-101\t"],
  ["the number of spaces within", "SND  101", "SND 101"],
  ["the kind of space", "SND 101", "SND\u00a0101"],
  ["full width", "SND-101", "ＳＮＤ－１０１"],
  ["composed letters", "é", "e\u0301"],
  ["ligatures", "ﬁ", "fi"],
  ["marks that do not show", "SND-101", "\ufeffSND\u200b-101\u2060 "],
  ["a mark that does not show between a letter and its accent", "Café", "Cafe\u200d\u0301"],
  ["an accent that only the small letter takes in", "J\u030c", "\u01f0"],
])("two names that differ only in %s are twins", (_, one, other) => {
  expect(normalised(one)).toBe(normalised(other));
});

test("two names that read differently have different keys", () => {
  expect(new Set(["SND-101", "SND101", "SND 101", "SND-102", "SND-1O1"].map(normalised)).size).toBe(5);
});

const codePoints = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
/** Every character that does not show, by Unicode's own property, and the blank of Braille. */
const invisible = codePoints
  .map((code) => String.fromCodePoint(code))
  .filter((one) => /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(one) || one === "\u2800");

/** The invisible characters for which a statement does not hold. */
const failing = (holds: (one: string) => boolean): string[] =>
  invisible.filter((one) => !holds(one)).map((one) => `U+${one.codePointAt(0)?.toString(16)}`);

test("the invisible characters are the ones that made twins of names, and thousands more", () => {
  expect(invisible.length).toBeGreaterThan(4_000);
  for (const one of "\ufe0f\u034f\u3164\u2800\u17b4\u180b\u{e0100}\u115f\uffa0\u00ad\u200b\u{e0fff}")
    expect(invisible).toContain(one);
});

test("no invisible character makes a difference, wherever it stands and however often", () => {
  expect(failing((one) => normalised(`${one}Café 7${one}${one}`) === normalised("Café 7"))).toEqual([]);
  expect(failing((one) => normalised(`Cafe${one}\u0301 ${one} 7`) === normalised("Café 7"))).toEqual([]);
});

test("a name of nothing but invisible characters and spaces is missing", () => {
  for (const name of ["", " ", "\u200f"]) expect(failing((one) => !v.is(requiredLine(), one + name + one))).toEqual([]);
  expect(v.safeParse(requiredLine(), "\u3164").issues?.[0].message).toBe("Required");
  expect(failing((one) => v.is(requiredLine(), `7${one}`) || /[\u202a-\u202e\u2066-\u2069]/.test(one))).toEqual([]);
});

test("characters that reorder the text after them are refused in a line, and direction marks are not", () => {
  const turning = [..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"];
  const message = "Contains invisible characters that change the text direction, please retype it";
  for (const field of [requiredLine(), optionalLine()]) {
    for (const one of turning) expect(v.safeParse(field, `SND${one}101`).issues?.[0].message).toBe(message);
    for (const one of "\u200e\u200f\u061c") expect(v.is(field, `SND${one}101`)).toBe(true);
  }
});

const letter = fc.constantFrom(
  ..."eéJǰKİIiΑΣςα한ᄀaﬁẞ½क",
  ..."\u0301\u030c\u0307\u0327\u0345\u11a8\u093c",
  ..."\u200b\u200d\ufe0f\u034f\u3164\u2800\u115f\uffa0\u00ad\u180b\u{e0100}",
  ..." \u2003",
);
const anyName = fc.oneof(fc.string({ unit: letter }), fc.string({ unit: "binary" }));
const all = new RegExp(`[${invisible.join("")}]`, "gu");

type Form = (name: string) => string;
const twice = (name: string) => normalised(normalised(name));

/** Compares two forms of a thousand names whose letters, accents and invisible characters act on each other. */
const expectEqual = (one: Form, other: Form): void => {
  const isEqual = fc.property(anyName, (name) => {
    expect(one(name)).toBe(other(name));
  });
  fc.assert(isEqual, { seed: 20_261_122, numRuns: 1_000 });
};

test("a name is the same without its invisible characters, whatever letters they stand between", () => {
  expectEqual((name) => normalised(name.replace(all, "")), normalised);
});

test("normalizing twice changes nothing more", () => {
  for (const name of ["İstanbul", "ǅ", "ﬃ", "\u1e9e", "½ Ｋ", "K\u0301", "\u03d3", "A\u00a0\u2003b"])
    expect(twice(name)).toBe(normalised(name));
  expectEqual(twice, normalised);
});

test("what a messenger or another keyboard makes of a code looks like it, and stays a name of its own", () => {
  for (const written of ["*SND-101*", "_SND\u2013101_", "\u200eSND\u2011101", "snd\u2212\u0967\u0966\u0967", "SND-١٠١"])
    expect(lookalike(written)).toBe("snd-101");
  expect(new Set(["SND-101", "SND\u2013101", "SND-\u0967\u0966\u0967"].map(normalised)).size).toBe(3);
  // A superscript is not a digit: 10 squared is no quantity.
  expect(unmarked(plain("*10\u00b2*"))).toBe("10\u00b2");
});

test("a digit of any script is the number that it counts", () => {
  const digits = codePoints.map((code) => String.fromCodePoint(code)).filter((one) => /\p{Nd}/u.test(one));
  expect(digits.length).toBeGreaterThan(600);
  const values = digits.map(plain);
  expect(values.join("")).toBe("0123456789".repeat(digits.length / 10));
});
