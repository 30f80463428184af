// Drawings of what washes and cares for a child.
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
  type Tones,
  white,
} from "./pencil.ts";

const steel = palette.grey;

export const potty: Drawing = (c, d) =>
  fill("M74 40C74 26 182 26 182 40L190 128H66Z", c.dark) +
  disc(128, 78, 28, c.base) +
  face(128, 75, 20) +
  oval(128, 138, 90, 36, c.light) +
  oval(128, 138, 52, 19, c.dark) +
  oval(128, 142, 46, 14, ink) +
  fill(
    "M38 142C40 172 52 184 66 190L58 216C57 220 60 222 64 222H192C196 222 199 220 198 216L190 190C204 184 216 172 218 142 200 176 56 176 38 142Z",
    c.base,
  ) +
  box(116, 158, 24, 30, 12, d.base);

/** A tub of bubbles with a small duck. */
export const tub: Drawing = (c, d) =>
  disc(74, 108, 26, white) +
  disc(108, 94, 32, white) +
  disc(148, 100, 28, white) +
  disc(184, 112, 24, white) +
  disc(62, 74, 11, white) +
  disc(150, 54, 9, white) +
  disc(176, 78, 20, palette.sun.base) +
  fill("M158 82C148 80 144 86 142 90 150 96 156 94 162 90Z", "#ef8d55") +
  disc(171, 74, 4, ink) +
  oval(182, 108, 32, 20, palette.sun.base) +
  disc(134, 116, 20, white) +
  disc(92, 118, 18, white) +
  fill("M38 122H218C218 178 196 210 158 210H98C60 210 38 178 38 122Z", c.base) +
  box(24, 112, 208, 26, 13, c.dark) +
  mirrored(box(76, 204, 30, 18, 9, c.dark)) +
  stroke("M58 154C62 172 72 184 84 190", c.light, 9) +
  heart(128, 174, 14, d.base);

/** Round-tipped nail scissors. */
export const scissors: Drawing = (c, d) => {
  const blade = (tone: Tones, shade: string) =>
    box(-12, -100, 24, 116, 12, shade) + stroke("M0 4V40", tone.base, 20) + ring(0, 66, 30, tone.base, 17);
  return (
    moved(112, 128, blade(c, steel.base), 26) +
    moved(120, 128, blade(c, steel.light), -26) +
    disc(116, 128, 13, c.dark) +
    disc(116, 128, 5, white) +
    moved(208, 172, box(-10, -46, 20, 92, 10, d.base) + box(-10, 14, 20, 32, 10, d.dark))
  );
};

export const thermometer: Drawing = (c, d) =>
  moved(
    128,
    128,
    box(-27, -106, 54, 150, 27, c.base) +
      box(-10, 30, 20, 68, 10, steel.base) +
      box(-10, 66, 20, 34, 10, steel.light) +
      fill("M-27 16H27C27 36 14 44 10 52H-10C-14 44-27 36-27 16Z", c.dark) +
      box(-18, -74, 36, 62, 9, white) +
      disc(0, -92, 7, c.light) +
      disc(0, 10, 9, d.base) +
      moved(0, -43, stroke("M-18-9H-6L-12-1Q-4 0-6 6-9 11-18 9M5-9H18L10 10", ink, 5), -90),
    38,
  );

/** A pump bottle with a leaf. */
export const lotion: Drawing = (c, d) =>
  stroke("M128 70V44H164", d.dark, 15) +
  box(112, 34, 34, 20, 8, d.dark) +
  box(98, 64, 60, 24, 9, d.base) +
  fill(
    "M72 124C72 98 92 86 128 86 164 86 184 98 184 124V198C184 212 176 220 162 220H94C80 220 72 212 72 198Z",
    c.base,
  ) +
  box(82, 112, 11, 90, 5, c.light) +
  box(98, 122, 72, 78, 16, white) +
  fill("M134 186C112 182 106 156 118 136 142 142 152 166 134 186Z", palette.sage.base) +
  stroke("M134 190C132 172 128 160 122 148", palette.sage.dark, 5);

/** A small bottle of oil with a dropper cap. */
export const oil: Drawing = (c, d) =>
  box(106, 34, 44, 50, 14, d.dark) +
  box(100, 72, 56, 20, 8, d.base) +
  fill(
    "M106 90H150C152 110 188 116 188 150V196C188 212 178 220 164 220H92C78 220 68 212 68 196V150C68 116 104 110 106 90Z",
    c.light,
  ) +
  fill(
    "M68 150C90 140 108 160 128 150 148 140 168 160 188 150V196C188 212 178 220 164 220H92C78 220 68 212 68 196Z",
    c.base,
  ) +
  fill("M128 146C144 168 150 176 150 188A22 22 0 0 1 106 188C106 176 112 168 128 146Z", white) +
  heart(128, 188, 9, palette.coral.base);

export const combSet: Drawing = (c, d) => {
  const hairs = [-24, -8, 8, 24].map((x) => stroke(`M${x} -62V-6`, white, 9)).join("");
  const teeth = [0, 1, 2, 3, 4, 5].map((i) => stroke(`M4 ${-80 + i * 14}H30`, d.base, 8)).join("");
  return (
    moved(
      96,
      130,
      box(-13, 0, 26, 92, 13, c.base) +
        oval(0, -36, 48, 60, c.base) +
        oval(0, -36, 37, 48, c.light) +
        hairs +
        disc(0, 78, 5, white),
      -14,
    ) + moved(178, 128, teeth + box(-18, -94, 30, 186, 15, d.base) + box(-18, 20, 30, 72, 15, d.dark), 12)
  );
};

export const wipes: Drawing = (c, d) =>
  fill("M98 90C98 64 82 50 90 30 108 42 118 32 130 18 138 34 154 34 168 26 172 50 156 64 160 90Z", white) +
  stroke("M126 44C122 60 126 70 128 80", steel.light, 6) +
  fill(
    "M34 98C34 86 42 80 52 82 100 90 156 90 204 82 214 80 222 86 222 98V198C222 210 214 216 204 214 156 206 100 206 52 214 42 216 34 210 34 198Z",
    c.base,
  ) +
  box(84, 78, 88, 46, 18, d.base) +
  box(94, 86, 68, 24, 12, d.light) +
  stroke("M48 100V196M208 100V196", c.light, 8, 'stroke-dasharray="1 14"') +
  disc(128, 164, 34, white) +
  face(128, 160, 26);
