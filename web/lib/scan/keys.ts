// The keys of wedge scanners, which type a code and end it with Enter, Tab or a line feed. One listener judges all
// keys, removes codes from fields, and passes them to the topmost part of the screen that takes codes.
import { session } from "../api/session.ts";
import { painted } from "../painted.ts";
import { preferenceOf } from "../preference.ts";
import { topDialog } from "../top-dialog.ts";
import { bare, codeIn, type Holds, isQuantity, minCodeLength, pauseAfter, reaction } from "./burst.ts";
import { type Arrival, known, maxStall, noteScanner, takers, typed, usReadings } from "./takers.ts";
import { isOfOtherKeyboard, noCharacter, usCharacter } from "./us-keys.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A field as it was before a key. */
interface Before {
  field: Field;
  value: string;
  selection: [start: number | null, end: number | null, direction?: "forward" | "backward" | "none"] | undefined;
}

interface Key {
  at: number;
  /** Its character on a US keyboard. */
  us: string | undefined;
  holds: Holds;
  fields: Before[];
}

let keys: Key[] = [];
let rolled = false;
let releases = 0;
const held = new Set<string>();
let endedAt = Number.NEGATIVE_INFINITY;
/** Until the burst has stopped without a key that ends it. */
let stopping: ReturnType<typeof setTimeout> | undefined;
let spaceRefused = false;

const forget = (): void => {
  clearTimeout(stopping);
  keys = [];
  typed.text = "";
  rolled = false;
  releases = 0;
  held.clear();
};

const fieldOf = (target: EventTarget | null): Field | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    ? target
    : undefined;

const holdsOf = (target: EventTarget | null): Holds => {
  const field = fieldOf(target);
  if (!field || /^(checkbox|radio|file|submit|button)$/.test(field.type)) return "nothing";
  // Also one that is shown.
  if (field.type === "password" || /password/.test(field.autocomplete)) return "password";
  if (field.type === "number" || field.inputMode === "numeric") return "number";
  if (!takesSpaces(field)) return "choice";
  return "scan" in field.dataset && field.type !== "textarea" ? "code" : "text";
};

/** Not in a button, a select or a date, where a space presses or opens. */
const takesSpaces = (target: EventTarget | null): boolean =>
  typeof (target as HTMLInputElement | null)?.selectionStart === "number";

const before = (field: Field): Before => ({
  field,
  value: field.value,
  selection:
    field instanceof HTMLSelectElement
      ? undefined
      : [field.selectionStart, field.selectionEnd, field.selectionDirection ?? "none"],
});

const remember = (target: EventTarget | null): void => {
  const field = fieldOf(target);
  const key = keys.at(-1);
  if (field && key && !key.fields.some((one) => one.field === field)) key.fields.push(before(field));
};

const restore = ({ field, value, selection }: Before): void => {
  // A date that is half typed is empty to scripts.
  if (field.value !== value || !selection || (selection[0] === null && !value)) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    field.dispatchEvent(new Event(selection ? "input" : "change", { bubbles: true }));
  }
  if (selection?.[0] != null) (field as HTMLInputElement).setSelectionRange(...selection);
  // Its selection cannot be read. Selects all, as on focus, so that the next digit replaces the number.
  else if (field.type === "number") (field as HTMLInputElement).select();
};

/** What the scanner of this device adds to each code. */
const additions = () => ({ prefix: preferenceOf("scan prefix", ""), suffix: preferenceOf("scan suffix", "") });

interface Scanned {
  from: Key[];
  code: string;
  text: string;
  us: string | undefined;
}

/** The code that the burst is, if it is one, with its keys. Without an end the burst has stopped. */
const scanned = (end: number | undefined): Scanned | undefined => {
  const { text } = typed;
  const added = additions();
  let from = keys;
  let us: string | undefined;
  const burst = { text, times: keys.map((key) => key.at), end, rolled: rolled && releases > 0, ...added };
  const found = codeIn(burst, (start) => {
    from = keys.slice(start);
    if (from.every((key) => key.us !== undefined)) us = bare(from.map((key) => key.us).join(""), added);
    const { holds = "nothing", fields = [] } = from[0] ?? {};
    return {
      ...known,
      isFound: (code) => known.isFound(code) || (us !== undefined && known.isFound(us)),
      holds,
      takesNew: topTaker()?.takesNew ?? (holds === "text" && fields.some(({ field }) => "scan" in field.dataset)),
    };
  });
  if (!found) return undefined;
  const { code, start } = found;
  return { from, code, text: text.slice(start), us: us === code ? undefined : us };
};

const topTaker = () => {
  const top = topDialog();
  return takers.findLast(({ within }) => within?.current === top);
};

const anyTaker = () => topTaker() ?? takers.find(({ within }) => !within);

/** Milliseconds that a code waits for a dialog that is loading, for which it is meant, or for the search. */
const loading = 10_000;

const whenOpened = (handOut: () => void, since = performance.now()): void => {
  // Over a dialog that takes none, it does not wait for the search until the dialog is closed.
  const isLoading = document.querySelector("[data-opening]") || !(anyTaker() || topDialog());
  if (isLoading && performance.now() - since < loading) setTimeout(() => whenOpened(handOut, since), 20);
  else handOut();
};

/** Codes whose keys are not painted yet. A scan is many presses, and what it does would hold up each of them. */
const unpainted: (() => void)[] = [];

/** Before the next press too, which must find what was scanned before it. */
const handOutAll = (): void => {
  for (const handOut of unpainted.splice(0)) whenOpened(handOut);
};

const handOut = (code: string, arrival: Arrival): void => {
  unpainted.push(() => anyTaker()?.take(code, arrival));
  void painted().then(handOutAll);
};

/** Passes on the code of the burst, which a key or a pause ended; false if it was typed. */
const deliver = (end: string, at?: number): boolean => {
  const scan = (takers.length > 0 || session().user) && scanned(at);
  if (!scan) return false;
  noteScanner();
  const taker = topTaker();
  const fields = scan.from.flatMap((key) => key.fields);
  // The code stays in a field that accepts codes as text, if nothing else takes it.
  const stays = !taker && fields.length > 0 && fields.every(({ field }) => "scan" in field.dataset);
  const seen = new Set<Field>();
  for (const one of stays ? [] : fields) {
    if (!seen.has(one.field) && one.field.isConnected) restore(one);
    seen.add(one.field);
  }
  const { code, text, from, us } = scan;
  if (us) usReadings.set(code, { us, isSure: isOfOtherKeyboard(code) });
  const [first = 0, last = 0] = [from[0]?.at, at ?? from.at(-1)?.at];
  const pace = (last - first) / (at === undefined ? from.length - 1 : from.length);
  if (!stays) handOut(code, { text, pace, end, us });
  return true;
};

/** A code that a built-in scanner inserted as one text, until the next key or a pause tells that nothing belongs to it. */
let inserted: { field: Before; text: string; timer: ReturnType<typeof setTimeout> } | undefined;

const dropInserted = () => {
  clearTimeout(inserted?.timer);
  inserted = undefined;
};

const deliverText = (text: string, end: string): void => {
  noteScanner();
  handOut(bare(text, additions()), { text, pace: 0, end });
};

const deliverInserted = (end: string): void => {
  const { field, text } = inserted ?? {};
  dropInserted();
  if (!field?.field.isConnected || !text) return;
  restore(field);
  deliverText(text, end);
};

/**
 * A text of several characters at once is a scan if it is a product's code, or in a number no quantity; in other fields only
 * if nothing follows it. Whatever is pasted, dropped, filled in or composed is left alone.
 */
const insert = (event: InputEvent): void => {
  dropInserted();
  const { data: text, inputType, isComposing } = event;
  const field = fieldOf(event.target);
  if (inputType !== "insertText" || isComposing || !field || !text || text.length < minCodeLength || /\s/.test(text))
    return;
  if (!anyTaker() || holdsOf(field) === "password") return;
  const isCode = known.isCode(bare(text, additions()));
  if (field.type === "number" && (isCode || !isQuantity(text))) {
    const unchanged = before(field);
    if (event.cancelable) refuse(event);
    else field.addEventListener("input", () => restore(unchanged), { once: true });
    endedAt = event.timeStamp;
    deliverText(text, "");
  } else if ([undefined, "taken"].includes(field.dataset.scan) && isCode)
    inserted = { field: before(field), text, timer: setTimeout(() => deliverInserted(""), reaction) };
};

const refuse = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** A burst that stops may be a code of a scanner that sends no end. A key that ends it may still come. */
const awaitStop = (): void => {
  clearTimeout(stopping);
  if (keys.length < minCodeLength) return;
  const times = keys.map((key) => key.at);
  const pause = pauseAfter(times);
  stopping = setTimeout(() => {
    if (!deliver("")) return;
    forget();
    endedAt = (times.at(-1) ?? 0) + pause + reaction;
  }, pause);
};

const ends = ["Enter", "Tab", "ArrowDown"];
/** Keys that accompany capitals and signs. */
const modifiers = ["Shift", "CapsLock", "Control", "Alt", "AltGraph"];

const press = (event: KeyboardEvent): void => {
  const { key, timeStamp: at } = event;
  if (event.isComposing || modifiers.includes(key)) return;
  handOutAll();
  if (inserted && ends.includes(key)) {
    deliverInserted(key);
    refuse(event);
    return;
  }
  dropInserted();
  const last = keys.at(-1);
  const holds = holdsOf(event.target);
  if (holds === "password" || (last && at - last.at > maxStall)) forget();
  if (holds === "password") return;
  const name = event.code || key.toLowerCase();
  if (held.size > 0) rolled = true;
  const isLineFeed = event.ctrlKey && key.toLowerCase() === "j";
  if (isLineFeed || ends.includes(key)) {
    // The second half of CRLF; iOS makes a Down arrow of it.
    const isSecond = keys.length === 0 && at - endedAt < (key === "Enter" ? reaction : maxStall);
    if (isSecond || (keys.length > 0 && deliver(key, at))) {
      refuse(event);
      endedAt = isSecond ? Number.NEGATIVE_INFINITY : at;
    }
    forget();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A key that is held down, or that no code has, was pressed by a person.
  const us = usCharacter(event);
  const isNamed = key.length > 1 && (us === undefined || /^[A-Za-z]+\d*$/.test(key.replace("Dead", "")));
  if (event.repeat || isNamed) {
    forget();
    return;
  }
  if (key === " " && !takesSpaces(event.target)) {
    if (keys.length === 0) return;
    spaceRefused = true;
    refuse(event);
  }
  keys.push({ at, us, holds, fields: [] });
  typed.text += key.length > 1 ? noCharacter : key;
  held.add(name);
  remember(event.target);
  awaitStop();
  const suffix = preferenceOf("scan suffix", "");
  if (!suffix || !typed.text.endsWith(suffix) || !deliver("", at)) return;
  refuse(event);
  endedAt = at;
  forget();
};

const release = (event: KeyboardEvent): void => {
  if (held.delete(event.code || event.key.toLowerCase())) releases += 1;
  // Some browsers press a button when the space comes up.
  if (event.key === " " && spaceRefused) {
    spaceRefused = false;
    refuse(event);
  }
};

/** A key may move the focus before it types. */
const type = (event: InputEvent): void => {
  handOutAll();
  remember(event.target);
  insert(event);
};

const point = (): void => {
  handOutAll();
  forget();
};

const listeners = { keydown: press, keyup: release, beforeinput: type, pointerdown: point };

for (const [name, listener] of Object.entries(listeners))
  addEventListener(name, listener as EventListener, { capture: true });
