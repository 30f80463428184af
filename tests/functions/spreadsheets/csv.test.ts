// CSV: quoting and line ends.
import { expect, test } from "vitest";
import { parseRows, readCsv } from "#functions/lib/spreadsheets/csv.ts";

test("quoted fields keep commas, line breaks, quotes and the spaces around them", () => {
  expect(readCsv('a,b\r\n"1,5"," x ""y"" "\r\n"two\r\nlines",\r\n')).toEqual([
    { a: "1,5", b: ' x "y" ' },
    { a: "two\r\nlines", b: "" },
  ]);
});

test("the last line needs no line break, blank lines are skipped, and a byte order mark is not part of the first name", () => {
  expect(readCsv("\ufeffa,b\n1,2\n\n3,")).toEqual([
    { a: "1", b: "2" },
    { a: "3", b: "" },
  ]);
  expect(readCsv("")).toEqual([]);
});

test("a short line has empty fields", () => {
  expect(readCsv("a,b\n1")).toEqual([{ a: "1", b: "" }]);
});

test("a quote within a field is a quote, blanks before a quoted field are none of it, and text behind it is appended", () => {
  expect(readCsv('a,b\nMat 24" x 36",5"\n  "x, y" ,\t"Mat" 24" x 36"\n')).toEqual([
    { a: 'Mat 24" x 36"', b: '5"' },
    { a: "x, y", b: 'Mat 24" x 36"' },
  ]);
});

test("a quote that is never closed spoils its own row only", () => {
  const rows = [...parseRows('a,b\n1,2\n3,"4, or ""5"" more\n6,7\n')];
  expect(rows.map(({ cells, unclosed }) => [cells, unclosed])).toEqual([
    [["a", "b"], undefined],
    [["1", "2"], undefined],
    [["3", '"4', ' or ""5"" more'], 1],
    [["6", "7"], undefined],
  ]);
});
