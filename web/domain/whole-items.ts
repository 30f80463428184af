// Whether an item of the queue is whole: all of it is as this app stores it. Any other is set aside, since it may be
// damaged, or of a newer app in another tab.
import { staleAfter } from "#shared/call-facts.ts";
import { type Code, type Detail, isCode } from "#shared/failure.ts";
import type { Entry, SentRequest } from "../lib/outbox/entry.ts";
import type { Item } from "../lib/queue/item.ts";
import { type Guard, isFlag, isListOf, isNumber, isOptional, isRecord, isShape, isText } from "../lib/stored.ts";
import type { StoredLine } from "./count/count-lines.ts";
import type { Tick } from "./picks/picks.ts";

const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);
const isId = (value: unknown): value is string => isText(value) && value !== "";

/** A call of this app, with the id that its path needs: the gateway answers any other as a proxy does, for ever. */
const isRequest = (value: unknown): value is SentRequest => {
  if (!isRecord(value) || !isText(value.route) || !isRecord(value.input)) return false;
  const { route, input } = value;
  const { path, body, file } = input;
  const hasId = !route.includes("{") || (isRecord(path) && isId(path.id));
  const isCall = route.startsWith("POST ") && Object.hasOwn(staleAfter, route);
  return isCall && hasId && isOptional(isRecord)(body) && isOptional(isRecord)(file);
};

const isRefusal: Guard<NonNullable<Entry["refusal"]>> = isShape({
  code: (code): code is Code => isCode(code),
  details: isListOf((detail): detail is Detail => isRecord(detail) && isText(detail.message)),
});

/** Beside its request. */
const isEntry = isShape<Omit<Entry, keyof Item | keyof SentRequest | "kept" | "confirmed" | "trouble">>({
  sent: isFlag,
  earlier: isOptional(isListOf(isRequest)),
  effective: isOptional(isRequest),
  refusal: isOptional(isRefusal),
  undo: isOptional(isText),
  about: isOptional(isText),
  server: isOptional(isText),
  older: isOptional(isText),
  troubles: isOptional(isNumber),
});

const isLine = isShape<Omit<StoredLine, keyof Item>>({
  ...{ count: isId, id: isId, title: isText, product: isOptional(isId), code: isOptional(isText), withdrawn: isFlag },
  ...{
    round: isFiniteNumber,
    quantity: isFiniteNumber,
    rev: isFiniteNumber,
    sent: isFiniteNumber,
    began_at: isFiniteNumber,
  },
  refusal: isOptional(isText),
});

const isTick = isShape<Omit<Tick, keyof Item>>({
  ...{ picklist: isId, product: isId, warehouse: isId },
  ...{ picked: isFlag, rev: isFiniteNumber, refusal: isOptional(isText) },
});

const guards: Readonly<Record<string, (item: Item) => boolean>> = {
  posting: (item) => isRequest(item) && isEntry(item),
  "count line": isLine,
  tick: isTick,
};

const isPlaced = ({ seq, user, tries, next_at }: Item): boolean =>
  Number.isSafeInteger(seq) &&
  isText(user.name) &&
  isOptional(isFiniteNumber)(tries) &&
  isOptional(isFiniteNumber)(next_at);

export const isWhole = (item: Item): boolean =>
  Object.hasOwn(guards, item.kind) && isPlaced(item) && guards[item.kind]?.(item) === true;
