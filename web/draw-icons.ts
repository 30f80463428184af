// `node web/draw-icons.ts` draws the icons of the installed app from the favicon. They are committed; this is needed only
// when the logo changes.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "public/icons");
const logo = readFileSync(join(import.meta.dirname, "public/favicon.svg"), "utf8");
const [, drawing = ""] = /<rect [^>]+>(.*)<\/svg>/s.exec(logo) ?? [];
if (!drawing) throw new Error("The favicon is not a square with a drawing on it.");

/** The logo on a full square, `share` of its size: systems cut their own shape out of it. */
const onSquare = (share: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#0b6b63"/>
  <g transform="translate(16 16) scale(${share}) translate(-16 -16)">${drawing}</g></svg>`;

const icons: [name: string, size: number, svg: string][] = [
  ["192", 192, logo],
  ["512", 512, logo],
  // A maskable icon may lose all outside a circle of four fifths of its width.
  ["maskable-512", 512, onSquare(1)],
  ["apple-touch-icon", 180, onSquare(1.1)],
];

// The package unpacks its shared libraries only when this variable says that it runs in a Lambda.
process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs24.x";
const { default: chromium } = await import("@sparticuz/chromium");
const { chromium: driver } = await import("playwright-core");
const browser = await driver.launch({ executablePath: await chromium.executablePath(), args: ["--no-sandbox"] });
mkdirSync(folder, { recursive: true });
for (const [name, size, svg] of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await page.setContent(`<style>body{margin:0}img{display:block;width:100vw}</style><img src="${source}">`);
  writeFileSync(join(folder, `${name}.png`), await page.screenshot({ omitBackground: true }));
}
await browser.close();
