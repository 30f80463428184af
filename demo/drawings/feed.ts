// Drawings of what a child eats and drinks from.
import {
  box,
  type Drawing,
  disc,
  face,
  fill,
  heart,
  mirrored,
  moved,
  oval,
  palette,
  star,
  stroke,
  white,
} from "./pencil.ts";

const steel = palette.grey;

/** A cup with two handles and a spout. */
export const sipper: Drawing = (c, d) =>
  mirrored(stroke("M78 120C34 116 32 186 84 182", d.base, 18)) +
  fill("M104 62C106 40 118 32 138 32 146 32 148 40 144 46L138 66Z", d.light) +
  fill("M70 92C76 66 98 58 128 58 158 58 180 66 186 92Z", d.base) +
  box(62, 88, 132, 26, 12, d.dark) +
  fill("M70 114H186L178 200C177 212 168 220 156 220H100C88 220 79 212 78 200Z", c.base) +
  fill("M84 122H98L103 206C104 211 98 211 97 207Z", c.light) +
  face(132, 158, 34);

export const bottle: Drawing = (c, d) =>
  fill("M112 58C110 40 116 26 128 26 140 26 146 40 144 58Z", "#f0cfa6") +
  fill("M96 74C96 60 108 54 128 54 148 54 160 60 160 74Z", "#f0cfa6") +
  box(84, 70, 88, 30, 10, c.base) +
  box(84, 88, 88, 12, 6, c.dark) +
  fill(
    "M92 100H164C182 116 180 130 172 146 180 164 182 200 170 214 166 219 162 220 156 220H100C94 220 90 219 86 214 74 200 76 164 84 146 76 130 74 116 92 100Z",
    white,
  ) +
  fill(
    "M80 158C100 150 114 166 134 158 150 152 164 158 176 158 180 178 179 204 170 214 166 219 162 220 156 220H100C94 220 90 219 86 214 77 204 76 178 80 158Z",
    c.light,
  ) +
  stroke("M146 118h16M152 136h8M152 154h8M148 172h14M154 190h8", c.dark, 6) +
  star(112, 186, 13, d.base);

/** A bowl on a suction foot with its spoon. */
export const bowl: Drawing = (c, d) =>
  stroke("M176 122L212 46", d.dark, 15) +
  oval(180, 116, 15, 24, d.dark, 24) +
  fill("M86 196H170L182 220H74Z", c.dark) +
  fill("M32 116H224C224 174 190 206 156 208H100C66 206 32 174 32 116Z", c.base) +
  oval(128, 116, 96, 22, c.light) +
  oval(128, 120, 78, 14, "#f6d98f") +
  disc(104, 118, 8, "#ec8f6b") +
  disc(136, 124, 7, "#8fbb74") +
  disc(154, 115, 6, "#ec8f6b") +
  face(128, 158, 36);

/** A bear-shaped plate with three parts, from above. */
export const plate: Drawing = (c, d) =>
  mirrored(disc(66, 66, 36, c.base) + disc(66, 66, 20, c.dark)) +
  disc(128, 136, 92, c.base) +
  fill("M52 128A76 76 0 0 1 204 128Q204 134 198 134H58Q52 134 52 128Z", c.light) +
  fill("M52 150Q52 146 58 146H116Q122 146 122 152V206Q122 212 116 211A76 76 0 0 1 52 150Z", c.light) +
  fill("M204 150Q204 146 198 146H140Q134 146 134 152V206Q134 212 140 211A76 76 0 0 0 204 150Z", c.light) +
  disc(104, 100, 13, d.base) +
  disc(132, 88, 13, d.base) +
  disc(150, 108, 13, d.base) +
  oval(92, 172, 18, 11, "#8fbb74", 35) +
  stroke("M154 164q12 12 26 6M154 180q10 10 20 4", "#e0a04a", 9);

/** A steel bottle with a straw lid. */
export const flask: Drawing = (c, d) =>
  stroke("M104 44C104 18 152 18 152 44", d.dark, 12) +
  fill("M84 76C84 50 100 42 128 42 156 42 172 50 172 76Z", d.base) +
  box(80, 70, 96, 20, 9, d.dark) +
  box(78, 88, 100, 132, 24, c.base) +
  box(78, 188, 100, 32, 16, steel.light) +
  box(78, 180, 100, 22, 0, c.base) +
  box(88, 100, 10, 76, 5, c.light) +
  moved(
    134,
    144,
    fill("M-12 16L-26 30V10ZM12 16L26 30V10Z", d.base) +
      fill("M-8 24H8L0 44Z", palette.sun.base) +
      fill("M0-44C18-28 20 0 13 24H-13C-20 0-18-28 0-44Z", white) +
      disc(0, -8, 8, d.base),
    18,
  );

export const brush: Drawing = (c, d) => {
  const head = (reach: number, rows: number, tints: string[]) =>
    Array.from({ length: rows }, (_, i) => {
      const half = reach * (0.62 + 0.38 * Math.sin((Math.PI * i) / (rows - 1)));
      return stroke(`M${-half} ${i * 9 - 5}L0 ${i * 9}L${half} ${i * 9 - 5}`, tints[i % 2] as string, 6);
    }).join("");
  return (
    moved(
      100,
      34,
      stroke("M0-6V150", steel.base, 9) +
        head(40, 11, [c.base, c.dark]) +
        disc(0, -6, 13, white) +
        box(-15, 112, 30, 80, 15, c.dark) +
        disc(0, 176, 6, white),
      -16,
    ) +
    moved(
      198,
      108,
      stroke("M0-4V60", steel.base, 7) + head(20, 6, [d.base, d.dark]) + box(-10, 52, 20, 58, 10, d.dark),
      14,
    )
  );
};

export const spoons: Drawing = (c, d) => {
  const spoon = (bowl: string, inner: string, handle: string) =>
    stroke("M0-10V96", handle, 20) + oval(0, -44, 32, 44, bowl) + oval(0, -42, 19, 29, inner);
  return (
    moved(88, 118, spoon(d.base, d.light, d.base), -24) +
    moved(168, 118, spoon(palette.sun.base, palette.sun.light, palette.sun.base), 24) +
    moved(128, 112, spoon(c.base, c.light, c.base) + heart(0, 84, 7, white))
  );
};

/** A stack of steel lunch boxes with clips and a handle. */
export const tiffin: Drawing = (c, d) =>
  stroke("M84 76C84 30 172 30 172 76", c.dark, 13) +
  fill("M60 92C60 68 92 60 128 60 164 60 196 68 196 92Z", c.base) +
  disc(128, 60, 11, c.dark) +
  [92, 134, 176]
    .map(
      (y) =>
        box(58, y, 140, 44, 12, steel.light) +
        box(70, y + 8, 10, 24, 5, white) +
        box(58, y + 34, 140, 10, 5, steel.base),
    )
    .join("") +
  mirrored(box(44, 78, 20, 128, 10, c.base) + box(48, 128, 12, 30, 6, c.dark)) +
  disc(128, 154, 30, d.base) +
  face(128, 151, 22);

export const snackCup: Drawing = (c, d) =>
  mirrored(stroke("M76 138C34 134 36 196 86 190", d.base, 17)) +
  disc(102, 84, 15, "#f2bd4b") +
  disc(132, 70, 16, "#ec8f6b") +
  disc(158, 86, 14, "#f2bd4b") +
  disc(128, 92, 14, "#f7dc93") +
  fill("M68 110H188L178 202C177 213 168 220 158 220H98C88 220 79 213 78 202Z", c.base) +
  box(58, 92, 140, 30, 15, d.dark) +
  box(70, 92, 116, 14, 7, d.base) +
  face(128, 162, 34);

export const highChair: Drawing = (c, d) =>
  stroke("M92 140L66 216M164 140L190 216M82 186H174", palette.sand.base, 14) +
  box(78, 28, 100, 124, 36, c.base) +
  box(92, 42, 72, 84, 26, c.light) +
  stroke("M108 60V104M148 60V104", d.base, 10) +
  heart(128, 78, 13, d.base) +
  box(88, 124, 80, 34, 14, c.dark) +
  box(44, 112, 168, 24, 12, white) +
  box(44, 124, 168, 14, 7, d.light);
