// A product's name, in lines, in a cell and as a link. The text in the last bracket is the variant, which moves to the
// line of the P.ID, so that a long name never cuts it off.
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link } from "react-router-dom";
import type { ProductTag } from "#shared/product.ts";
import { useIsManager } from "../lib/api/session.ts";
import { Image } from "../ui/image.tsx";
import { ClampedText, Code, TwoLines } from "../ui/tag.tsx";
import { productPath, usePanel } from "./panel.ts";
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

/** "Terry Bib · Sky Blue" on one line: the name gives way, the variant is whole. */
export function NameInLine(product: Named) {
  const { base, variant } = nameParts(product.name);
  return (
    <span className={`${style.name} ${style.inLine}`} title={`${product.name} ${product.p_id}`}>
      <span>{base}</span>
      {variant && <b>· {variant}</b>}
    </span>
  );
}

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

interface Props {
  image?: string | undefined;
  name: string;
  p_id: string;
}

export function ProductCell({ image, name, p_id }: Props) {
  return (
    <span className={style.pictured}>
      <Image src={image} />
      <NameOverCode name={name} p_id={p_id} />
    </span>
  );
}

interface ProductLinkProps {
  id: string;
  /** For a product that has no page, such as a deleted one. */
  off?: boolean;
  children: ReactNode;
}

/** Links a product's name in a list to the product: beside the list on a desktop, else on its page. For managers. */
export function ProductLink({ id, off = false, children }: ProductLinkProps) {
  const { open } = usePanel();
  const allowed = useIsManager();
  if (!allowed || off) return children;
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(id);
  };
  return (
    <Link to={productPath(id)} className={style.link} onClick={press}>
      {children}
    </Link>
  );
}

interface ProductLinesProps {
  name: string;
  p_id: string;
  /** Makes the name a button with these props. */
  button?: ComponentProps<"button">;
  /** After the code. */
  note?: ReactNode;
}

/** A product in a row of fixed height: its name on two lines, on phones three, then its variant and code on one. */
export function ProductLines({ name, p_id, button, note }: ProductLinesProps) {
  const { base, variant } = nameParts(name);
  const shown = <ClampedText hint={name}>{base}</ClampedText>;
  return (
    <span className={style.lines}>
      {button ? (
        <button type="button" aria-label={name} {...button} className={style.name}>
          {shown}
        </button>
      ) : (
        <span className={style.name}>{shown}</span>
      )}
      <span className={style.note}>
        {variant && <span className={style.variant}>{variant} ·</span>}
        <Code>{p_id}</Code>
        {note}
      </span>
    </span>
  );
}
