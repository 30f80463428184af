// The fields that forms are made of.
import * as v from "valibot";
import { expect, test } from "vitest";
import { Id, optionalLine, optionalLink, optionalText, Quantity, requiredLine, unitCount } from "#shared/field.ts";

const texts = Object.entries({ requiredLine, optionalLine, optionalText, optionalLink });

test("text is trimmed, and a required text is more than spaces", () => {
  expect(v.parse(requiredLine(), "  Bengaluru Hub ")).toBe("Bengaluru Hub");
  expect(v.is(requiredLine(), " \t ")).toBe(false);
  expect(v.is(requiredLine(), "")).toBe(false);
  for (const invisible of ["\u200b", "\ufeff", "\u2060 \u200d", "\u202e"])
    expect(v.is(requiredLine(), invisible)).toBe(false);
  expect(v.is(requiredLine(), "क्‍ष")).toBe(true);
  expect(v.parse(optionalLine(), "  ")).toBe("");
  expect(v.parse(optionalLine(), undefined)).toBeUndefined();
});

test("names have up to 200 characters, remarks 2,000, links 500", () => {
  expect(v.is(requiredLine(), "x".repeat(200))).toBe(true);
  expect(v.is(requiredLine(), "x".repeat(201))).toBe(false);
  expect(v.is(optionalText(), "x".repeat(2_000))).toBe(true);
  expect(v.is(optionalText(), "x".repeat(2_001))).toBe(false);
  expect(v.is(optionalLink(), `https://a.in/${"x".repeat(487)}`)).toBe(true);
  expect(v.is(optionalLink(), `https://a.in/${"x".repeat(488)}`)).toBe(false);
});

test.each(texts)("%s is text and nothing else", (_, field) => {
  for (const value of [null, 5, true, {}, [], ["text"], { toString: "text" }]) expect(v.is(field(), value)).toBe(false);
});

test.each(texts)("%s refuses lone surrogates and control characters, and takes whole pairs", (name, field) => {
  const takes = (one: string) => v.is(field(), `${name === "optionalLink" ? "https://a.in/" : ""}a${one}b`);
  for (const half of ["\ud83d", "\ude00", "\ude00\ud83d"]) expect(takes(half)).toBe(false);
  for (const control of ["\u0000", "\u0001", "\u0007", "\u001b", "\u007f", "\u0085", "\u009f"])
    expect(takes(control), JSON.stringify(control)).toBe(false);
  expect(takes("\u{1f600}")).toBe(true);
});

test("only multi-line text accepts line breaks and tabs", () => {
  for (const control of ["\n", "\r\n", "\t"]) {
    expect(v.is(requiredLine(), `a${control}b`)).toBe(false);
    expect(v.is(optionalLine(), `a${control}b`)).toBe(false);
    expect(v.is(optionalLink(), `https://a.in/a${control}b`)).toBe(false);
    expect(v.is(optionalText(), `a${control}b`)).toBe(true);
  }
});

test.each([
  "https://www.amazon.in/dp/B0SND101",
  "http://localhost:5173/x?y=1#z",
  "HTTPS://EXAMPLE.COM",
  "https://उदाहरण.भारत/बच्चे",
  "https://shop.example/baby's-first",
  "",
])("%j may be a link", (link) => {
  expect(v.is(optionalLink(), link)).toBe(true);
});

test.each([
  ["www.amazon.in/dp/B0SND101", "https://www.amazon.in/dp/B0SND101"],
  [" a.in:8080 ", "https://a.in:8080"],
  ["उदाहरण.भारत", "https://उदाहरण.भारत"],
])("%j gets the scheme that is missing", (typed, link) => {
  expect(v.parse(optionalLink(), typed)).toBe(link);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://a.in/1",
  "ftp://a.in/",
  "//a.in/",
  "/products",
  "https://",
  "https:///path",
  "https:a.in",
  "https://a.in/ b",
  'https://a.in/"onclick="x',
  "https://a.in'b/",
  "https://a.in/<script>",
  "https://a.in\\@b.in/",
  "https://a.in:dp/B0",
  "https://a.in:443443/dp",
  "https://a.in|x",
  "https://a.in%20/x",
  "https://amazon.in@b.in/",
  "javascript:alert(1)//https://a.in",
])("%j is no link", (link) => {
  expect(v.is(optionalLink(), link)).toBe(false);
});

test.each([1, 2, 1_000_000])("%d units can be moved", (quantity) => {
  expect(v.is(Quantity, quantity)).toBe(true);
});

test.each([
  ...[0, -1, -0, 1.5, 1_000_001, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY],
  ...["5", "", null, undefined, true, [5], {}],
])("%j units cannot be moved", (quantity) => {
  expect(v.is(Quantity, quantity)).toBe(false);
});

test("the message for too many units has Indian digit groups", () => {
  expect(v.safeParse(Quantity, 1_000_001).issues?.map(({ message }) => message)).toEqual(["At most 10,00,000"]);
  expect(v.safeParse(unitCount(0), -1).issues?.map(({ message }) => message)).toEqual(["At least 0"]);
});

test("an id is a short text of whole characters", () => {
  expect(v.is(Id, "p1042")).toBe(true);
  for (const id of ["", "x".repeat(65), 5, null, { _id: "p1" }, ["p1"], "\ud800", "p1\udc00"])
    expect(v.is(Id, id)).toBe(false);
});
