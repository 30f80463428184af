// Parts of the dialog that shows one product of a list.
import { Check, ChevronLeft, ChevronRight, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { numberText } from "../lib/format.ts";
import { IconButton } from "../ui/button.tsx";
import { Image } from "../ui/image.tsx";
import { Code } from "../ui/tag.tsx";
import style from "./product-detail-parts.module.css";

interface HeadProps {
  p_id: string;
  image: string | undefined;
  /** A tag: low, out of stock, deleted. */
  state: ReactNode;
}

/** The picture in a box that keeps its place, the code to copy, and how the product stands. */
export function ProductHead({ p_id, image, state }: HeadProps) {
  return (
    <div className={style.head}>
      <Image src={image} size={88} />
      <div className={style.facts}>
        <span className={style.label}>P.ID/SKU/BC</span>
        <span className={style.code}>
          <Code>{p_id}</Code>
          {hasClipboard && <CopyButton text={p_id} label={`Copy ${p_id}`} />}
        </span>
        {state}
      </div>
    </div>
  );
}

/** Not where the site comes without https. */
const hasClipboard = "clipboard" in navigator;

function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <IconButton icon={copied ? Check : Copy} label={label} onClick={() => void copy()} />
      <span role="status" className={style.copied}>
        {copied && "Copied"}
      </span>
    </>
  );
}

export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={style.section}>
      <h3>
        {title}
        {note && <span className={style.note}>{note}</span>}
      </h3>
      {children}
    </section>
  );
}

interface BrowseProps {
  name: string;
  index: number;
  count: number;
  /** By -1 or 1. */
  onTurn: (by: number) => void;
}

/** Previous and next of the list, also by the left and right arrow. */
export function Browse({ name, index, count, onTurn }: BrowseProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const target = event.target instanceof Element ? event.target : null;
      // Where arrows scroll or move a caret they keep doing so.
      if (!by || target?.closest("[data-sideways], input")) return;
      event.preventDefault();
      onTurn(by);
    };
    // Dialogs keep arrow keys to themselves on the way up.
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, [onTurn]);
  return (
    <div className={style.browse}>
      <Turn label="Previous product" icon={ChevronLeft} off={index === 0} onPress={() => onTurn(-1)} />
      <Turn label="Next product" icon={ChevronRight} off={index === count - 1} onPress={() => onTurn(1)} />
      <p role="status">
        {numberText(index + 1)} of {numberText(count)}
        <span data-sr-only>: {name}</span>
      </p>
    </div>
  );
}

/** At an end it keeps the focus and does nothing. */
function Turn({
  off,
  onPress,
  ...button
}: {
  label: string;
  icon: typeof ChevronLeft;
  off: boolean;
  onPress: () => void;
}) {
  return <IconButton {...button} aria-disabled={off || undefined} onClick={off ? undefined : onPress} />;
}
