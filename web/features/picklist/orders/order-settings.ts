// The decisions about an order file: products for its unknown codes, and lines that are included or left out.
import { useEffect, useState } from "react";
import type { AliasChoice, UnknownCode } from "#shared/import.ts";

/** By code; a code of a combo has several, and one whose lines are left out has none. */
export type AliasChoices = Readonly<Record<string, readonly AliasChoice[]>>;

export interface OrderSettings {
  choices: AliasChoices;
  /** Lines with too little stock are left out. */
  leaveShort: boolean;
}

/** A product can be chosen for the code, but nothing has been decided. */
export const isOpen = ({ _id, choosable }: Pick<UnknownCode, "_id" | "choosable">, choices: AliasChoices): boolean =>
  choosable && !Object.hasOwn(choices, _id);

/** All codes that were asked about. One that has a product now is no longer in the answer, but can still be changed. */
export function useAskedCodes(codes: readonly UnknownCode[] | undefined): readonly UnknownCode[] {
  const [asked, setAsked] = useState<readonly UnknownCode[]>(codes ?? []);
  useEffect(() => {
    setAsked((before) => {
      const known = new Set(before.map(({ _id }) => _id));
      const added = codes?.filter(({ _id }) => !known.has(_id)) ?? [];
      return added.length > 0 ? [...before, ...added] : before;
    });
  }, [codes]);
  return asked;
}
