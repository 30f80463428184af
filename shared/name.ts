// Comparison of names, and the form in which they are found. Without schemas, because the web's search imports it.

/** Invisible characters: Unicode's ignorable and formatting ones, and the blank of Braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** Most text is plain: this saves most time and memory for 50,000 rows. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text);

/** The form in which names are unique: case, width, spaces and invisible characters make no difference. */
export const normalised = (name: string): string => {
  if (isPlain(name)) return (name.includes("  ") ? name.replace(/ +/g, " ") : name).trim().toLowerCase();
  return (
    name
      .normalize("NFKC")
      .replace(invisible, "")
      .trim()
      .replace(/\s+/g, " ")
      .toLowerCase()
      // A second time: letter and accent may compose only now, in lower case or without a character between them.
      .normalize("NFKC")
      // Which of its two small letters a Greek sigma has may depend on an invisible character after it.
      .replaceAll("ς", "σ")
  );
};

/** Digits of all scripts come in tens, though those of two scripts may adjoin. */
const toAscii = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
};

/** Text with the dashes and digits of a keyboard, and without invisible characters. */
export const plain = (text: string): string =>
  isPlain(text)
    ? text
    : text
        .replace(invisible, "")
        .replace(/[\p{Pd}\u2212]/gu, "-")
        .replace(/(?![0-9])\p{Nd}/gu, toAscii);

/** Text without what a messenger puts around bold, italic, struck and fixed letters. */
export const unmarked = (text: string): string =>
  /[*_~`]/.test(text) ? text.trim().replace(/^[*_~`]+|[*_~`]+$/g, "") : text.trim();

/** The form in which names look alike. A name that only looks like another is offered and not taken. */
export const lookalike = (name: string): string => normalised(unmarked(plain(name)));
