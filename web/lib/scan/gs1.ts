// GS1 labels: a scan with what the scanner and the label put around a GTIN, and the codes under which it may be known. Pure.

/** Behind the symbology (GS1-128, DataMatrix, QR), which scanners may send, AI 01 and what follows the GTIN; or a bare GTIN-14. */
const gtinInReading = /^(?:(?:\](?:C1|d2|Q3))?01(\d{14})|(\d{14})$)/;

/** Digits count three times and once by turns, and add up to tens. */
const hasCheckDigit = (digits: string): boolean =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0) % 10 === 0;

/** Lengths of GTINs, which are filled up with zeros in front. */
const lengths = [14, 13, 12, 8];

/** The codes that a reading may stand for, in the order in which they are looked up: as it is, then the GTIN in it. */
export const readingsOf = (code: string): string[] => {
  const [, labelled, bare] = gtinInReading.exec(code) ?? [];
  const gtin = labelled ?? bare;
  if (!gtin || !hasCheckDigit(gtin)) return [code];
  const filled = lengths.filter((length) => !/[1-9]/.test(gtin.slice(0, -length)));
  return [...new Set([code, ...filled.map((length) => gtin.slice(-length))])];
};
