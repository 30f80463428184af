// Drawings of what stands and lies in a child's room.
import {
  box,
  type Drawing,
  disc,
  face,
  fill,
  heart,
  ink,
  mirrored,
  moved,
  oval,
  palette,
  star,
  stroke,
  white,
  wood,
} from "./pencil.ts";

/** A bear with a hood: the towel as it is worn. */
export const hoodedTowel: Drawing = (c, d) =>
  mirrored(disc(78, 56, 25, c.base) + disc(78, 56, 13, d.light)) +
  fill(
    "M128 40C172 40 192 72 190 104 210 130 222 170 220 204 220 214 214 219 206 218 160 210 96 210 50 218 42 219 36 214 36 204 34 170 46 130 66 104 64 72 84 40 128 40Z",
    c.base,
  ) +
  fill("M128 64C156 64 168 84 166 104 164 124 148 134 128 134 108 134 92 124 90 104 88 84 100 64 128 64Z", "#f3c9a5") +
  fill("M90 96C90 80 104 64 128 64 152 64 166 80 166 96 146 76 110 76 90 96Z", c.dark) +
  face(128, 102, 30) +
  stroke("M128 140C124 166 126 190 128 208", c.dark, 6) +
  stroke("M48 194C100 186 156 186 208 194", c.light, 10) +
  heart(92, 166, 11, d.base) +
  heart(166, 166, 11, d.base);

/** A folded quilt with block-printed flowers. */
export const quilt: Drawing = (c, d) => {
  const flower = (x: number, y: number) =>
    [0, 1, 2, 3, 4].map((i) => disc(x + 9 * Math.sin(i * 1.257), y - 9 * Math.cos(i * 1.257), 7, d.base)).join("") +
    disc(x, y, 6, palette.sun.base);
  return (
    box(28, 150, 200, 36, 18, c.dark) +
    box(28, 182, 200, 38, 19, c.base) +
    fill(
      "M46 64H210C220 64 228 72 228 82V150C228 162 220 168 210 168H46C36 168 28 160 28 150V82C28 72 36 64 46 64Z",
      c.light,
    ) +
    [flower(64, 96), flower(128, 88), flower(192, 96), flower(96, 132), flower(160, 132)].join("") +
    stroke("M44 150H212", c.base, 7, 'stroke-dasharray="1 14"') +
    stroke("M46 201H210", c.light, 5, 'stroke-dasharray="10 12"')
  );
};

/** A pillow with a hollow for the head. */
export const pillow: Drawing = (c, d) =>
  fill(
    "M40 82C36 60 56 50 76 58 108 66 148 66 180 58 200 50 220 60 216 82 208 112 208 150 216 180 220 204 200 214 180 206 148 198 108 198 76 206 56 214 36 204 40 180 48 150 48 112 40 82Z",
    c.base,
  ) +
  stroke("M54 84C60 116 60 150 54 178M202 84C196 116 196 150 202 178", c.light, 6, 'stroke-dasharray="9 11"') +
  oval(128, 132, 54, 44, c.dark) +
  oval(128, 135, 48, 37, c.light) +
  mirrored(star(74, 92, 10, d.base) + star(74, 174, 10, d.base)) +
  heart(128, 82, 8, d.base) +
  disc(114, 136, 5, d.base) +
  disc(142, 130, 5, d.base) +
  disc(128, 150, 5, d.base) +
  disc(126, 118, 5, d.base);

/** A tent of net over a small mattress. */
export const net: Drawing = (c, d) => {
  const dome = "M30 190C30 92 70 40 128 40 186 40 226 92 226 190Z";
  return (
    box(28, 188, 200, 34, 15, c.base) +
    box(28, 204, 200, 18, 9, c.dark) +
    fill(dome, white, 'opacity=".75"') +
    oval(86, 182, 34, 15, d.base) +
    oval(82, 179, 24, 9, d.light) +
    `<clipPath id="n"><path d="${dome}"/></clipPath><g clip-path="url(#n)" opacity=".75">` +
    Array.from({ length: 12 }, (_, i) =>
      stroke(`M${i * 36 - 110} 30L${i * 36 + 60} 200M${i * 36 - 20} 30L${i * 36 - 190} 200`, c.light, 4),
    ).join("") +
    "</g>" +
    stroke(dome, c.base, 11) +
    stroke("M128 40C164 70 178 130 176 188", d.base, 8) +
    disc(177, 176, 8, d.dark)
  );
};

export const nursingPillow: Drawing = (c, d) =>
  stroke("M76 176C40 100 80 62 128 62 176 62 216 100 180 176", c.dark, 74) +
  stroke("M76 174C40 98 80 60 128 60 176 60 216 98 180 174", c.base, 66) +
  [
    [74, 182],
    [60, 134],
    [78, 90],
    [128, 58],
    [178, 90],
    [196, 134],
    [182, 182],
  ]
    .map(([x = 0, y = 0], i) => (i % 2 ? star(x, y, 12, d.base) : heart(x, y, 12, white)))
    .join("");

/** A sheet that keeps dry: half rolled, a drop on it. */
export const drySheet: Drawing = (c, d) =>
  fill("M58 72H198L226 212H30Z", c.light) +
  stroke("M58 72L30 212H226L198 72", c.base, 10) +
  stroke("M64 100L46 196H210L192 100", white, 5, 'stroke-dasharray="10 11"') +
  box(42, 46, 172, 42, 21, c.base) +
  stroke("M62 58H176", c.light, 7) +
  disc(194, 67, 21, c.dark) +
  stroke("M194 67a5 5 0 0 1 5 5a10 10 0 0 1-16-4", c.light, 5) +
  fill("M128 106C144 132 154 144 154 160A26 26 0 0 1 102 160C102 144 112 132 128 106Z", d.base) +
  stroke("M116 164q2 10 12 11", d.light, 6);

/** A lamp like a mushroom, glowing. */
export const lamp: Drawing = (c, d) =>
  disc(128, 112, 100, "#fff3c9") +
  disc(128, 112, 76, "#ffe9a6") +
  fill("M104 128H152L158 198C159 210 150 216 140 216H116C106 216 97 210 98 198Z", "#fff7e6") +
  fill(
    "M36 124C36 66 78 34 128 34 178 34 220 66 220 124 220 140 206 144 190 142 150 134 106 134 66 142 50 144 36 140 36 124Z",
    c.base,
  ) +
  oval(84, 92, 17, 14, c.light, -30) +
  oval(132, 66, 16, 12, c.light) +
  oval(176, 96, 18, 14, c.light, 25) +
  oval(124, 108, 12, 9, c.light) +
  face(128, 172, 24) +
  oval(128, 216, 42, 8, d.base);

/** A felt basket with bottle, cloth and nappies. */
export const caddy: Drawing = (c, d) =>
  box(66, 60, 36, 80, 12, white) +
  box(74, 42, 20, 26, 8, "#f0cfa6") +
  box(66, 66, 36, 16, 6, d.base) +
  box(108, 78, 62, 60, 14, d.light) +
  box(108, 92, 62, 8, 4, d.base) +
  fill("M168 130C168 90 182 76 202 80 206 96 204 116 200 130Z", palette.sun.base) +
  stroke("M72 116C84 30 172 30 184 116", c.dark, 13) +
  fill("M36 112H220L210 204C209 214 202 220 192 220H64C54 220 47 214 46 204Z", c.base) +
  box(30, 104, 196, 24, 12, c.dark) +
  fill("M64 152H192L187 196C186 204 180 208 174 208H82C76 208 70 204 69 196Z", c.light) +
  stroke("M128 154V206", c.base, 6) +
  heart(98, 180, 12, d.base) +
  star(158, 180, 13, d.base);

/** A rope basket with a soft toy looking out. */
export const basket: Drawing = (c, d) =>
  mirrored(oval(98, 60, 13, 32, d.base, -8) + oval(98, 60, 6, 20, d.light, -8)) +
  disc(128, 104, 42, d.base) +
  face(128, 94, 28) +
  mirrored(stroke("M54 140C26 140 30 176 54 172", wood.dark, 11)) +
  [118, 138, 158, 178, 198]
    .map(
      (y, i) =>
        box(44 + i * 2, y, 168 - i * 4, 23, 11, i > 2 ? wood.base : c.base) +
        stroke(`M${60 + i * 2} ${y + 8}H${196 - i * 2}`, i > 2 ? wood.light : c.light, 4, 'stroke-dasharray="8 12"'),
    )
    .join("");

export const cot: Drawing = (c, d) =>
  box(36, 66, 16, 150, 8, wood.dark) +
  box(204, 66, 16, 150, 8, wood.dark) +
  disc(44, 62, 13, wood.base) +
  disc(212, 62, 13, wood.base) +
  box(50, 152, 156, 30, 8, c.base) +
  oval(84, 146, 26, 14, white) +
  fill("M104 152C120 128 180 128 204 146V166H104Z", d.base) +
  [64, 90, 116, 142, 168, 188].map((x) => box(x - 5, 98, 11, 86, 5, wood.light)).join("") +
  box(40, 88, 176, 18, 9, wood.base) +
  box(40, 178, 176, 22, 10, wood.base) +
  heart(128, 188, 9, white) +
  disc(44, 216, 9, ink) +
  disc(212, 216, 9, ink);

/** Four foam tiles that lock into each other. */
export const mat: Drawing = (c, d) => {
  const tile = (x: number, y: number, tone: string) => box(x, y, 92, 92, 12, tone);
  return (
    tile(34, 38, c.base) +
    tile(130, 38, d.base) +
    tile(34, 134, d.light) +
    tile(130, 134, c.light) +
    disc(128, 84, 16, c.base) +
    disc(80, 132, 16, d.light) +
    disc(176, 132, 16, d.base) +
    disc(128, 180, 16, c.light) +
    star(76, 84, 22, white) +
    heart(182, 84, 20, white) +
    disc(76, 184, 20, white) +
    moved(180, 186, fill("M0-22L22 18H-22Z", white, `stroke="${white}" stroke-width="8" stroke-linejoin="round"`))
  );
};
