// A place of a picklist as a large row that is a tick box, for gloved fingers.
import line from "../../../domain/line-editor/line-list.module.css";
import { BaseName, CodeLine } from "../../../domain/product-name.tsx";
import { clockText, numberText } from "../../../lib/format.ts";
import { Image } from "../../../ui/image.tsx";
import { Tag } from "../../../ui/tag.tsx";
import style from "./picking.module.css";
import type { Place } from "./places.ts";

interface Props {
  place: Place;
  isOwn: boolean;
  isLatest: boolean;
  disabled: boolean;
  onChange: (picked: boolean) => void;
}

/** Who picked it, and whether other devices can see it yet. */
const noteOf = ({ picked }: Place, isOwn: boolean): string | undefined => {
  if (!picked) return undefined;
  const by = `${isOwn ? "you" : picked.user.name}, ${clockText(picked.at)}`;
  return picked.waits ? `${by}, not sent yet` : by;
};

export function PlaceRow({ place, isOwn, isLatest, disabled, onChange }: Props) {
  const { product, quantity, shelf, split, putBack, picked } = place;
  return (
    <li className={line.line} data-latest={isLatest || undefined}>
      <label className={style.place} data-picked={picked !== undefined || undefined}>
        <input
          type="checkbox"
          checked={picked !== undefined}
          disabled={disabled}
          onChange={({ target }) => onChange(target.checked)}
        />
        <Image src={product.image} size={44} />
        <span>
          {shelf && <Tag tone="info">{shelf}</Tag>}
          <BaseName name={product.name} />
          <CodeLine {...product} note={noteOf(place, isOwn)} />
          {split && <small>{split}</small>}
        </span>
        {putBack > 0 && <Tag tone="warn">put back {numberText(putBack)}</Tag>}
        <strong>× {numberText(quantity)}</strong>
      </label>
    </li>
  );
}
