// CSV: quoting, line ends and errors.
import { expect, test } from "vitest";
import { readCsv } from "#functions/lib/spreadsheets/csv.ts";

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

test("a short line has empty fields, and a stray quote is reported with its row", () => {
  expect(readCsv("a,b\n1")).toEqual([{ a: "1", b: "" }]);
  expect(() => readCsv('a,b\n1,2\n3,"4\n')).toThrow("Row 3");
  expect(() => readCsv('a,b\n1,2"3\n')).toThrow("Row 2");
});
