// Drawings of what a child hugs, floats, shakes and rides.
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
  ring,
  stroke,
  white,
  wood,
} from "./pencil.ts";

export const elephant: Drawing = (c, d) =>
  mirrored(
    fill("M84 96C60 54 18 66 20 116 22 162 58 176 86 158Z", c.base) +
      fill("M80 106C62 78 36 84 38 116 40 146 62 154 80 144Z", d.light),
  ) +
  mirrored(oval(96, 202, 22, 18, c.dark)) +
  oval(128, 176, 56, 44, c.base) +
  disc(128, 110, 62, c.base) +
  disc(104, 104, 8, ink) +
  disc(152, 104, 8, ink) +
  oval(92, 126, 11, 8, "#eb9f88") +
  oval(164, 126, 11, 8, "#eb9f88") +
  stroke("M128 126C128 156 126 176 142 184 152 188 160 182 160 174", c.dark, 26) +
  stroke("M128 126C128 156 126 176 142 184 152 188 160 182 160 174", c.base, 20) +
  disc(128, 118, 12, c.base) +
  stroke("M122 140h12M123 154h11", c.dark, 4);

export const bunny: Drawing = (c, d) =>
  moved(100, 88, oval(0, -22, 20, 48, c.base) + oval(0, -20, 9, 32, d.light), -10) +
  moved(156, 88, oval(0, -22, 20, 48, c.base) + oval(0, -20, 9, 32, d.light), 10) +
  mirrored(oval(72, 172, 17, 28, c.dark, 30)) +
  oval(128, 182, 54, 40, c.base) +
  mirrored(oval(94, 212, 24, 15, c.light)) +
  oval(128, 184, 32, 26, white) +
  oval(128, 116, 60, 52, c.base) +
  face(128, 112, 44, "#eb9f88") +
  oval(128, 120, 8, 6, d.dark) +
  heart(128, 182, 12, d.base);

export const duck: Drawing = (c, d) =>
  fill("M22 196q18-14 35 0t35 0t35 0t35 0t35 0t35 0V222Q232 230 222 230H34Q22 230 22 220Z", palette.sky.base) +
  fill(
    "M58 128C84 138 100 132 112 126H180C204 122 214 112 220 104 232 146 210 204 146 206 92 208 56 176 58 128Z",
    c.base,
  ) +
  disc(108, 88, 48, c.base) +
  fill("M66 88C48 84 36 92 32 98 40 108 56 110 70 104Z", "#ef8d55") +
  disc(94, 78, 8, ink) +
  disc(91, 75, 3, white) +
  oval(112, 100, 11, 8, "#eb9f88") +
  fill("M126 148C144 136 178 138 190 142 186 172 152 186 132 172 122 164 120 154 126 148Z", c.dark) +
  stroke("M104 42q6-16 18-12", c.dark, 8) +
  stroke("M22 198q18-14 35 0t35 0t35 0t35 0t35 0t35 0", palette.sky.light, 8) +
  disc(206, 74, 12, d.light) +
  disc(222, 50, 7, d.light);

export const tricycle: Drawing = (c, d) =>
  stroke("M92 116L44 42M28 44L56 34", d.dark, 11) +
  disc(44, 190, 28, ink) +
  disc(44, 190, 14, c.light) +
  stroke("M84 176L106 106H170L188 178M170 106L160 62", c.base, 15) +
  stroke("M138 58L178 54", ink, 13) +
  stroke("M136 58L146 57", d.base, 16) +
  stroke("M172 55L182 54", d.base, 16) +
  fill("M62 104C62 90 84 84 124 90 132 92 132 110 124 112H76C66 112 62 110 62 104Z", d.dark) +
  disc(86, 188, 32, ink) +
  disc(86, 188, 19, c.light) +
  disc(86, 188, 7, ink) +
  disc(188, 176, 42, ink) +
  disc(188, 176, 27, d.light) +
  disc(188, 176, 10, ink);

export const rattle: Drawing = (c, d) =>
  moved(
    128,
    128,
    stroke("M0 0V70", wood.base, 18) +
      ring(0, 84, 20, d.base, 13) +
      disc(0, -42, 54, c.base) +
      fill("M-53-50C-20-32 20-32 53-50A54 54 0 0 1 53-30C20-12-20-12-53-30Z", d.base) +
      fill("M-40-80A54 54 0 0 1-8-95C-26-88-38-72-42-64Z", c.light) +
      disc(-27, -15, 7, white) +
      disc(0, -6, 7, white) +
      disc(27, -15, 7, white) +
      disc(-16, -68, 7, white) +
      disc(16, -68, 7, white) +
      box(-12, 8, 24, 16, 8, wood.dark),
    28,
  );
