// A camera that shows a barcode.

/** The bars of an EAN-13 code, dark ones as 1. */
export const ean13 = (code: string): string => {
  const odd = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split(" ");
  const parity = "000000 001011 001101 001110 010011 011001 011100 010101 010110 011010".split(" ");
  const swapped = (bars = "") => [...bars].map((bar) => (bar === "0" ? "1" : "0")).join("");
  const even = (bars = "") => [...swapped(bars)].reverse().join("");
  const [first = 0, ...digits] = [...code].map(Number);
  const left = digits.slice(0, 6).map((digit, at) => (parity[first]?.[at] === "1" ? even(odd[digit]) : odd[digit]));
  const right = digits.slice(6).map((digit) => swapped(odd[digit]));
  return `101${left.join("")}01010${right.join("")}101`;
};

/** Runs in the page: replaces its camera by one that shows a barcode. */
export const showBarcode = (bars: string): void => {
  const picture = Object.assign(document.createElement("canvas"), { width: 1_280, height: 720 });
  const pen = picture.getContext("2d") as CanvasRenderingContext2D;
  setInterval(() => {
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, 1_280, 720);
    pen.fillStyle = "#000000";
    for (const [at, bar] of [...bars].entries()) if (bar === "1") pen.fillRect(350 + at * 6, 240, 6, 240);
  }, 50);
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: async () => picture.captureStream(20) } });
};

/** Runs in the page: replaces its camera by one that holds up the picture whose address is the body's `data-held`. */
export const showPicture = (): void => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1_280, height: 720 });
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const picture = new Image();
  setInterval(() => {
    const { held = "" } = document.body?.dataset ?? {};
    if (picture.src !== held) picture.src = held;
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, 1_280, 720);
    pen.imageSmoothingEnabled = false;
    if (held && picture.complete) pen.drawImage(picture, 240, 160, picture.width * 2, picture.height * 2);
  }, 50);
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: async () => canvas.captureStream(20) } });
};
