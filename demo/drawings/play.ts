// Drawings of what a child stacks, reads and looks at.
import {
  box,
  type Drawing,
  disc,
  face,
  fill,
  heart,
  ink,
  moved,
  oval,
  palette,
  ring,
  star,
  stroke,
  type Tones,
  white,
  wood,
} from "./pencil.ts";

/** A wooden ring with two cloth ears. */
export const teether: Drawing = (c, d) =>
  ring(128, 158, 46, wood.base, 24) +
  stroke("M90 176A44 44 0 0 0 128 202", wood.light, 6) +
  moved(
    128,
    112,
    fill("M-6 4C-40-10-64-44-54-76-48-92-30-90-20-74-8-54-4-24 4 4Z", c.base) +
      fill("M-20-16C-40-32-48-50-42-66-38-74-30-70-26-60-18-44-18-30-20-16Z", d.light),
    -8,
  ) +
  moved(
    128,
    112,
    fill("M6 4C40-10 64-44 54-76 48-92 30-90 20-74 8-54 4-24-4 4Z", c.base) +
      fill("M20-16C40-32 48-50 42-66 38-74 30-70 26-60 18-44 18-30 20-16Z", d.light),
    8,
  ) +
  box(104, 94, 48, 42, 18, c.dark) +
  box(104, 94, 48, 20, 10, c.base);

/** Beads on a silicone ring with a leaf. */
export const beads: Drawing = (c, d) => {
  const tints = [c.base, d.base, c.light, white, d.dark, c.base, d.light, c.dark, white];
  return (
    ring(128, 140, 62, wood.dark, 6) +
    tints
      .map((tint, i) =>
        disc(
          128 + 62 * Math.sin((i * 2 * Math.PI) / 9),
          140 - 62 * Math.cos((i * 2 * Math.PI) / 9),
          i % 2 ? 19 : 23,
          tint,
        ),
      )
      .join("") +
    fill("M128 86C100 76 92 48 104 26 132 32 144 60 128 86Z", palette.sage.base) +
    stroke("M126 78C122 62 116 48 108 36", palette.sage.dark, 5)
  );
};

export const stackingCups: Drawing = (c, d) => {
  const tints = [palette.sun, d, c, palette.lilac, palette.sage];
  return (
    tints
      .map((tint, i) => {
        const half = 30 + i * 13;
        const y = 34 + i * 37;
        return (
          fill(
            `M${128 - half + 9} ${y + 2}H${128 + half - 9}L${128 + half} ${y + 36}Q${128 + half} ${y + 40} ${128 + half - 6} ${y + 40}H${128 - half + 6}Q${128 - half} ${y + 40} ${128 - half} ${y + 36}Z`,
            tint.base,
          ) +
          box(128 - half, y + 30, half * 2, 10, 5, tint.dark) +
          box(128 - half + 14, y + 9, 8, 16, 4, tint.light)
        );
      })
      .join("") + face(128, 198, 28)
  );
};

export const stackingRings: Drawing = (c, d) => {
  const rings: [y: number, wide: number, tone: Tones][] = [
    [68, 84, palette.sun],
    [100, 112, c],
    [132, 138, palette.lilac],
    [164, 164, palette.mint],
  ];
  return (
    box(44, 200, 168, 22, 11, wood.base) +
    box(121, 40, 14, 40, 7, wood.base) +
    disc(128, 44, 22, d.base) +
    oval(120, 36, 6, 4, d.light) +
    rings
      .map(
        ([y, wide, tone]) =>
          box(128 - wide / 2, y, wide, 36, 18, tone.base) + box(142 - wide / 2, y + 8, wide / 3, 8, 4, tone.light),
      )
      .join("")
  );
};

/** An open cloth book with a tag. */
export const book: Drawing = (c, d) =>
  stroke("M34 90h-14M34 120h-14", d.base, 12) +
  fill(
    "M128 70C100 50 60 48 36 58 32 60 30 64 30 68V196C30 202 36 206 42 204 70 196 104 200 128 216 152 200 186 196 214 204 220 206 226 202 226 196V68C226 64 224 60 220 58 196 48 156 50 128 70Z",
    c.dark,
  ) +
  fill("M128 74C104 56 70 54 46 62 43 63 42 65 42 68V184C70 178 106 184 128 200Z", c.light) +
  fill("M128 74C152 56 186 54 210 62 213 63 214 65 214 68V184C186 178 150 184 128 200Z", white) +
  disc(86, 120, 30, d.base) +
  disc(68, 94, 10, d.base) +
  disc(104, 94, 10, d.base) +
  face(86, 116, 22) +
  fill(
    "M172 164C150 150 144 130 150 112 158 96 168 100 172 108 176 100 186 96 194 112 200 130 194 150 172 164Z",
    palette.coral.base,
  ) +
  stroke("M172 106q2-14 12-18", palette.sage.dark, 7) +
  stroke("M128 76V204", c.base, 6);

/** An arch with hanging toys over a mat. */
export const gym: Drawing = (c, d) =>
  oval(128, 200, 104, 26, c.light) +
  oval(128, 198, 82, 17, white) +
  stroke("M38 196C52 20 204 20 218 196", wood.base, 15) +
  stroke("M82 88V126M128 66V122M174 88V126", wood.dark, 5) +
  star(82, 142, 20, d.base) +
  disc(128, 142, 24, c.base) +
  face(128, 139, 18) +
  heart(174, 142, 22, palette.coral.base);

export const blocks: Drawing = (c, d) => {
  const cube = (x: number, y: number, tone: Tones, mark: string) =>
    box(x, y, 84, 84, 14, tone.base) + box(x + 11, y + 11, 62, 62, 9, tone.light) + mark;
  return (
    cube(40, 136, c, stroke("M70 196L82 160L94 196M75 184H89", c.dark, 9)) +
    cube(
      132,
      136,
      d,
      stroke("M164 160V196H174C186 196 186 178 174 178H164M164 160H172C182 160 182 178 172 178", d.dark, 9),
    ) +
    moved(128, 90, cube(-42, -42, palette.sun, star(0, 1, 19, palette.sun.dark)), -8)
  );
};

export const cards: Drawing = (c, d) => {
  const card = (tone: Tones, picture: string) =>
    box(-50, -72, 100, 144, 14, white) +
    box(-41, -63, 82, 98, 9, tone.light) +
    picture +
    box(-26, 46, 52, 11, 5, tone.base);
  return (
    moved(82, 136, card(d, star(0, -14, 24, d.base)), -18) +
    moved(174, 136, card(palette.sun, disc(0, -14, 26, palette.sun.base)), 18) +
    moved(
      128,
      126,
      box(-54, -76, 108, 152, 16, c.dark) +
        card(
          c,
          fill("M0 22C-30 8-34-24-18-34-8-40-2-34 0-30 2-34 8-40 18-34 34-24 30 8 0 22Z", palette.coral.base) +
            stroke("M0-32q2-14 12-18", palette.sage.dark, 7),
        ),
    )
  );
};

/** Felt shapes that turn above a cot. */
export const mobile: Drawing = (c, d) =>
  stroke("M128 24V56", wood.dark, 8) +
  stroke("M40 78C70 50 186 50 216 78", wood.base, 15) +
  disc(128, 56, 12, wood.dark) +
  stroke("M46 76V140M100 62V166M156 62V124M210 76V150", ink, 4) +
  fill("M26 168C10 168 10 146 26 144 30 126 58 126 64 142 82 142 84 166 68 168Z", c.base) +
  star(100, 188, 26, palette.sun.base) +
  fill("M170 116A32 32 0 1 0 176 172A36 36 0 0 1 170 116Z", d.base) +
  heart(208, 170, 24, palette.coral.base);
