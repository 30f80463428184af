// The words of a PDF that Chromium printed, page by page and line by line: no more of PDF than that needs.
import { inflateSync } from "node:zlib";

type Cmap = Map<string, string>;
/** Scale and shift, x and y: Chromium prints nothing turned. */
type Frame = readonly [number, number, number, number];

/** Points between two glyphs after which they belong to different columns. */
const gap = 18;

/** Lines of each page from top to bottom; columns parted by a tab. */
export const linesOf = (pdf: Buffer): string[][] => {
  const text = pdf.toString("latin1");
  const objects = new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj([\s\S]*?)endobj/g)].map((found) => [found[1] ?? "", found[2] ?? ""]),
  );
  const object = (number: string | undefined): string => objects.get(number ?? "") ?? "";
  const pages = (number: string): string[] => {
    const node = object(number);
    const kids = node.match(/\/Kids \[([^\]]*)\]/)?.[1];
    return kids === undefined ? [node] : [...kids.matchAll(/(\d+) 0 R/g)].flatMap((kid) => pages(kid[1] ?? ""));
  };
  const root = object(text.match(/\/Root (\d+) 0 R/)?.[1]).match(/\/Pages (\d+)/)?.[1] ?? "";
  return pages(root).map((page) => {
    const fonts = new Map(
      [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", number]) => {
        const unicode = object(number).match(/\/ToUnicode (\d+)/)?.[1];
        return [name, cmapOf(streamOf(object(unicode)))] as const;
      }),
    );
    return wordsOf(streamOf(object(page.match(/\/Contents (\d+)/)?.[1])), fonts);
  });
};

const streamOf = (object: string): string => {
  const from = object.indexOf("stream\n") + 7;
  const length = Number(object.match(/\/Length (\d+)/)?.[1] ?? 0);
  return length ? inflateSync(Buffer.from(object.slice(from, from + length), "latin1")).toString("latin1") : "";
};

const hex = (code: string): number => Number.parseInt(code, 16);
const unicode = (code: string): string => Buffer.from(code, "hex").swap16().toString("utf16le");

const cmapOf = (source: string): Cmap => {
  const cmap: Cmap = new Map();
  for (const [, part = ""] of source.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = "", code = ""] of part.matchAll(/<(\w+)> <(\w+)>/g))
      cmap.set(glyph.toUpperCase(), unicode(code));
  for (const [, part = ""] of source.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = "", last = "", code = ""] of part.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = hex(first); glyph <= hex(last); glyph++)
        cmap.set(
          glyph.toString(16).toUpperCase().padStart(4, "0"),
          String.fromCharCode(hex(code) + glyph - hex(first)),
        );
  return cmap;
};

interface Glyph {
  x: number;
  y: number;
  text: string;
}

const operator = /([-.\d\s]+) (cm|Tm|Td)|\/(F\d+) [\d.]+ Tf|<(\w+)> Tj|\b(q|Q)\b/g;

const wordsOf = (source: string, fonts: ReadonlyMap<string, Cmap>): string[] => {
  const glyphs: Glyph[] = [];
  const kept: Frame[] = [];
  let frame: Frame = [1, 1, 0, 0];
  let at = { x: 0, y: 0 };
  let font: Cmap = new Map();
  for (const [, numbers = "", moves, name, codes, save] of source.matchAll(operator)) {
    const [a = 0, b = 0, , d = 0, e = 0, f = 0] = numbers.trim().split(/\s+/).map(Number);
    if (save === "q") kept.push(frame);
    else if (save === "Q") frame = kept.pop() ?? frame;
    else if (moves === "cm") frame = [frame[0] * a, frame[1] * d, frame[2] + frame[0] * e, frame[3] + frame[1] * f];
    else if (moves === "Tm") at = { x: e, y: f };
    else if (moves === "Td") at = { x: at.x + a, y: at.y - b };
    else if (name) font = fonts.get(name) ?? font;
    else if (codes)
      glyphs.push({
        x: frame[0] * at.x + frame[2],
        y: frame[1] * at.y + frame[3],
        text: (codes.match(/.{4}/g) ?? []).map((code) => font.get(code.toUpperCase()) ?? "?").join(""),
      });
  }
  return joined(glyphs);
};

/** Glyphs on one baseline are a line; PDF counts from the bottom. */
const joined = (glyphs: readonly Glyph[]): string[] => {
  const lines = Map.groupBy(glyphs, ({ y }) => Math.round(y));
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, line]) => {
      let last = Number.POSITIVE_INFINITY;
      return line
        .toSorted((a, b) => a.x - b.x)
        .map(({ x, text }) => {
          const parted = x - last > gap;
          last = x;
          return parted ? `\t${text}` : text;
        })
        .join("")
        .replace(/[\u00a0\u2002]/g, " ");
    });
};
