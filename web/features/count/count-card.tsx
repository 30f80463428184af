// The product that is being counted: its number and buttons as large as a gloved finger needs.
import { CircleAlert, CircleCheck, Keyboard, Minus, PackagePlus, Plus } from "lucide-react";
import type { ContextProduct } from "#shared/app.ts";
import type { Count } from "#shared/count.ts";
import { stockOf, useDerived } from "../../domain/catalogue.tsx";
import { CodeLine, nameParts } from "../../domain/product-name.tsx";
import { countText, numberText } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Image } from "../../ui/image.tsx";
import { Tag } from "../../ui/tag.tsx";
import style from "./count.module.css";
import type { Tally, TallyLine } from "./progress.ts";
import type { Counting } from "./use-counting.ts";

interface Props {
  count: Count;
  product: ContextProduct;
  shelf: string;
  counting: Counting;
  tally: Tally | undefined;
  user: string | undefined;
  onType: () => void;
}

export function CountCard({ count, product, shelf, counting: { add, last }, tally, user, onType }: Props) {
  const { _id, name, p_id, image, pack } = product;
  const deviceLine = tally?.lines.find(({ isLocal }) => isLocal);
  const units = deviceLine?.quantity;
  const shown = units === undefined ? "–" : numberText(units);
  const Icon = last?.ok === false ? CircleAlert : CircleCheck;
  return (
    <section className={style.card} aria-label={name}>
      <div className={style.head}>
        <Image src={image} size={56} />
        <div>
          <h2>{nameParts(name).base}</h2>
          <CodeLine name={name} p_id={p_id} note={pack ? `carton of ${numberText(pack)}` : undefined} />
          {shelf && <Tag tone="info">{shelf}</Tag>}
        </div>
      </div>
      <Recount {...{ count, product, user }} />
      <div className={style.stepper}>
        <button
          type="button"
          aria-label={`One less of ${name}`}
          aria-disabled={!units || undefined}
          onClick={() => units && add(_id, -1)}
        >
          <Minus size={28} aria-hidden="true" />
        </button>
        <output aria-label="Units" data-long={shown.length > 5 || undefined}>
          {shown}
        </output>
        <button type="button" aria-label={`One more of ${name}`} onClick={() => add(_id, 1)}>
          <Plus size={28} aria-hidden="true" />
        </button>
      </div>
      <div className={style.buttons}>
        {pack && pack > 1 && (
          <Button className={style.wide} icon={PackagePlus} onClick={() => add(_id, pack)}>
            +{numberText(pack)} carton
          </Button>
        )}
        <Button className={style.wide} icon={Keyboard} onClick={onType}>
          Type
        </Button>
      </div>
      <Held {...{ count, product }} />
      <Others lines={tally?.lines.filter((line) => line !== deviceLine) ?? []} units={tally?.units ?? 0} user={user} />
      <p role="status" className={style.last} data-tone={last?.ok === false ? "danger" : undefined}>
        {last && <Icon size={18} aria-hidden="true" />}
        {last?.text}
        {last?.ok && units !== undefined && <span data-sr-only>, {`${name}, ${countText(units, "unit")}`}</span>}
        {!last && units === undefined && "Not counted here yet. Type 0 if there are none."}
      </p>
    </section>
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Lines of other people and devices, who may count the same product on other shelves. */
function Others({ lines, units, user }: { lines: readonly TallyLine[]; units: number; user: string | undefined }) {
  if (lines.length === 0) return null;
  const people = Map.groupBy(lines, (line) => (line.user._id === user ? "you, on another device," : line.user.name));
  const words = [...people].map(
    ([name, of]) => `${name} counted ${numberText(of.reduce((sum, { quantity }) => sum + quantity, 0))}`,
  );
  return (
    <p>
      {sentence(words.join(", "))} of these too. Together: <strong>{numberText(units)}</strong>
    </p>
  );
}

function Recount({ count, product, user }: Pick<Props, "count" | "product" | "user">) {
  const recount = count.rounds[product._id];
  if (!recount) return null;
  return (
    <p>
      <Tag tone="warn">recount</Tag>{" "}
      {user && recount.before.includes(user)
        ? "You counted it before. Let somebody else count it, if there is anybody."
        : "Count all shelves again."}
    </p>
  );
}

/** Units in stock, in a count that is not blind. */
function Held({ count, product }: Pick<Props, "count" | "product">) {
  const stock = useDerived(stockOf);
  if (!stock || count.blind) return null;
  const units = stock.get(product._id)?.held[count.warehouse._id] ?? 0;
  return <p className={style.quiet}>Stock says {countText(units, "unit")}.</p>;
}
