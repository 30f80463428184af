// The number people know a movement by: on a picklist's sheet, on a transfer's note, in the ledger.

/** Letters that are read as digits, or as rude words, and what stands for them. */
const clearer: Record<string, string> = { i: "w", l: "x", o: "y", u: "z" };

/** The number people read from the sheet: a short form of the movement's id, which is a hash, in two groups of four. */
export const movementNumber = (movement: string): string => {
  // Ten figures of base 36 are as many as a number holds exactly.
  const short = Number.parseInt(movement.slice(-10), 36).toString(32).padStart(8, "0").slice(-8);
  const clear = short.replace(/[ilou]/g, (letter) => clearer[letter] ?? letter).toUpperCase();
  return `${clear.slice(0, 4)}-${clear.slice(4)}`;
};
