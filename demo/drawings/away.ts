// Drawings of what a child is carried in and what comes along.
import {
  box,
  type Drawing,
  disc,
  face,
  fill,
  heart,
  ink,
  mirrored,
  oval,
  palette,
  skin,
  star,
  stroke,
  white,
} from "./pencil.ts";

/** A rucksack for a day out. */
export const rucksack: Drawing = (c, d) =>
  stroke("M96 62C96 26 160 26 160 62", c.dark, 13) +
  mirrored(box(38, 132, 34, 72, 16, c.dark)) +
  fill(
    "M60 104C60 70 86 50 128 50 170 50 196 70 196 104V200C196 212 188 220 176 220H80C68 220 60 212 60 200Z",
    c.base,
  ) +
  fill("M60 104C60 70 86 50 128 50 170 50 196 70 196 104V116C160 132 96 132 60 116Z", c.light) +
  box(114, 108, 28, 36, 12, d.dark) +
  box(80, 150, 96, 56, 18, c.dark) +
  stroke("M94 166H162", c.light, 6) +
  heart(128, 188, 10, d.base);

/** A toddler's rucksack with ears. */
export const bearBag: Drawing = (c, d) =>
  mirrored(disc(80, 60, 28, c.base) + disc(80, 60, 15, d.light)) +
  mirrored(stroke("M62 130C36 150 36 190 64 204", d.dark, 14)) +
  fill(
    "M54 122C54 72 84 48 128 48 172 48 202 72 202 122V186C202 208 188 220 168 220H88C68 220 54 208 54 186Z",
    c.base,
  ) +
  face(128, 112, 50) +
  oval(128, 124, 10, 7, ink) +
  box(78, 156, 100, 50, 20, c.light) +
  stroke("M94 170H162", d.dark, 6) +
  disc(128, 188, 8, d.base);

/** A child looking out of a carrier. */
export const carrier: Drawing = (c, d) =>
  box(108, 18, 40, 48, 16, skin) +
  fill(
    "M104 44C120 56 136 56 152 44 182 46 208 58 212 88L218 212C218 218 214 222 208 222H48C42 222 38 218 38 212L44 88C48 58 74 46 104 44Z",
    palette.blue.light,
  ) +
  mirrored(stroke("M92 44C70 76 70 104 88 140", c.dark, 22)) +
  mirrored(stroke("M86 178C64 180 54 188 50 204", skin, 22) + oval(49, 208, 15, 12, d.base)) +
  disc(128, 98, 38, skin) +
  fill("M90 96C88 62 112 52 130 54 152 54 168 68 166 96 154 82 140 78 128 80 114 78 100 84 90 96Z", "#5d4436") +
  face(128, 104, 27) +
  fill("M82 130C98 122 158 122 174 130 184 152 184 172 172 190H84C72 172 72 152 82 130Z", c.base) +
  fill("M90 134C110 128 146 128 166 134L164 150C144 144 112 144 92 150Z", c.light) +
  box(38, 182, 180, 24, 12, c.dark) +
  box(113, 178, 30, 32, 9, d.base) +
  star(128, 166, 10, d.light);

export const pram: Drawing = (c, d) =>
  stroke("M176 150L220 74C222 68 230 66 236 66", ink, 11) +
  fill("M34 126A82 82 0 0 1 116 44V126Z", c.dark) +
  stroke("M116 126L60 64", c.base, 6) +
  stroke("M34 126A82 82 0 0 1 116 44", c.light, 8) +
  fill("M34 122H196C196 162 166 182 134 182H96C62 182 34 160 34 122Z", c.base) +
  box(28, 114, 174, 20, 10, d.base) +
  star(114, 156, 13, white) +
  stroke("M90 182L78 204M142 182L156 204", ink, 9) +
  disc(76, 202, 25, ink) +
  disc(76, 202, 13, d.light) +
  disc(158, 202, 25, ink) +
  disc(158, 202, 13, d.light);

export const carSeat: Drawing = (c, d) =>
  fill("M72 52C76 30 180 30 184 52L200 150H56Z", c.dark) +
  fill(
    "M36 136C36 122 52 120 60 130L72 160H184L196 130C204 120 220 122 220 136L212 196C210 212 200 220 188 220H68C56 220 46 212 44 196Z",
    c.base,
  ) +
  fill("M90 56C94 44 162 44 166 56L176 152H80Z", c.light) +
  box(96, 50, 64, 44, 20, white) +
  stroke("M106 84L122 158M150 84L134 158", ink, 11) +
  box(114, 148, 28, 28, 9, d.base) +
  stroke("M128 172V196", ink, 11) +
  fill("M72 172H184L176 204H80Z", c.light) +
  stroke("M128 170V188", ink, 11) +
  box(114, 150, 28, 26, 9, d.base);

export const umbrella: Drawing = (c, d) =>
  stroke("M128 40V196C128 222 96 222 96 198", d.dark, 12) +
  fill(
    "M24 134C28 80 70 46 128 46 186 46 228 80 232 134 218 120 192 120 180 134 166 120 142 120 128 134 114 120 90 120 76 134 64 120 38 120 24 134Z",
    c.base,
  ) +
  fill("M76 134C78 96 100 62 128 46 156 62 178 96 180 134 166 120 142 120 128 134 114 120 90 120 76 134Z", c.light) +
  stroke("M110 98q18 16 36 0", c.dark, 6) +
  mirrored(disc(90, 56, 23, c.base) + disc(90, 54, 14, white) + disc(93, 56, 8, ink));
