// The last lines of everybody; a press on one continues with its product.
import { useApplicationContext } from "../../domain/application-context.ts";
import { findById } from "../../lib/find-by-id.ts";
import { clockText, numberText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Image } from "../../ui/image.tsx";
import { Card } from "../../ui/page/page.tsx";
import { TwoLines } from "../../ui/tag.tsx";
import style from "./count.module.css";
import type { Tally, TallyLine } from "./progress.ts";

const most = 8;

interface Props {
  lines: readonly TallyLine[];
  tallies: ReadonlyMap<string, Tally>;
  user: string | undefined;
  /** The product in the card, whose own line is not repeated. */
  shown: string | undefined;
  onShow: (product: string) => void;
  onAll: () => void;
}

export function LastLines({ lines, tallies, user, shown, onShow, onAll }: Props) {
  const { product: products } = useApplicationContext();
  const last = lines.filter((line) => !(line.isLocal && line.product && line.product === shown)).slice(0, most);
  if (last.length === 0) return null;
  return (
    <Card
      title="Last scans"
      flush
      aside={
        <Button kind="plain" onClick={onAll}>
          all {numberText(tallies.size)}
        </Button>
      }
    >
      <ul>
        {last.map((line) => {
          const product = findById(products, line.product);
          const note = [
            clockText(line.at),
            line.user._id === user ? "you" : line.user.name,
            ...(line.waits ? ["not sent yet"] : []),
          ].join(" · ");
          return (
            <li key={line._id}>
              <button
                type="button"
                className={style.line}
                disabled={!product}
                onClick={() => product && onShow(product._id)}
              >
                <Image src={product?.image} />
                <TwoLines note={note}>
                  {product?.name ?? (line.code ? `Unknown code ${line.code}` : "Deleted product")}
                </TwoLines>
                <strong>{numberText(line.quantity)}</strong>
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
