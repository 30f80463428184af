// The codes that a reading of a label may stand for.
import { expect, test } from "vitest";
import { readingsOf } from "#web/lib/scan/gs1.ts";

const ean = "8901030865275";

test.each([
  ["of GS1-128, with its expiry and batch", `]C1010${ean}1727123110AB`, [`0${ean}`, ean]],
  ["of a DataMatrix", `]d2010${ean}`, [`0${ean}`, ean]],
  ["of a QR code", `]Q3010${ean}`, [`0${ean}`, ean]],
  ["whose symbology the scanner does not send", `010${ean}`, [`0${ean}`, ean]],
  ["of 14 digits", `0${ean}`, [ean]],
  ["of a UPC", "]C10100012345678905", ["00012345678905", "0012345678905", "012345678905"]],
  ["of an EAN-8", "]C10100000096385074", ["00000096385074", "0000096385074", "000096385074", "96385074"]],
  ["of a carton", "]C10118901030865272", ["18901030865272"]],
])("a label %s is looked up as it is, then by its GTIN with fewer and fewer zeros", (_, read, gtins) => {
  expect(readingsOf(read)).toEqual([read, ...gtins]);
});

test("a code that only begins like a label stays what it is", () => {
  for (const code of [
    ean,
    `010${ean.slice(0, -1)}6`,
    `]E0${ean}`,
    "01-SND-101",
    `(01)0${ean}`,
    "01234567890127",
    "SND-1",
  ])
    expect([code, readingsOf(code)]).toEqual([code, [code]]);
});
