// CloudWatch's filter patterns for lines of JSON, as far as the product uses them: `{ $.a = "x" && ($.b > 5 || $.c = *) }`.
import type { Json } from "#infra/local/assembly.ts";

const word = /\(|\)|\|\||&&|\$(?:\.\w+)+|!=|>=|<=|[=<>]|"[^"]*"|-?\d+(\.\d+)?|\*|\S/g;

/** Whether CloudWatch would count the line. */
export const matches = (pattern: string, line: Json): boolean => {
  const words = /^\{ (.+) \}$/.exec(pattern)?.[1]?.match(word) ?? [];
  const take = (): string => words.shift() ?? "";

  const either = (): boolean => {
    let found = both();
    while (words[0] === "||") found = [take(), both()].at(-1) === true || found;
    return found;
  };
  const both = (): boolean => {
    let found = term();
    while (words[0] === "&&") found = [take(), term()].at(-1) === true && found;
    return found;
  };
  const term = (): boolean => {
    if (words[0] !== "(") return holds(at(line, take()), take(), take());
    take();
    const found = either();
    take();
    return found;
  };

  const found = either();
  if (words.length > 0) throw new Error(`Not understood in ${pattern}: ${words.join(" ")}`);
  return found;
};

const at = (line: Json, selector: string): unknown =>
  selector
    .split(".")
    .slice(1)
    .reduce((value, field) => value?.[field], line);

/** Texts are compared with texts only, and numbers with numbers. */
const holds = (value: unknown, compare: string, wanted: string): boolean => {
  if (wanted === "*") return compare === "=" && value !== undefined;
  const [is, to] = [value, JSON.parse(wanted)] as [number, number];
  if (typeof is !== typeof to) return false;
  if (compare === "=") return is === to;
  if (compare === "!=") return is !== to;
  if (compare === ">") return is > to;
  if (compare === ">=") return is >= to;
  if (compare === "<") return is < to;
  if (compare === "<=") return is <= to;
  throw new Error(`Not understood: ${compare}`);
};
