// What was ticked off a picklist, since its units were taken from the shelf.
import { Failure, firstDetails } from "#shared/failure.ts";
import type { Movement } from "#shared/movement.ts";
import type { Picked, PickedForm } from "#shared/picklist.ts";
import type { UserTag } from "#shared/user.ts";
import { toUserTag } from "../catalogue/tags.ts";
import { backoff, Cancelled, transact } from "../db/dynamo.ts";
import { movements, type PickedRow, picked } from "../db/tables.ts";

type Places = PickedRow["places"];

interface PickRequest {
  user: UserTag;
  now: Date;
  /** When it was ticked off, if it waited on a device for want of a network. */
  made_at?: string;
  form: PickedForm;
}

interface Place {
  product: string;
  warehouse: string;
}

/** Times that ticks of several people on the same picklist are tried again. */
const maxAttempts = 10;

export const placeKey = (product: string, warehouse: string): string => `${product}#${warehouse}`;

const getPicklist = async (id: string): Promise<Movement> => {
  const movement = await movements.get(id);
  if (movement.kind !== "picklist") throw new Failure("RESOURCE_NOT_FOUND");
  return movement;
};

/** What was ticked off a picklist; 404 if it is none. */
export const readPicked = async (id: string): Promise<Picked> => {
  const [, row] = await Promise.all([getPicklist(id), picked.find(id)]);
  return toPicked(id, row?.places ?? {});
};

/** Ticks places off or on again; one that is ticked already keeps by whom and when. */
export const updatePicked = async (id: string, request: PickRequest): Promise<Picked> => {
  checkPlaces(await getPicklist(id), [...request.form.picked, ...request.form.unpicked]);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = await picked.find(id);
    const places = changedPlaces(before?.places ?? {}, request);
    try {
      await transact([putRow({ _id: id, places, version: (before?.version ?? 0) + 1 }, before?.version ?? 0)]);
      return toPicked(id, places);
    } catch (error) {
      // Somebody else has ticked the same picklist meanwhile.
      if (!(error instanceof Cancelled)) throw error;
      await backoff(attempt);
    }
  }
  throw new Failure("SERVICE_UNAVAILABLE");
};

const changedPlaces = (before: Places, { user, now, made_at, form }: PickRequest): Places => {
  const tick = { user: toUserTag(user), at: made_at ?? now.toISOString() };
  const keys = (list: readonly Place[]) => list.map(({ product, warehouse }) => placeKey(product, warehouse));
  const unpicked = new Set(keys(form.unpicked));
  const added = keys(form.picked).map((key) => [key, before[key] ?? tick] as const);
  return Object.fromEntries([...Object.entries(before), ...added].filter(([key]) => !unpicked.has(key)));
};

const checkPlaces = ({ lines }: Movement, places: readonly Place[]): void => {
  const known = new Set(lines.map(([product, warehouse]) => placeKey(product, warehouse)));
  const wrong = places.filter(({ product, warehouse }) => !known.has(placeKey(product, warehouse)));
  if (wrong.length === 0) return;
  const details = wrong.map(({ product }) => ({ field: "picked", product, message: "Not on this picklist" }));
  throw new Failure("UNPROCESSABLE_CONTENT", ...firstDetails(details));
};

const putRow = (Item: PickedRow, version: number) => ({
  Put: {
    TableName: picked.name,
    Item,
    ConditionExpression: version === 0 ? "attribute_not_exists(#version)" : "#version = :version",
    ExpressionAttributeNames: { "#version": "version" },
    ...(version > 0 && { ExpressionAttributeValues: { ":version": version } }),
  },
});

const toPicked = (_id: string, places: Places): Picked => ({
  _id,
  places: Object.entries(places).map(([key, { user, at }]) => {
    const [product = "", warehouse = ""] = key.split("#");
    return { _id: `${product}-${warehouse}`, product, warehouse, user, at };
  }),
});
