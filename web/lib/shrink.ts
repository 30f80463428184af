// Pictures are made small before they are sent: 512 px WebP, upright whatever the camera says.

const side = 512;
const quality = 0.82;

/** A smaller picture, or undefined when the file is not a picture the browser can read. */
export const shrink = async (file: File): Promise<File | undefined> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).then(
    (picture) => picture,
    () => undefined,
  );
  if (!bitmap) return undefined;
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  const type = blob.type === "image/webp" ? "webp" : "png";
  return new File([blob], `${file.name.replace(/\.\w+$/, "")}.${type}`, { type: blob.type });
};
