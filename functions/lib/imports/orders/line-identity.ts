// By what an order line is known again in other downloads, so that it is picked once.
import { createHash } from "node:crypto";
import { normalised } from "#shared/name.ts";

/** Each mark is a hash, short because a day may have 50,000 of them. */
export interface LineIdentity {
  /** Kept of the line when it is picked. */
  marks: string[];
  /** It was picked if any of these was kept. */
  knownBy: string[];
}

export const markBytes = 8;
const hashOf = (text: string): string =>
  createHash("sha256").update(text).digest().subarray(0, markBytes).toString("base64url");
export const bytesOf = (mark: string): Buffer => Buffer.from(mark, "base64url");

interface Line {
  row: number;
  /** Numbers of the order and of the line in it; empty where the file has none. */
  order: string;
  line: string;
  code: string;
}

/**
 * A line is known by its own number. Another report of the same channel may have no numbers of lines: there it is known by
 * its order, its code, and how often that code came before in the order. Without order numbers it is known by the content
 * of its `file` and its row. To be called with all lines of a file, in order.
 */
export const lineIdentifier = (file: string): ((line: Line) => LineIdentity) => {
  const counts = new Map<string, number>();
  const counted = (text: string): string => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return `${text}\n${count}`;
  };
  return ({ row, order, line, code }) => {
    if (!order && !line) {
      const own = [hashOf(`row\n${file}\n${row}`)];
      return { marks: own, knownBy: own };
    }
    const byCode = order && counted(`${normalised(order)}\n${normalised(code)}`);
    // Marks of a line with a number are another kind, which lines with numbers are not known by: of two lines of one code
    // an earlier download may have had only the second.
    const [plain, numbered] = byCode ? [[hashOf(`code\n${byCode}`)], [hashOf(`numbered\n${byCode}`)]] : [[], []];
    if (!line) return { marks: plain, knownBy: [...plain, ...numbered] };
    const own = hashOf(counted(`line\n${normalised(order)}\n${normalised(line)}`));
    return { marks: [own, ...numbered], knownBy: [own, ...plain] };
  };
};
