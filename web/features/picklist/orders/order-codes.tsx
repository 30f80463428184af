// Unknown codes of an order file: each gets a product and units, by a press on a suggestion, a scan, or typing.
import { Check, PackageX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AliasChoice, UnknownCode } from "#shared/import.ts";
import { maxAliasProducts } from "#shared/limits.ts";
import { useApplicationContext } from "../../../domain/application-context.ts";
import { ProductPicker } from "../../../domain/product-picker.tsx";
import { findById } from "../../../lib/find-by-id.ts";
import { countText, numberText } from "../../../lib/format.ts";
import { usePhone } from "../../../lib/media.ts";
import { Button } from "../../../ui/button.tsx";
import { Stepper } from "../../../ui/form/stepper.tsx";
import { Banner } from "../../../ui/page/banner.tsx";
import { Card } from "../../../ui/page/page.tsx";
import { Code } from "../../../ui/tag.tsx";
import style from "./order-codes.module.css";
import { type AliasChoices, isOpen } from "./order-settings.ts";

/** Codes that are asked for at once. */
const maxShown = 20;

/** Of an order file, or of an order that a program has brought, which is not counted. */
type AskedCode = Omit<UnknownCode, "lines" | "quantity"> & Partial<Pick<UnknownCode, "lines" | "quantity">>;

interface Props {
  /** Name of the channel. */
  channel: string;
  asked: readonly AskedCode[];
  choices: AliasChoices;
  /** The file is no longer available, so nothing can be chosen. */
  locked: boolean;
  onChange: (choices: AliasChoices) => void;
}

export function OrderCodes({ channel, asked, choices, locked, onChange }: Props) {
  const open = asked.filter((code) => isOpen(code, choices));
  const fixed = asked.filter(({ choosable }) => !choosable);
  const done = asked.filter(({ _id }) => Object.hasOwn(choices, _id));
  const named = namedOnce(open);
  const first = useRef<HTMLElement>(null);
  const [next] = open;
  const onPhone = usePhone();
  const note = <small>Scan or type the product. It is remembered for the next files.</small>;
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus when another code is the first.
  useEffect(() => {
    // After the screen's title, which takes the focus as it appears.
    const frame = requestAnimationFrame(() => first.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [next?._id]);
  const change = (code: string, set: readonly AliasChoice[]) => onChange({ ...choices, [code]: set });
  const reopen = (code: string) => {
    const { [code]: _, ...rest } = choices;
    onChange(rest);
  };
  return (
    <>
      {locked && <Banner>To choose products for codes, choose the file again.</Banner>}
      {open.length > 0 && !locked && (
        <Card title={`${countText(open.length, "unknown code")} of ${channel}`} aside={!onPhone && note}>
          {onPhone && note}
          {named.length > 1 && (
            <Button icon={Check} onClick={() => onChange({ ...choices, ...ofTheirNames(named) })}>
              {`Take the only product of exactly that name, for ${countText(named.length, "code")}`}
            </Button>
          )}
          <ul className={style.codes}>
            {open.slice(0, maxShown).map((code, at) => (
              <OpenCode
                key={code._id}
                code={code}
                scan={at === 0}
                pickerRef={at === 0 ? first : undefined}
                onChange={change}
              />
            ))}
          </ul>
          {open.length > maxShown && <p>{`and ${numberText(open.length - maxShown)} more after these`}</p>}
        </Card>
      )}
      {fixed.length > 0 && (
        <Card title={`${countText(fixed.length, "code")} to correct in the file`}>
          <ul className={style.codes}>
            {fixed.map((code) => (
              <li key={code._id} className={style.code}>
                <About code={code} />
                <MayBe code={code} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {done.length > 0 && (
        <Card title="Decided">
          <ul className={style.codes}>
            {done.map((code) => (
              <Chosen key={code._id} code={code} set={choices[code._id] ?? []} onChange={change} onReopen={reopen} />
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

/** Codes whose name is that of one product; several codes of one name may be its sizes. */
const namedOnce = (open: readonly AskedCode[]): AskedCode[] =>
  [...Map.groupBy(open, ({ of_name }) => of_name)].flatMap(([product, same]) =>
    product !== undefined && same.length === 1 ? same : [],
  );
const ofTheirNames = (named: readonly AskedCode[]): AliasChoices =>
  Object.fromEntries(named.map(({ _id, of_name = "" }) => [_id, [{ code: _id, product: of_name, units: 1 }]]));

/** The code, its title in the file, its lines and quantity, and why it is unclear. */
function About({ code: { _id, title, lines, quantity, problem } }: { code: AskedCode }) {
  return (
    <div className={style.about}>
      <strong>
        <Code>{_id}</Code>
      </strong>
      {title && <span title={title}>{title}</span>}
      {lines !== undefined && <small>{`${countText(lines, "line")}, ${numberText(quantity ?? 0)} ordered`}</small>}
      {problem && <small data-problem>{problem}</small>}
    </div>
  );
}

const MayBe = ({ code: { candidates } }: { code: AskedCode }) =>
  candidates.length > 0 && (
    <span>{`It may be ${candidates.map(({ name, p_id }) => `${name} (${p_id})`).join(" or ")}`}</span>
  );

interface OpenProps {
  code: AskedCode;
  scan: boolean;
  pickerRef: React.Ref<HTMLElement> | undefined;
  onChange: (code: string, set: readonly AliasChoice[]) => void;
}

/** A code of several units gets one at first: their number stands beside the chosen product. */
function OpenCode({ code, scan, pickerRef, onChange }: OpenProps) {
  const { product: products } = useApplicationContext();
  const choose = (product: string) => product && onChange(code._id, [{ code: code._id, product, units: 1 }]);
  return (
    <li className={style.code}>
      <About code={code} />
      <div className={style.choice}>
        {code.candidates.map(({ _id, name, p_id }) => (
          <Button key={_id} icon={Check} onClick={() => choose(_id)}>
            {name} ({p_id})
          </Button>
        ))}
        <ProductPicker
          label={`Product of ${code._id}`}
          products={products}
          value=""
          onChange={choose}
          scan={scan}
          camera
          ref={pickerRef}
        />
        <Button
          kind="plain"
          icon={PackageX}
          aria-label={`Leave out ${code._id}`}
          onClick={() => onChange(code._id, [])}
        >
          Leave out
        </Button>
      </div>
    </li>
  );
}

interface ChosenProps {
  code: AskedCode;
  /** The products that it stands for; none if its lines are left out. */
  set: readonly AliasChoice[];
  onChange: (code: string, set: readonly AliasChoice[]) => void;
  onReopen: (code: string) => void;
}

function Chosen({ code, set, onChange, onReopen }: ChosenProps) {
  const { product: products } = useApplicationContext();
  const [adding, setAdding] = useState(false);
  const { _id } = code;
  const labelOf = (id: string): string => {
    const product = findById(products, id);
    return `${product?.name} (${product?.p_id})`;
  };
  const add = (product: string) => {
    if (!product) return;
    setAdding(false);
    onChange(_id, [...set.filter((one) => one.product !== product), { code: _id, product, units: 1 }]);
  };
  const change = (
    <Button kind="plain" aria-label={`Change the product of ${_id}`} onClick={() => onReopen(_id)}>
      Change
    </Button>
  );
  return (
    <li className={style.code}>
      <About code={code} />
      {set.length === 0 && (
        <div className={style.chosen}>
          <span>Left out</span>
          {change}
        </div>
      )}
      {set.map((choice, at) => {
        const of = at === 0 ? _id : `${_id}, ${labelOf(choice.product)}`;
        return (
          <div key={choice.product} className={style.chosen}>
            <span>{labelOf(choice.product)}</span>
            <Stepper
              of={`units of ${of}`}
              aria-label={`Units in one ${of}`}
              value={choice.units}
              onChange={(units) =>
                units >= 1 &&
                onChange(
                  _id,
                  set.map((one) => (one === choice ? { ...one, units } : one)),
                )
              }
            />
            {at === 0 ? (
              change
            ) : (
              <Button
                kind="plain"
                aria-label={`Remove ${labelOf(choice.product)} from ${_id}`}
                onClick={() =>
                  onChange(
                    _id,
                    set.filter((one) => one !== choice),
                  )
                }
              >
                Remove
              </Button>
            )}
          </div>
        );
      })}
      {adding && <ProductPicker label={`Another product of ${_id}`} products={products} value="" onChange={add} />}
      {!adding && set.length > 0 && set.length < maxAliasProducts && (
        <Button kind="plain" aria-label={`Add another product to ${_id}`} onClick={() => setAdding(true)}>
          Add another product
        </Button>
      )}
    </li>
  );
}
