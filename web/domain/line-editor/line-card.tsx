// One line of a document as a card, on phones and in dialogs, and what is wrong with a line anywhere.
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ClampedText } from "../../ui/tag.tsx";
import style from "./line-card.module.css";

interface Props {
  image: ReactNode;
  title: string;
  code: string;
  /** At the right end: remove. */
  action?: ReactNode;
  /** Its quantity. */
  control: ReactNode;
  /** Beside the quantity. */
  children?: ReactNode;
  /** What is wrong with it: below all the rest. */
  note?: ReactNode;
}

export function LineCard({ image, title, code, action, control, children, note }: Props) {
  return (
    <div className={style.card}>
      {image}
      <p className={style.title}>
        <span className={style.name}>
          <ClampedText>{title}</ClampedText>
        </span>
        <span className={style.code}>{code}</span>
      </p>
      <div className={style.control}>
        {control}
        <div className={style.rest}>{children}</div>
      </div>
      {note && <div className={style.below}>{note}</div>}
      {action}
    </div>
  );
}

/** What is wrong with a line, and a way out of it. */
export function LineNote({ id, text, action }: { id: string; text: string; action?: ReactNode }) {
  return (
    <div className={style.note}>
      <CircleAlert size={16} aria-hidden="true" />
      <span id={id}>{text}</span>
      {action}
    </div>
  );
}
