// The number of a movement on picklists, transfer notes and screens. Without schemas, because several web chunks import it.

/** Replacements for letters that look like digits or could spell rude words. */
const replacements: Record<string, string> = { i: "w", l: "x", o: "y", u: "z" };

/** Two groups of four characters, derived from the movement's id, which is a hash. */
export const movementNumber = (movement: string): string => {
  // A number holds ten digits of base 36 exactly.
  const short = Number.parseInt(movement.slice(-10), 36).toString(32).padStart(8, "0").slice(-8);
  const clear = short.replace(/[ilou]/g, (letter) => replacements[letter] ?? letter).toUpperCase();
  return `${clear.slice(0, 4)}-${clear.slice(4)}`;
};
