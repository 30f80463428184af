// What keys type on a US keyboard, for which scanners are set: the keyboard of the device may be set to another language.
// Pure.

/** Without and with Shift. */
const signs: Readonly<Record<string, string>> = {
  Space: "  ",
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Semicolon: ";:",
  Quote: "'\"",
  Backquote: "`~",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
};
const shiftedDigits = ")!@#$%^&*(";

/** The character of a key on a US keyboard; undefined if the key types none, or the browser does not tell which it was. */
export const usCharacter = (
  event: Pick<KeyboardEvent, "code" | "shiftKey" | "getModifierState">,
): string | undefined => {
  const { code, shiftKey } = event;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter) return shiftKey === event.getModifierState("CapsLock") ? letter.toLowerCase() : letter;
  const [, row, digit] = /^(Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (digit) return shiftKey && row === "Digit" ? shiftedDigits[Number(digit)] : digit;
  return signs[code]?.[shiftKey ? 1 : 0];
};

/** Stands for a key that types no single character, such as an accent that waits for its letter. */
export const noCharacter = "\ufffd";

/** Whether a text cannot have been meant: no scanner of ours sends letters and digits outside ASCII. */
export const isOfOtherKeyboard = (text: string): boolean => /[^\P{L}A-Za-z]|[^\P{N}0-9]|\p{M}|\ufffd/u.test(text);
