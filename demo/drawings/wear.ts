// Drawings of what a child wears and is wrapped in.
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
  skin,
  star,
  stroke,
  white,
} from "./pencil.ts";

/** Three rolled cloths with their spiral ends. */
export const swaddle: Drawing = (c, d) => {
  const roll = (x: number, y: number, body: string, end: string, line: string) =>
    box(x, y, 186, 60, 30, body) +
    disc(x + 156, y + 30, 30, end) +
    stroke(`M${x + 156} ${y + 30}a8 8 0 0 1 8 8a16 16 0 0 1-26-6a20 20 0 0 1 20-22a22 22 0 0 1 20 22`, line, 5) +
    [28, 64, 100].map((step, i) => disc(x + step, y + (i % 2 ? 40 : 20), 7, line)).join("");
  return (
    roll(28, 158, c.base, c.light, c.dark) +
    roll(44, 99, d.base, d.light, d.dark) +
    roll(24, 40, c.light, white, c.base)
  );
};

/** A sleeping child in a wrap. */
export const wrap: Drawing = (c, d) =>
  fill("M128 30C176 30 200 74 198 116 196 170 164 224 128 224 92 224 60 170 58 116 56 74 80 30 128 30Z", c.base) +
  disc(128, 86, 44, skin) +
  stroke("M104 88q8 8 16 0M136 88q8 8 16 0", ink, 5) +
  stroke("M120 106q8 7 16 0", ink, 5) +
  oval(100, 102, 8, 6, "#eb9f88") +
  oval(156, 102, 8, 6, "#eb9f88") +
  stroke("M122 46q2-10 12-8", "#6b4a3a", 6) +
  fill("M59 110C86 152 140 170 190 150 178 192 152 224 128 224 92 224 62 168 59 110Z", c.light) +
  stroke("M59 110C86 152 140 170 190 150", c.dark, 5) +
  heart(106, 172, 10, d.base) +
  heart(140, 194, 9, d.base) +
  heart(88, 146, 8, d.base);

export const bib: Drawing = (c, d) =>
  fill(
    "M128 218C72 218 52 182 54 136 56 92 66 62 84 44 96 33 110 42 107 58 103 88 112 100 128 100 144 100 153 88 149 58 146 42 160 33 172 44 190 62 200 92 202 136 204 182 184 218 128 218Z",
    c.base,
  ) +
  stroke("M128 206C80 206 66 176 66 138", c.light, 6) +
  disc(93, 54, 6, white) +
  disc(163, 54, 6, white) +
  disc(104, 128, 14, d.base) +
  disc(152, 128, 14, d.base) +
  disc(128, 156, 36, d.light) +
  disc(104, 128, 6, d.dark) +
  disc(152, 128, 6, d.dark) +
  face(128, 152, 26);

/** A bib with a pocket that catches crumbs. */
export const pocketBib: Drawing = (c, d) =>
  fill(
    "M128 176C76 176 58 150 58 122 58 88 68 58 84 42 96 31 110 40 107 56 103 86 112 98 128 98 144 98 153 86 149 56 146 40 160 31 172 42 188 58 198 88 198 122 198 150 180 176 128 176Z",
    c.base,
  ) +
  disc(93, 52, 6, white) +
  disc(163, 52, 6, white) +
  disc(92, 118, 8, d.base) +
  disc(128, 124, 8, d.base) +
  disc(164, 118, 8, d.base) +
  fill("M50 142C90 162 166 162 206 142 216 190 184 220 128 220 72 220 40 190 50 142Z", c.dark) +
  fill("M50 142C90 162 166 162 206 142 204 150 200 156 196 160 160 172 96 172 60 160 56 156 52 150 50 142Z", c.light);

const bodysuit =
  "M98 44C104 62 152 62 158 44 170 46 180 50 186 56L224 98C228 103 227 108 223 112L204 128C199 132 194 131 190 127L184 120 186 168C176 176 164 192 160 212 159 217 156 219 152 219L104 219C100 219 97 217 96 212 92 192 80 176 70 168L72 120 66 127C62 131 57 132 52 128L33 112C29 108 28 103 32 98L70 56C76 50 86 46 98 44Z";

export const romper: Drawing = (c, d) =>
  fill(bodysuit, c.base) +
  stroke("M98 46C104 66 152 66 158 46", c.dark, 8) +
  stroke("M70 168C80 176 92 192 96 214M186 168C176 176 164 192 160 214", c.dark, 7) +
  stroke("M36 102l22 24M220 102l-22 24", c.light, 8) +
  disc(112, 208, 5, white) +
  disc(128, 208, 5, white) +
  disc(144, 208, 5, white) +
  disc(106, 104, 13, d.base) +
  disc(150, 104, 13, d.base) +
  disc(128, 128, 32, d.base) +
  face(128, 124, 24);

/** A striped bodysuit with a star. */
export const stripes: Drawing = (c, d) =>
  fill(bodysuit, white) +
  `<clipPath id="s"><path d="${bodysuit}"/></clipPath><g clip-path="url(#s)">` +
  [76, 108, 140, 172, 204].map((y) => box(20, y, 216, 15, 0, c.base)).join("") +
  "</g>" +
  stroke("M98 46C104 66 152 66 158 46", c.dark, 8) +
  stroke("M70 168C80 176 92 192 96 214M186 168C176 176 164 192 160 214", c.dark, 7) +
  disc(128, 122, 32, white) +
  star(128, 123, 19, d.base);

/** A sleeveless front-open top with ties. */
export const jhabla: Drawing = (c, d) =>
  fill(
    "M92 40C100 58 112 72 128 80 144 72 156 58 164 40L186 44C184 70 190 88 206 104L214 204C215 211 210 216 203 216L53 216C46 216 41 211 42 204L50 104C66 88 72 70 70 44Z",
    c.base,
  ) +
  stroke("M90 42C100 62 112 76 128 84 144 76 156 62 166 42", c.dark, 8) +
  stroke("M128 86V214", c.dark, 6) +
  mirrored(stroke("M128 116C112 100 98 112 106 120 112 126 122 120 128 116L110 138", d.base, 8)) +
  mirrored(stroke("M128 166C112 150 98 162 106 170 112 176 122 170 128 166L110 188", d.base, 8)) +
  mirrored(
    disc(76, 132, 7, c.light) + disc(66, 182, 7, c.light) + disc(90, 202, 7, c.light) + disc(94, 84, 6, c.light),
  );

/** A cap with a knot above a pair of mittens. */
export const capSet: Drawing = (c, d) =>
  stroke("M128 38q-20-26-26-6t26 6q20-26 26-6t-26 6", c.dark, 9) +
  fill("M62 106C62 58 90 34 128 34 166 34 194 58 194 106Z", c.base) +
  star(128, 74, 17, white) +
  box(52, 92, 152, 32, 16, c.light) +
  mirrored(
    moved(
      80,
      178,
      fill("M-34 34C-48-8-34-42 0-42 34-42 46-8 34 34Z", d.base) +
        heart(0, -4, 12, white) +
        box(-40, 20, 80, 22, 11, d.light),
      10,
    ),
  );

export const booties: Drawing = (c, d) => {
  const shoe =
    fill("M0 0H64V58C64 66 74 70 92 74 116 80 122 96 120 112H14C4 112 0 106 0 98Z", c.base) +
    fill("M8 100H121C121 116 114 122 104 122H16C4 122 0 114 0 104Z", c.dark) +
    box(-8, -16, 80, 36, 18, white) +
    disc(92, 88, 5, c.light) +
    disc(50, 60, 8, d.base) +
    stroke("M50 60q-20-14-22 0t22 0q20-14 22 0t-22 0", d.base, 7);
  return moved(92, 48, shoe, 0, 0.94) + moved(32, 104, shoe, 0, 0.94);
};

export const nappy: Drawing = (c, d) =>
  fill(
    "M36 70C34 62 40 56 48 58 100 66 156 66 208 58 216 56 222 62 220 70L212 118C210 126 204 130 196 132 172 138 162 164 160 190 159 200 152 206 142 206H114C104 206 97 200 96 190 94 164 84 138 60 132 52 130 46 126 44 118Z",
    c.base,
  ) +
  stroke("M50 134C84 142 97 168 99 194M206 134C172 142 159 168 157 194", c.light, 9) +
  fill("M36 70C34 62 40 56 48 58 100 66 156 66 208 58 216 56 222 62 220 70L217 90C160 100 96 100 39 90Z", c.dark) +
  [60, 84, 108, 148, 172, 196].map((x) => disc(x, Math.abs(x - 128) > 50 ? 77 : 80, 6, white)).join("") +
  heart(128, 134, 17, d.base) +
  heart(92, 118, 9, d.light) +
  heart(164, 118, 9, d.light) +
  heart(128, 180, 10, d.light);

export const sleepingBag: Drawing = (c, d) =>
  fill(
    "M96 36C102 58 154 58 160 36L182 42C178 62 182 76 194 90L206 178C210 206 192 222 166 222H90C64 222 46 206 50 178L62 90C74 76 78 62 74 42Z",
    c.base,
  ) +
  stroke("M74 44C78 64 74 78 62 92M182 44C178 64 182 78 194 92", c.dark, 8) +
  stroke("M96 38C102 60 154 60 160 38", c.dark, 8) +
  stroke("M128 60V210", white, 7, 'stroke-dasharray="1 13"') +
  box(120, 56, 16, 26, 8, d.base) +
  mirrored(star(88, 112, 11, d.light) + star(100, 162, 9, d.light) + star(72, 196, 11, d.light));

/** Folded cloths, tied with a bow. */
export const washcloths: Drawing = (c, d) => {
  const tones = [c.base, d.light, c.light, d.base, c.base];
  return (
    tones.map((tone, i) => box(36, 74 + i * 29, 184, 32, 15, tone)).join("") +
    tones.map((_, i) => stroke(`M56 ${90 + i * 29}H196`, white, 4, 'opacity=".55"')).join("") +
    box(114, 72, 28, 148, 4, palette.coral.base) +
    mirrored(fill("M128 68C104 34 72 44 78 62 84 76 112 74 128 68Z", palette.coral.base)) +
    box(114, 54, 28, 26, 11, palette.coral.dark)
  );
};
