// Copies a past picklist into the draft: its channel, and its lines without products deleted since.
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import type { Context } from "#shared/app.ts";
import { idsOf, pickable } from "#shared/catalogue.ts";
import type { Picklist } from "#shared/picklist.ts";
import type { Warehouse } from "#shared/warehouse.ts";
import { useApplicationContext } from "../../../domain/application-context.ts";
import { linesText } from "../../../domain/line-editor/lines.ts";
import { toast } from "../../../lib/toast.ts";
import { useConfirm } from "../../../ui/dialog/confirm.tsx";
import { type Draft, type DraftLine, itemsLeft } from "../picklist-draft.ts";
import { draftStore, replaceQuestion } from "../picklist-store.ts";

type Lists = Pick<Context, "product" | "warehouse">;

/** What it takes from: as the copied one did, without warehouses that are not picked from any more. */
const fromOf = ({ from = [] }: Picklist, warehouses: readonly Warehouse[]): Pick<Draft, "from"> => {
  const known = idsOf(pickable(warehouses));
  const left = from.flatMap(({ _id }) => (known.has(_id) ? _id : []));
  return left.length < from.length && left.length === 0 ? {} : { from: left };
};

const copyOf = (picklist: Picklist, { product: products, warehouse: warehouses }: Lists): Draft => {
  const { number, channel } = picklist;
  const items = itemsLeft(picklist);
  const known = new Map(products.map(({ _id, p_id, name, image }) => [_id, { _id, p_id, name, image }]));
  const lines = items.flatMap(({ product: { _id }, quantity }): DraftLine[] => {
    const product = known.get(_id);
    return product ? [{ product, quantity }] : [];
  });
  const names = items.filter(({ product }) => !known.has(product._id)).map(({ product }) => product.name);
  return { channel, ...fromOf(picklist, warehouses), lines, ...(names.length > 0 && { leftOut: { number, names } }) };
};

export function PicklistCopy({ picklist, onClose }: { picklist: Picklist; onClose: () => void }) {
  const { refreshing, ...lists } = useApplicationContext();
  const confirm = useConfirm();
  const navigate = useNavigate();

  const copy = async (): Promise<boolean> => {
    const draft = draftStore.get();
    const after = copyOf(picklist, lists);
    const refused =
      (draft.posting && "Nothing can be copied before the answer has come") ||
      (after.lines.length === 0 && "None of its products is in the catalogue any more");
    if (refused) {
      toast.error(refused, "copy");
      return false;
    }
    const question = await replaceQuestion(draft, {
      title: "Copy to a new picklist",
      text: `Create Picklist has ${linesText(draft.lines)}, not processed as shown. Replace them with those of picklist ${picklist.number}?`,
      action: "Replace",
    });
    if (question && !(await confirm(question))) return false;
    draftStore.set(after);
    return true;
  };

  // Before the products are loaded it is not known which of them have been deleted.
  const waits = refreshing && lists.product.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (!waits) void copy().then((done) => (done ? navigate("/picklist", { replace: true }) : onClose()));
  }, [waits]);
  return null;
}
