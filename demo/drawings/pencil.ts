// Colours and rounded shapes that every drawing is made of, on a sheet of 256 x 256.

export interface Tones {
  paper: string;
  light: string;
  base: string;
  dark: string;
}

const tones = (paper: string, light: string, base: string, dark: string): Tones => ({ paper, light, base, dark });

export const palette = {
  rose: tones("#fce9ec", "#fac8d1", "#ee93a6", "#cd6781"),
  coral: tones("#fdebe4", "#fbc9b8", "#f0937a", "#cf6a50"),
  sun: tones("#fdf3da", "#fbe1a1", "#f2bd4b", "#cc9127"),
  sage: tones("#eef3e6", "#d0e0bb", "#9cbe7f", "#719756"),
  mint: tones("#e2f4ef", "#b4e2d5", "#6ac1ab", "#3f9581"),
  sky: tones("#e4f1fa", "#bbdef3", "#78b7df", "#468abb"),
  blue: tones("#e8edfa", "#c1d0f3", "#7f9adf", "#566fb8"),
  lilac: tones("#f1eafa", "#dacbf3", "#ae92dc", "#8263b5"),
  sand: tones("#f7f0e5", "#ecdbc0", "#d3b184", "#a9844f"),
  grey: tones("#eef0f3", "#d5dbe2", "#a0acb9", "#6c7988"),
} as const;

export type Colour = keyof typeof palette;

export const white = "#fffdf9";
export const ink = "#454a5c";
export const skin = "#f3c9a5";
const blush = "#eb9f88";
export const wood = palette.sand;

/** One object in its own colour `c`, with details in a second colour `d`. */
export type Drawing = (c: Tones, d: Tones) => string;

/** Filled shapes: outline, circle, ellipse, rounded rectangle. */
export const fill = (d: string, colour: string, more = "") => `<path d="${d}" fill="${colour}" ${more}/>`;
export const disc = (x: number, y: number, r: number, colour: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;
export const oval = (x: number, y: number, rx: number, ry: number, colour: string, turn = 0) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${colour}" transform="rotate(${turn} ${x} ${y})"/>`;
export const box = (x: number, y: number, w: number, h: number, r: number, colour: string, turn = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${colour}" transform="rotate(${turn} ${x + w / 2} ${y + h / 2})"/>`;

/** Strokes with round ends: a line of any shape, and a ring. */
export const stroke = (d: string, colour: string, width: number, more = "") =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const ring = (x: number, y: number, r: number, colour: string, width: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

/** The same shapes on both sides of the middle. */
export const mirrored = (shapes: string) => `${shapes}<g transform="translate(256 0) scale(-1 1)">${shapes}</g>`;
export const moved = (x: number, y: number, shapes: string, turn = 0, scale = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${shapes}</g>`;

export const heart = (x: number, y: number, size: number, colour: string) =>
  moved(x, y, fill("M0 9C-12 1-10-9-4-9-1-9 0-6 0-5 0-6 1-9 4-9 10-9 12 1 0 9Z", colour), 0, size / 10);

export const star = (x: number, y: number, size: number, colour: string) => {
  const point = (i: number) => {
    const reach = i % 2 ? 0.55 * size : size;
    const angle = (i * Math.PI) / 5 - Math.PI / 2;
    return `${(x + reach * Math.cos(angle)).toFixed(1)} ${(y + reach * Math.sin(angle)).toFixed(1)}`;
  };
  const outline = `M${Array.from({ length: 10 }, (_, i) => point(i)).join("L")}Z`;
  return fill(outline, colour, `stroke="${colour}" stroke-width="${size / 3}" stroke-linejoin="round"`);
};

/** A friendly face: two eyes, cheeks and a smile, `wide` from eye to eye. */
export const face = (x: number, y: number, wide: number, cheek = blush) =>
  disc(x - wide / 2, y, wide / 8, ink) +
  disc(x + wide / 2, y, wide / 8, ink) +
  oval(x - wide * 0.78, y + wide * 0.3, wide / 6, wide / 8, cheek) +
  oval(x + wide * 0.78, y + wide * 0.3, wide / 6, wide / 8, cheek) +
  stroke(
    `M${x - wide * 0.2} ${y + wide * 0.26}Q${x} ${y + wide * 0.52} ${x + wide * 0.2} ${y + wide * 0.26}`,
    ink,
    wide / 9,
  );

/** A whole picture: tinted paper, a soft shadow on the floor, the object. */
export const sheet = (drawing: string, paper: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">` +
  `<rect width="256" height="256" fill="${paper}"/>` +
  `<ellipse cx="128" cy="220" rx="84" ry="12" fill="#3a3f55" opacity=".1"/>${drawing}</svg>`;
