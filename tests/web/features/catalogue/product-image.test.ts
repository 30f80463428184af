// Pictures of products on their way from the browser: the uploaded file reveals nothing about place, camera and person.
import { expect, test } from "vitest";
import type { Page } from "#tests/support/browser.ts";
import { jpegWithExif, pngWithExif, traces, webpWithExif } from "#tests/support/metadata.ts";
import { press } from "#tests/web/page.ts";
import { allProducts, fillProduct, here, openProductForm } from "./driver.ts";

/** A picture of 40 x 20 pixels, encoded by the browser: red on the left, blue on the right, or blue see-through. */
const draw = async (page: Page, type: string, opacity = 1): Promise<Buffer> => {
  const bytes = await page.evaluate(
    async ([type, opacity]) => {
      const canvas = new OffscreenCanvas(40, 20);
      const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      context.fillStyle = "#f00";
      context.fillRect(0, 0, 20, 20);
      context.globalAlpha = opacity;
      context.fillStyle = "#00f";
      context.fillRect(20, 0, 20, 20);
      const blob = await canvas.convertToBlob({ type });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [type, opacity] as const,
  );
  return Buffer.from(bytes);
};

/** Adds a product with a picture; returns the picture's type and bytes as they arrived. */
const send = async (page: Page, name: string, mimeType: string, bytes: Buffer) => {
  await page.getByLabel("Choose an image").setInputFiles({ name, mimeType, buffer: bytes });
  await page.getByText(`${name}: `).waitFor();
  await fillProduct(page, `Product of ${name}`, name);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await press(page, "Submit");
  const { image } = await (await answered).json();
  await expect.poll(() => page.getByLabel("Product Name").inputValue()).toBe("");
  const arrived = await fetch(here.site + image);
  return { type: arrived.headers.get("content-type"), bytes: Buffer.from(await arrived.arrayBuffer()) };
};

/** Width and height of a picture as it is shown, and the colours at its top left and bottom right. */
const look = (page: Page, bytes: Buffer) =>
  page.evaluate(
    async (all) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(all)]));
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext("2d") as OffscreenCanvasRenderingContext2D;
      context.drawImage(bitmap, 0, 0);
      const colour = (x: number, y: number) =>
        [...context.getImageData(x, y, 1, 1).data].map((value) => Math.round(value / 51) * 51);
      return { width, height, first: colour(3, 3), last: colour(width - 4, height - 4) };
    },
    [...bytes],
  );

const tracesIn = (bytes: Buffer) => traces.filter((trace) => bytes.includes(trace));
const red = [255, 0, 0, 255];
const blue = [0, 0, 255, 255];

test("a small picture loses place, camera and texts on its way, and a photo stands upright", async () => {
  const page = await openProductForm();
  const photo = jpegWithExif(await draw(page, "image/jpeg"));
  const drawing = pngWithExif(await draw(page, "image/png"));
  const web = webpWithExif(await draw(page, "image/webp"));
  expect([photo, drawing, web].map((bytes) => tracesIn(bytes).length)).toEqual([3, 5, 3]);

  const sent = [
    await send(page, "photo.jpg", "image/jpeg", photo),
    await send(page, "drawing.png", "image/png", drawing),
    await send(page, "web.webp", "image/webp", web),
  ];
  expect(sent.map(({ type }) => type)).toEqual(["image/webp", "image/webp", "image/webp"]);
  expect(sent.map(({ bytes }) => tracesIn(bytes))).toEqual([[], [], []]);
  // The phone was held upright: the left of its sensor is the top of the photo.
  expect(await look(page, sent[0]?.bytes ?? photo)).toEqual({ width: 20, height: 40, first: red, last: blue });
});

test("without WebP a browser sends a JPEG, and a PNG only of what is transparent", { tags: "exhaustive" }, async () => {
  const page = await openProductForm();
  await page.evaluate(() => {
    const { convertToBlob } = OffscreenCanvas.prototype;
    OffscreenCanvas.prototype.convertToBlob = function (options = {}) {
      return convertToBlob.call(this, options.type === "image/webp" ? { type: "image/png" } : options);
    };
  });
  const photo = await send(page, "safari.jpg", "image/jpeg", jpegWithExif(await draw(page, "image/jpeg")));
  expect(photo.type).toBe("image/jpeg");
  expect(tracesIn(photo.bytes)).toEqual([]);
  expect(await look(page, photo.bytes)).toEqual({ width: 20, height: 40, first: red, last: blue });
  const drawing = await send(page, "safari.png", "image/png", pngWithExif(await draw(page, "image/png", 0.2)));
  expect(drawing.type).toBe("image/png");
  expect(tracesIn(drawing.bytes)).toEqual([]);
  expect((await look(page, drawing.bytes)).last).toEqual([0, 0, 255, 51]);
  const listed = (await allProducts()).map(({ image }) => image?.split(".")[1]);
  expect(listed).toEqual(expect.arrayContaining(["jpg", "png"]));
});
