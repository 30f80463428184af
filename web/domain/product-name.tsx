// A product's name in lines: what stands in the last bracket is the variant, which moves to the line of the P.ID, so that a
// long name never cuts it.
import type { ProductTag } from "#shared/product.ts";
import { TwoLines } from "../ui/table/two-lines.tsx";
import { ClampedText } from "../ui/tag.tsx";
import style from "./product-name.module.css";

type Named = Pick<ProductTag, "name" | "p_id">;

/** "Terry Bib (Sky Blue)" is "Terry Bib" and "Sky Blue". */
export const nameParts = (name: string): { base: string; variant: string | undefined } => {
  const [, base = name, variant] = /^(.*\S)\s*\(([^()]+)\)\s*$/.exec(name) ?? [];
  return { base, variant };
};

/** The name without its variant, on two lines at most. */
export const BaseName = ({ name }: Pick<Named, "name">) => (
  <ClampedText hint={name}>{nameParts(name).base}</ClampedText>
);

/** "Sky Blue · SND-BIB-202". */
export const codeText = ({ name, p_id }: Named): string => {
  const { variant } = nameParts(name);
  return variant ? `${variant} · ${p_id}` : p_id;
};

/** On one line each: the name without its variant, and the variant with the P.ID. */
export const NameOverCode = (product: Named) => (
  <TwoLines note={codeText(product)}>{nameParts(product.name).base}</TwoLines>
);

/** "Sky Blue · SND-BIB-202 · 24 outstanding": each part is whole while there is room for it on a line. */
export function CodeLine({ name, p_id, note }: Named & { note?: string | undefined }) {
  const { variant } = nameParts(name);
  return (
    <span className={style.code}>
      {variant && (
        <>
          <b>{variant}</b> ·{" "}
        </>
      )}
      <span>
        {p_id}
        {note && " ·"}
      </span>
      {note && (
        <>
          {" "}
          <span>{note}</span>
        </>
      )}
    </span>
  );
}
