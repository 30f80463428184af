// `npm run demo:draw -- [contact-sheet.png]` draws every product image into demo/pictures. The images are committed;
// the drawings in this folder are needed only to change them.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { articles } from "../catalogue.ts";
import * as away from "./away.ts";
import * as care from "./care.ts";
import * as feed from "./feed.ts";
import { type Colour, type Drawing, palette, sheet } from "./pencil.ts";
import * as play from "./play.ts";
import * as room from "./room.ts";
import * as toys from "./toys.ts";
import * as wear from "./wear.ts";

const drawings: Record<string, Drawing> = { ...wear, ...feed, ...play, ...toys, ...room, ...care, ...away };
const folder = new URL("../pictures/", import.meta.url);
const quality = 0.85;

const svgOf = (picture: string): string => {
  const [kind = "", colour, detail] = picture.split(" ");
  const drawing = drawings[kind];
  if (!drawing) throw new Error(`No drawing called ${kind}`);
  const own = palette[colour as Colour];
  const second = palette[detail as Colour];
  return sheet(drawing(own, second), second.paper);
};

/** A page of headless Chromium, which renders the SVGs. */
const openPage = async () => {
  // The package unpacks its shared libraries only when this variable says that it runs in a Lambda.
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs24.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  const { chromium: driver } = await import("playwright-core");
  const browser = await driver.launch({ executablePath: await chromium.executablePath(), args: ["--no-sandbox"] });
  return { page: await browser.newPage({ viewport: { width: 1280, height: 900 } }), close: () => browser.close() };
};

/** Script for the page that converts an SVG to a WebP and returns it as base64. */
const rasterise = (svg: string) => `(async () => {
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(${JSON.stringify(svg)});
  await image.decode();
  const canvas = new OffscreenCanvas(256, 256);
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: ${quality} });
  return new Uint8Array(await blob.arrayBuffer()).toBase64();
})()`;

/** A page that shows all images at full size and at the size of a table row, to review them. */
const contactSheet = (pictures: [string, Buffer][]) =>
  `<body style="margin:16px;display:grid;grid-template-columns:repeat(6,auto);gap:12px;font:12px sans-serif">${pictures
    .map(([p_id, webp]) => {
      const src = `data:image/webp;base64,${webp.toString("base64")}`;
      return `<div><img src="${src}" width="140"> <img src="${src}" width="36" style="border-radius:6px"><br>${p_id}</div>`;
    })
    .join("")}</body>`;

const { page, close } = await openPage();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const pictures: [string, Buffer][] = [];
for (const { p_id, picture } of articles) {
  if (!picture) continue;
  const webp = Buffer.from((await page.evaluate(rasterise(svgOf(picture)))) as string, "base64");
  await writeFile(new URL(`${p_id}.webp`, folder), webp);
  pictures.push([p_id, webp]);
}
const [, , target] = process.argv;
if (target) {
  await page.setContent(contactSheet(pictures));
  await page.screenshot({ path: target, fullPage: true });
}
await close();
const bytes = pictures.reduce((sum, [, webp]) => sum + webp.length, 0);
console.log(`${pictures.length} pictures, ${Math.round(bytes / 1024)} KB`);
