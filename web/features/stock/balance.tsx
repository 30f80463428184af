// What a warehouse holds now, and what it will hold: "54 to 42".
import { CircleAlert } from "lucide-react";
import { numberText } from "../../lib/format.ts";
import style from "../../ui/form/quantity-field.module.css";

/** `held` is undefined until it is known; `change` is negative for what leaves. */
export function Balance({
  of,
  held,
  change,
}: {
  /** The warehouse's code, where there are several. */
  of?: string;
  held: number | undefined;
  change: number | undefined;
}) {
  const after = held === undefined || change === undefined ? undefined : held + change;
  const short = after !== undefined && after < 0;
  return (
    <span role="status" className={style.balance} data-short={short || undefined}>
      {short && <CircleAlert size={16} aria-hidden="true" />}
      {held !== undefined && (
        <span>
          {short ? "Only " : of ? `${of} ` : "In stock "}
          <strong>
            {numberText(held)}
            {after !== undefined && !short && ` to ${numberText(after)}`}
          </strong>
          {short && ` in ${of || "stock"}`}
        </span>
      )}
    </span>
  );
}
