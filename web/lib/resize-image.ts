// Draws a picture anew before upload: at most 512 px, turned upright, and without metadata such as place and camera.
import * as v from "valibot";
import { sizeText } from "./format.ts";

const maxSide = 512;
const quality = 0.82;
/** Bytes of the largest picture that is read; a phone's camera stays well below. */
const maxBytes = 30 * 1024 * 1024;

/** A chosen file, with the smaller file to send or the problem with it. */
export interface PickedImage {
  from: File;
  file?: File;
  problem?: string;
}

/** In a form it is refused while there is a problem with it. */
export const ImageInput = v.pipe(
  v.custom<PickedImage>(() => true),
  v.check(
    ({ problem }) => !problem,
    ({ input }) => input.problem ?? "",
  ),
);

/** Those that were sent before. */
export const pickedImages = (files: File | readonly File[] | undefined): PickedImage[] =>
  [files ?? []].flat().map((file) => ({ from: file, file }));

/** Never throws: a failure is in `problem`. */
export const resizeImage = async (from: File): Promise<PickedImage> => {
  if (!from.type.startsWith("image/")) return { from, problem: `${from.name} is not an image` };
  if (from.size > maxBytes)
    return { from, problem: `At most ${sizeText(maxBytes)}, this image has ${sizeText(from.size)}` };
  const file = await redraw(from);
  return file ? { from, file } : { from, problem: "This image cannot be read, choose a PNG, JPEG or WebP" };
};

/** The picture drawn anew, however small it is, or undefined if the browser cannot read the file as one. */
const redraw = async (file: File): Promise<File | undefined> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined);
  if (!bitmap) return undefined;
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await encode(canvas);
  const extension = blob.type.replace("image/", "").replace("jpeg", "jpg");
  return new File([blob], `${file.name.replace(/\.\w+$/, "")}.${extension}`, { type: blob.type });
};

/** As WebP. Safari cannot write it and gives PNG, in which a photo has many times the bytes that it has as JPEG. */
const encode = async (canvas: OffscreenCanvas): Promise<Blob> => {
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  if (blob.type === "image/webp" || !isOpaque(canvas)) return blob;
  return canvas.convertToBlob({ type: "image/jpeg", quality });
};

const isOpaque = (canvas: OffscreenCanvas): boolean => {
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  return pixels.every((value, index) => index % 4 !== 3 || value === 255);
};
