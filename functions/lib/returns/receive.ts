// Receives a parcel of a return: good and damaged units into stock, and what became of each unit, in one transaction. A parcel
// beyond those advised, or of a return that nobody has advised, is taken and marked.
import { channelMissing } from "#shared/channel.ts";
import { dateTimeText, dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { Line, Movement } from "#shared/movement.ts";
import { codesOf } from "#shared/product-code.ts";
import type { ReturnForm } from "#shared/return.ts";
import { hasNumber } from "#shared/return-line.ts";
import { maxReceipts, returnLines, unitsOf } from "#shared/return-units.ts";
import { toUserTag } from "#shared/user.ts";
import { fieldChanges, record } from "../audit/changes.ts";
import { datedAfter } from "../audit/edit.ts";
import { inspectImage } from "../catalogue/image-file.ts";
import { contentHash, putImage } from "../catalogue/product-images.ts";
import { assertExists, readTagRows } from "../catalogue/tags.ts";
import { products, type ReturnRow, returns, type StoredReceipt, warehouses } from "../db/tables.ts";
import { idFromKey } from "../ledger/idempotency.ts";
import { type PostingRequest, post } from "../ledger/post.ts";
import { readUnsellable } from "./settings.ts";
import { findReturns, returnSubject, unitFields, writeReturn } from "./store.ts";

/**
 * Receives what the form says with its photos, once for its key. Where nothing is booked the movement has no lines, and is undone
 * like any other.
 */
export const receiveReturn = async (
  request: PostingRequest,
  form: ReturnForm,
  files: readonly Buffer[] = [],
): Promise<Movement> => {
  const pictures = files.map((file) => inspectImage(file, "photos"));
  return post(request, async () => {
    const row = await findReturn(request, form);
    checkParcels(row, form);
    await checkProduct(row, form);
    const { product = form.product } = row;
    const unsellable = form.thrown_away || !keepsDamaged(form) ? undefined : await readUnsellable();
    const lines = returnLines({ ...form, unsellable }, product);
    await check(lines, row.product ? undefined : product);
    if (row.receipts.length >= maxReceipts) {
      const message = `At most ${maxReceipts} parcels of a return`;
      throw new Failure("UNPROCESSABLE_CONTENT", { field: "return", message });
    }
    const { user, key, made_at } = request;
    const author = datedAfter(request, row);
    const { good, damaged, wrong, missing, remarks, instead } = form;
    // The last day of its claims counts from when it came, also if it waited on a device.
    const at = made_at ?? author.now.toISOString();
    const _id = idFromKey(user._id, key);
    // A repeated request stores them under the same keys. Those that a lost race leaves without a name are deleted by their age.
    const photos = new Map(pictures.map((one) => [`images/returns/${_id}-${contentHash(one)}.${one.extension}`, one]));
    await Promise.all([...photos].map(([name, picture]) => putImage(name, picture)));
    const receipt: StoredReceipt = {
      ...{ _id, day: dayOf(at), at, user: toUserTag(user) },
      ...{ good, damaged, wrong, missing },
      ...(remarks && { remarks }),
      ...(photos.size > 0 && { photos: [...photos.keys()].map((name) => `/${name}`) }),
    };
    const came = instead && (await products.find(instead.product))?.p_id;
    const fields = [
      ...unitFields(receipt),
      ...fieldChanges({}, { instead: came, remarks, ...(damaged && !unsellable && { thrown_away: damaged }) }),
    ];
    const after = {
      ...row,
      ...(product && !row.product && { product, chosen: true }),
      receipts: [...row.receipts, receipt],
    };
    const writes = [
      writeReturn(after, author.now),
      record(author, returnSubject(row), row.version === 0 ? "created" : "changed", fields),
    ];
    return {
      ...{ kind: "return", lines, of_return: row._id, ...(remarks && { remarks }) },
      extraActions: writes.map(({ action }) => action),
    };
  });
};

/** The return that the form names, or that has its numbers, or a new one. */
const findReturn = async ({ user, key, now }: PostingRequest, form: ReturnForm): Promise<ReturnRow> => {
  const { return: id, channel, order, reference, product } = form;
  if (id) return returns.get(id, { field: "return", message: "No such return" });
  if (!channel) throw new Failure("BAD_REQUEST", { field: "channel", message: channelMissing });
  const row = product && (await products.get(product, { field: "product", product, message: "No such product" }));
  const wanted = { numbers: { order, reference }, codes: row ? codesOf(row) : [], product };
  const [found] = await findReturns(
    channel,
    [{ ...wanted, ...(!hasNumber(form) && { _id: idFromKey(user._id, key) }) }],
    now,
  );
  if (!found) throw new Failure("RESOURCE_NOT_FOUND");
  return found;
};

/** 409 if a file has said meanwhile that it is of another product than the person has in hand. */
const checkProduct = async ({ product }: ReturnRow, form: ReturnForm): Promise<void> => {
  if (!product || !form.product || product === form.product) return;
  const message = `It is of ${(await products.find(product))?.p_id ?? "another product"} by now: receive it anew`;
  throw new Failure("CONFLICT", { field: "product", message });
};

/** 409 names who has received a parcel of it that the person did not see: it is mostly the same one. */
const checkParcels = ({ receipts }: ReturnRow, { parcels, again }: ReturnForm): void => {
  const last = receipts.at(-1);
  if (again || parcels === undefined || receipts.length <= parcels || !last) return;
  const message = `${last.user.name} has received ${unitsOf(last)} of it, ${dateTimeText(last.at)}`;
  throw new Failure("CONFLICT", { field: "parcels", message });
};

const keepsDamaged = ({ damaged = 0, instead }: ReturnForm): boolean => damaged > 0 || instead?.condition === "damaged";

/**
 * 404 names what is unknown of the lines, and a product that is chosen here though nothing of it is booked; 422 a marketplace's
 * shelf, whose returns the marketplace takes and tells by its stock sheet.
 */
const check = async (lines: readonly Line[], chosen: string | undefined): Promise<void> => {
  const goods = [...new Set([...lines.map(([product]) => product), ...(chosen ? [chosen] : [])])];
  const places = [...new Set(lines.map(([, warehouse]) => warehouse))];
  const rows = await readTagRows(goods, places);
  assertExists("product", goods, rows.product);
  assertExists("warehouse", places, rows.warehouse);
  const shelf = [...(await warehouses.findAll(places)).values()].find(({ sells_for }) => sells_for);
  if (!shelf) return;
  const message = `${shelf.name} is a marketplace's shelf: what comes back here lies in another warehouse`;
  throw new Failure("UNPROCESSABLE_CONTENT", { field: "warehouse", _id: shelf._id, message });
};
