// The products of a transfer, with what each warehouse will hold.
import { Fragment } from "react";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { AddedLines } from "../../domain/line-editor/added-lines.tsx";
import type { Line, Listed } from "../../domain/line-editor/adding.tsx";
import { Balance } from "./balance.tsx";

/** One of the two warehouses: its code, what it holds of a product, and whether units leave it. */
interface End {
  name: string;
  held: (product: string) => number | undefined;
  sign: -1 | 1;
}

interface Props extends Listed {
  /** Chosen already. */
  product: string;
  ends: readonly End[];
}

export function TransferLines({ product, ends, ...list }: Props) {
  const { product: products } = useApplicationContext();
  const balances = ({ product: of, quantity }: Line) =>
    ends.map(({ name, held, sign }) => (
      <Fragment key={sign}>
        <Balance of={name} held={held(of)} change={sign * (quantity || 0) || undefined} />
        {" \u2002"}
      </Fragment>
    ));
  return (
    <AddedLines
      label="Products to transfer"
      tagOf={(of) => products.find(({ _id }) => _id === of) ?? { _id: of, p_id: of, name: of }}
      ownOf={(line) => ({ beside: balances(line) })}
      quantity={{ label: "Quantity", units: "units" }}
      product={product}
      {...list}
    />
  );
}
