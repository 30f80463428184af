// The picture of docs/planning.md: units sold of those wanted, over days of stock. Its greys and blues read on white and on black.
import type { Worth } from "./worth.ts";

const size = { width: 640, height: 360, left: 56, right: 24, top: 20, bottom: 48 } as const;
const grey = "#808080";
/** Of the first line and of the second, whose words stand above it. */
const lineColours = ["#3b82f6", "#d97706"] as const;

const text = (x: number, y: number, words: string, rest = ""): string =>
  `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" ${rest}>${words}</text>`;

interface Point extends Worth {
  name: string;
}

/** The plan at each service level, joined by a line for each of two targets, and the rule of averages as a grey dot. */
export const pictureOf = (lines: readonly (readonly Point[])[], averageRule: Point): string => {
  const all = [...lines.flat(), averageRule];
  const stocks = [
    10 * Math.floor(Math.min(...all.map(({ stock }) => stock)) / 10),
    10 * Math.ceil(Math.max(...all.map(({ stock }) => stock)) / 10),
  ] as const;
  const least = Math.floor(Math.min(...all.map(({ share }) => share)) * 20) / 20;
  const x = (stock: number) =>
    size.left + ((size.width - size.left - size.right) * (stock - stocks[0])) / (stocks[1] - stocks[0]);
  const y = (share: number) => size.top + ((size.height - size.top - size.bottom) * (1 - share)) / (1 - least);
  const shares = Array.from({ length: Math.round((1 - least) * 20) + 1 }, (_, at) => least + at / 20);
  const days = Array.from({ length: (stocks[1] - stocks[0]) / 10 + 1 }, (_, at) => stocks[0] + 10 * at);
  const dot = ({ name, stock, share }: Point, colour: string, isAbove = false): string =>
    `<circle cx="${x(stock).toFixed(1)}" cy="${y(share).toFixed(1)}" r="4" fill="${colour}"/>${text(x(stock) + (isAbove ? -8 : 8), y(share) + (isAbove ? -6 : 14), name, `fill="${colour}"${isAbove ? ' text-anchor="end"' : ""}`)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">`,
    "<title>Units sold of those wanted, over days of stock</title>",
    ...shares.flatMap((share) => [
      `<path d="M${size.left} ${y(share).toFixed(1)}H${size.width - size.right}" stroke="${grey}" stroke-opacity=".3"/>`,
      text(size.left - 8, y(share) + 4, `${Math.round(100 * share)} %`, `fill="${grey}" text-anchor="end"`),
    ]),
    ...days.map((stock) => text(x(stock), size.height - 28, String(stock), `fill="${grey}" text-anchor="middle"`)),
    text(size.width / 2, size.height - 8, "average stock, in days of sales", `fill="${grey}" text-anchor="middle"`),
    ...lines.flatMap((points, at) => [
      `<path d="M${points.map(({ stock, share }) => `${x(stock).toFixed(1)} ${y(share).toFixed(1)}`).join("L")}" fill="none" stroke="${lineColours[at]}" stroke-width="2"/>`,
      ...points.map((one) => dot(one, lineColours[at] ?? grey, at > 0)),
    ]),
    dot(averageRule, grey),
    "</svg>\n",
  ].join("\n");
};
