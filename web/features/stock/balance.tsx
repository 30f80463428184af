// The quantity in a warehouse now and after a change: "54 to 42", or a shortage.
import { CircleAlert } from "lucide-react";
import { leavingText } from "../../domain/waiting-units.ts";
import { numberText } from "../../lib/format.ts";
import style from "../../ui/form/stepper.module.css";

interface Props {
  /** The warehouse's code, where several are shown. */
  warehouse?: string;
  /** Undefined until it is known. */
  quantity: number | undefined;
  /** Negative for units that leave. */
  change: number | undefined;
  /** Units that wait on this device to leave: they are not available. */
  leaving: number;
}

export function Balance({ warehouse, quantity, change, leaving }: Props) {
  const after = quantity === undefined || change === undefined ? undefined : quantity + change;
  const short = after !== undefined && change !== undefined && change < 0 && after < leaving;
  return (
    <span role="status" className={style.balance} data-short={short || undefined}>
      {short && <CircleAlert size={16} aria-hidden="true" />}
      {quantity !== undefined && (
        <span>
          {short ? "Only " : warehouse ? `${warehouse} ` : "In stock "}
          <strong>
            {numberText(quantity)}
            {after !== undefined && !short && ` to ${numberText(after)}`}
          </strong>
          {short && ` in ${warehouse || "stock"}`}
          {leaving > 0 && `, ${leavingText(leaving)}`}
        </span>
      )}
    </span>
  );
}
