// A product in a row of fixed height: its name on two lines, on phones three, then its variant and code on one.
import type { ComponentProps, ReactNode } from "react";
import { ClampedText, Code } from "../ui/tag.tsx";
import style from "./product-lines.module.css";
import { nameParts } from "./product-name.tsx";

interface Props {
  name: string;
  p_id: string;
  /** The name is a button. */
  button?: ComponentProps<"button">;
  /** After the code. */
  note?: ReactNode;
}

export function ProductLines({ name, p_id, button, note }: Props) {
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
