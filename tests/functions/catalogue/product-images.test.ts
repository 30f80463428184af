// Pictures of products and their multipart forms: what is accepted and what is refused.
import { expect, test } from "vitest";
import { inspectImage } from "#functions/lib/catalogue/image-file.ts";
import { type Code, Failure } from "#shared/failure.ts";
import "#tests/support/to-fail-with.ts";
import { engine } from "#tests/support/engine.ts";
import { changeForm, listedRow, productForm, type Upload, unique } from "#tests/support/fixtures.ts";
import { claimedPng, jpeg, png, progressiveJpeg, webp } from "#tests/support/picture.ts";
import type { Outcome } from "#tests/support/proxy.ts";
import { proxiedWorld } from "#tests/support/world.ts";

const { storageProxy: proxy, ...here } = await proxiedWorld();
const { manager, executive, site } = here;
const { all } = engine(here);
const MiB = 2 ** 20;
const isLock = ({ key }: { key?: unknown }): boolean => String(key).startsWith("p_id#");

const listed = (id: string) => listedRow(manager, "/v1/products", id);
const create = (fields?: Record<string, string | undefined>, image?: Upload) =>
  manager.post("/v1/products", productForm(fields, image));
const picture = async (path: string) => {
  const response = await fetch(site + path);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

const kinds: [type: string, extension: string, make: (side: number) => Upload["bytes"]][] = [
  ["image/png", "png", (side) => png(side, side)],
  ["image/jpeg", "jpg", (side) => jpeg(side, side)],
  ["image/jpeg", "jpg", (side) => jpeg(side, side, jpeg())],
  ["image/jpeg", "jpg", progressiveJpeg],
  ["image/webp", "webp", (side) => webp(side, side)],
  ["image/webp", "webp", (side) => webp(side, side, true)],
];

test.each(kinds)(
  "a picture of type %s is shown under /images as .%s, unchanged, never sniffed, cached for good",
  async (type, extension, make) => {
    const bytes = make(640);
    // The file's name and its declared type are ignored.
    const { body } = await create({}, { bytes, name: "photo.gif", type: "text/html" });
    expect(body.image).toMatch(new RegExp(`^/images/${body._id}-[0-9a-f]{16}\\.${extension}$`));
    const shown = await picture(body.image);
    expect([shown.status, shown.bytes.equals(bytes)]).toEqual([200, true]);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": type,
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    const { product } = (await executive.get("/v1/app/context")).body;
    expect(product).toContainEqual(expect.objectContaining({ _id: body._id, image: body.image }));
  },
);

test("a new picture has a new address, and the old address still works for open pages", async () => {
  const { body: before } = await create({}, { bytes: png(2, 2) });
  const { body: after } = await manager.patch(`/v1/products/${before._id}`, changeForm({}, { bytes: png(3, 3) }));
  expect(after.image).not.toBe(before.image);
  expect(await listed(before._id)).toMatchObject({ image: after.image, name: before.name });
  expect([(await picture(before.image)).status, (await picture(after.image)).status]).toEqual([200, 200]);
});

const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);
const photo = jpeg(64, 64, jpeg(160, 120));
/** A copy with another byte at an offset. */
const damaged = (file: Buffer<ArrayBuffer>, at: number, byte = 255 - (file.at(at) ?? 0)): Buffer<ArrayBuffer> => {
  const copy = Buffer.from(file);
  copy[at < 0 ? file.length + at : at] = byte;
  return copy;
};
/** A copy without some bytes. */
const without = (file: Buffer, from: number, to: number) => Buffer.concat([file.subarray(0, from), file.subarray(to)]);
const zip = Buffer.from("PK\x05\x06".padEnd(22, "\0"));
const extended = webp(64, 64, true);
/** An offset in the data of its first scan. */
const inScans = progressiveJpeg();
const scan = inScans.indexOf("ffda", "hex") + 16;

const noPictures: [what: string, bytes: Upload["bytes"]][] = [
  ["an SVG named .png", svg],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>".padEnd(200))],
  ["a GIF", Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(100)])],
  ["a PDF", Buffer.from("%PDF-1.7".padEnd(100))],
  ["one byte", Buffer.from([0x89])],
  ["zeros", Buffer.alloc(1_000)],
  ["a PNG without its end", png(64, 64).subarray(0, -12)],
  ["a PNG cut after its head", png(64, 64).subarray(0, 33)],
  ["a JPEG without its end", jpeg(64, 64).subarray(0, -2)],
  ["a JPEG cut in its picture", jpeg(640, 640).subarray(0, -100)],
  ["a JPEG cut after its thumbnail", photo.subarray(0, -20)],
  ["a JPEG of a head only", jpeg().subarray(0, 30)],
  ["a JPEG of nothing but marks", Buffer.from(`ffd8${"ff".repeat(1_000)}ffd9`, "hex")],
  ["a WebP cut in half", webp(64, 64, true).subarray(0, 30)],
  ["a WebP that lies about its length", Buffer.from("RIFF\xff\xff\xff\x7fWEBPVP8 ".padEnd(116, "\0"), "latin1")],
  ["a WebP of an unknown form", Buffer.from("RIFF\x20\0\0\0WEBPVP9X".padEnd(116, "\0"), "latin1")],
  ["a PNG with a damaged pixel", damaged(png(64, 64), -20)],
  ["a PNG with a wrong checksum", damaged(png(64, 64), 30)],
  ["a PNG without pixels", without(png(), 33, png().length - 12)],
  ["a PNG whose head stands behind", Buffer.concat([png().subarray(0, 8), png().subarray(-12)])],
  ["a PNG with a zip file after its end", Buffer.concat([png(64, 64), zip])],
  ["a JPEG with a zip file after its end", Buffer.concat([jpeg(64, 64), zip])],
  ["a JPEG with another after its end", Buffer.concat([jpeg(64, 64), jpeg(64, 64)])],
  ["a WebP with a zip file after its end", Buffer.concat([webp(64, 64), zip])],
  ["a JPEG without a scan", Buffer.concat([jpeg().subarray(0, jpeg().indexOf("ffda", "hex")), jpeg().subarray(-2)])],
  ["a JPEG of two frames", Buffer.concat([jpeg().subarray(0, 2), jpeg().subarray(71, 84), jpeg().subarray(2)])],
  ["a progressive JPEG without its last scan", progressiveJpeg().subarray(0, -20)],
  ["a progressive JPEG whose scan holds a start of image", damaged(damaged(inScans, scan, 0xff), scan + 1, 0xd8)],
  ["a WebP whose chunk is longer than the file", damaged(webp(64, 64), 16, 60)],
  ["a WebP without its picture", damaged(without(extended, 30, 46), 4, extended.length - 16 - 8)],
  ["a WebP whose picture has another size than its head", damaged(extended, 24, 62)],
  ["a WebP whose picture is no picture", damaged(webp(64, 64), 20)],
  ["a PNG that claims 50,000 x 50,000", claimedPng(50_000, 50_000)],
  ["a PNG one pixel too wide", png(4_097, 1)],
  ["a PNG that claims no pixels", claimedPng(0, 0)],
  ["a JPEG one pixel too high", jpeg(8, 4_097)],
  ["a WebP one pixel too wide", webp(4_097, 8)],
];

test.each(noPictures)("400: %s is refused as a picture, and nothing is written", async (_, bytes) => {
  const before = await all("products");
  expect(await create({}, { bytes })).toFailWith("BAD_REQUEST", { field: "image" });
  expect(await all("products")).toHaveLength(before.length);
});

test("no beginning of a picture is a picture, wherever it is cut off, and none is with a byte after its end", () => {
  const wrong = kinds.flatMap(([type, , make]) => {
    const bytes = Buffer.from(make(64));
    const cut = Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length));
    const accepted = [...cut, Buffer.concat([bytes, Buffer.alloc(1)])].filter(isPicture);
    return accepted.map(({ length }) => `${length} bytes of ${type}`);
  });
  expect(wrong).toEqual([]);
});

const isPicture = (bytes: Buffer): boolean => {
  try {
    inspectImage(bytes);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return false;
  }
};

test.each<[Outcome, Code]>([
  ["fail", "SERVICE_UNAVAILABLE"],
  ["lose request", "SERVICE_UNAVAILABLE"],
  ["deny", "INTERNAL_SERVER_ERROR"],
])(
  "a store that does '%s' to a picture leaves no product and changes none: %s, and then it works",
  async (outcome, code) => {
    const { _id } = (await create()).body;
    const p_id = unique("P.ID");
    const image = { bytes: png(4, 4) };
    const change = () => manager.patch(`/v1/products/${_id}`, changeForm({ name: "Renamed" }, image));
    const kept = async () => [await all("products"), await all("stocks"), (await all("keys")).filter(isLock)];
    const before = await kept();
    proxy.decide = (operation) => (operation === "PUT" ? outcome : "forward");
    const answers = [await create({ p_id }, image), await change()];
    proxy.decide = () => "forward";
    for (const answer of answers) expect(answer).toFailWith(code);
    expect(await kept()).toEqual(before);
    expect([(await create({ p_id }, image)).status, (await change()).status]).toEqual([201, 200]);
  },
);

test("pictures of 4096 x 4096 pixels and of exactly 4 MiB are accepted", async () => {
  expect((await create({}, { bytes: png(4_096, 4_096) })).status).toBe(201);
  const bytes = png(64, 64, 4 * MiB);
  expect(bytes).toHaveLength(4 * MiB);
  const { status, body } = await create({}, { bytes });
  expect(status).toBe(201);
  expect((await picture(body.image)).bytes.equals(bytes)).toBe(true);
});

test("an empty file field is no picture, and a file field of another name is ignored", async () => {
  const { body } = await create({}, { bytes: new Uint8Array(), name: "" });
  expect(body).not.toHaveProperty("image");
  const form = productForm();
  form.append("photo", new Blob([svg]), "x.svg");
  const other = await manager.post("/v1/products", form);
  expect(other.status).toBe(201);
  expect(other.body).not.toHaveProperty("image");
});

test("text in the field of the picture is ignored, so that nobody can set an address", async () => {
  const { status, body } = await create({ image: "https://evil.example/x.png" });
  expect(status).toBe(201);
  expect(body).not.toHaveProperty("image");
});

test.each([
  "../../a",
  "..\\..\\a.png",
  "/etc/passwd",
  'a"; name="p_id',
  "a\r\nx-evil: 1\r\n\r\nb.png",
  "\u202egnp.exe",
  "x".repeat(5_000),
  "नाम.png",
  "\u0000.png",
])("a file named %j is stored under a name of ours", async (name) => {
  const { status, body } = await create({}, { bytes: png(), name });
  expect(status).toBe(201);
  expect(body.image).toMatch(/^\/images\/p\d+-[0-9a-f]{16}\.png$/);
  expect(body).not.toHaveProperty("x-evil");
});

const boundary = "----picture";
const part = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const filled = () => part("name", "Bib") + part("lead_time", "15");
const multipart = (body: string | Buffer, type = `multipart/form-data; boundary=${boundary}`) =>
  manager.post("/v1/products", Buffer.from(body), { "content-type": type });

test("a multipart body written by hand is read like any other", async () => {
  const p_id = unique("SND");
  const answer = await multipart(`${filled()}${part("p_id", p_id)}--${boundary}--\r\n`);
  expect(answer).toMatchObject({ status: 201, body: { p_id, name: "Bib", lead_time: 15 } });
});

const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
const many = Array.from({ length: 1_000 }, (_, i) => part(`f${i}`, "x")).join("");
const brokenForms: [what: string, body: string, type?: string][] = [
  ["without a boundary", `${filled()}--${boundary}--`, "multipart/form-data"],
  ["with an empty boundary", `${filled()}--${boundary}--`, "multipart/form-data; boundary="],
  ["with another boundary", `${filled()}--${boundary}--`, "multipart/form-data; boundary=other"],
  ["without an end", filled()],
  ["cut in a head", `${filled()}--${boundary}\r\nContent-Dispo`],
  ["cut in a file", `${filled()}${fileHead}\x89PNG`],
  ["that is empty", ""],
  ["of nothing but its end", `--${boundary}--\r\n`],
  ["with no names", `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${boundary}--\r\n`],
  ["of 1,000 fields", `${many}${filled()}--${boundary}--\r\n`],
  ["that is JSON", JSON.stringify({ name: "Bib", p_id: "B", lead_time: 15 }), "application/json"],
  ["that is a query", "name=Bib&p_id=B&lead_time=15", "application/x-www-form-urlencoded"],
  ["of no type", `${filled()}--${boundary}--`, ""],
];

test.each(brokenForms)("400: a form %s creates no product", async (_, body, type) => {
  const before = await all("products");
  expect(await multipart(body, type)).toFailWith("BAD_REQUEST");
  expect(await all("products")).toHaveLength(before.length);
});

test("400: two pictures at once are too many", async () => {
  const form = productForm({}, { bytes: png() });
  form.append("image", new Blob([png(3, 3)]), "second.png");
  expect(await manager.post("/v1/products", form)).toFailWith("BAD_REQUEST", { field: "body" });
});
