// The words of a PDF that Chromium printed, page by page and line by line.
import { extractTextItems, getDocumentProxy } from "unpdf";

/** Points between two words after which they belong to different columns. */
const gap = 12;

/** Lines of each page from top to bottom; columns parted by a tab. */
export const linesOf = async (pdf: Buffer): Promise<string[][]> => {
  const { items } = await extractTextItems(await getDocumentProxy(new Uint8Array(pdf)));
  return items.map((words) => {
    // PDF counts from the bottom.
    const lines = Map.groupBy(words, ({ y }) => -Math.round(y));
    return [...lines].sort(([a], [b]) => a - b).map(([, line]) => joined(line));
  });
};

interface Word {
  str: string;
  x: number;
  width: number;
}

const joined = (line: readonly Word[]): string => {
  let end = Number.POSITIVE_INFINITY;
  const parts = line
    .filter(({ str }) => str.trim())
    .toSorted((a, b) => a.x - b.x)
    .map(({ str, x, width }) => {
      const before = x - end > gap ? "\t" : x - end > 1 ? " " : "";
      end = x + width;
      return before + str;
    });
  return parts.join("").replace(/[\u00a0\u2002]/g, " ");
};
