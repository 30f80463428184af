// The places of picklists that were ticked off because their units were taken from the shelf, and walks on which waiting orders are
// picked together.
import { ulid } from "ulid";
import { Failure, firstDetails } from "#shared/failure.ts";
import { factsOf } from "#shared/kinds.ts";
import { type Movement, placeOf } from "#shared/movement.ts";
import { cancelledOrder, nothingWaits, type Picked, type PickedForm, type Tick, type Walk } from "#shared/picklist.ts";
import { linesLeft } from "#shared/posting-effect.ts";
import { toUserTag, type UserTag } from "#shared/user.ts";
import { backoff, Cancelled, transact } from "../db/dynamo.ts";
import { movements, type PickedPlace, type PickedRow, picked } from "../db/tables.ts";
import { ifNotReversed } from "./post.ts";

type Places = PickedRow["places"];

interface PickRequest {
  user: UserTag;
  now: Date;
  form: PickedForm;
}

/** Times that ticks of several people on the same picklist are tried again. */
const maxAttempts = 10;

/** Devices whose revisions are stored for one place, the latest ones: a row has its limit. */
const maxDevices = 20;

/** The picklist with this id, or those of the walk; 404 if it is neither. */
const getPicklists = async (id: string): Promise<Movement[]> => {
  const one = await movements.find(id);
  const ids = one ? [] : ((await picked.find(id))?.picklists ?? []);
  const found = one ? [one] : [...(await movements.findAll(ids)).values()];
  if (found.length === 0 || !found.every(({ kind }) => factsOf(kind).picked)) throw new Failure("RESOURCE_NOT_FOUND");
  return found;
};

const idsOf = (picklists: readonly Movement[]): string[] => picklists.map(({ _id }) => _id);
type Rows = ReadonlyMap<string, PickedRow>;

/** The places of a picklist or a walk that were ticked off; 404 if there is none with this id. */
export const readPicked = async (id: string): Promise<Picked> => {
  const picklists = await getPicklists(id);
  return toPicked(id, picklists, await picked.findAll(idsOf(picklists)));
};

/** How far each picklist is: its places left that were ticked off, the walk that it is on, and whether its order waits to be picked. */
export const readProgress = async (picklists: readonly Movement[]) => {
  const rows = await picked.findAll(idsOf(picklists));
  return new Map(
    picklists.map((picklist) => {
      const { places = {}, walk } = rows.get(picklist._id) ?? {};
      const ticked = linesLeft(picklist).filter(([product, warehouse]) => {
        const place = places[placeOf(product, warehouse)];
        return place && !place.off;
      });
      const waits = isWaiting(picklist) && !rows.has(picklist._id);
      return [picklist._id, { picked: ticked.length, ...(walk && { walk }), ...(waits && { waits }) }];
    }),
  );
};

/** Unless it is being picked. */
const isWaiting = ({ order, reversed_by }: Movement): boolean => order !== undefined && !reversed_by;

/** Ticks places off or on again, the newest tick of each; a place that is ticked already keeps its user and time. */
export const updatePicked = async (id: string, request: PickRequest): Promise<Picked> => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const picklists = await getPicklists(id);
    const rows = await picked.findAll(idsOf(picklists));
    checkPlaces(picklists, request.form.ticks);
    // Its units are back in stock, and somebody else may take them.
    if (picklists.every(({ _id, order, reversed_by }) => order && reversed_by && !rows.has(_id)))
      throw new Failure("CONFLICT", { message: cancelledOrder });
    const changed = picklists.flatMap((picklist): PickedRow[] => {
      const form = { ticks: request.form.ticks.filter(isOn(picklist)) };
      if (form.ticks.length === 0 || (picklist.reversed_by && picklists.length > 1)) return [];
      const { places = {}, version = 0, ...row } = rows.get(picklist._id) ?? { _id: picklist._id };
      const after = changedPlaces(places, { ...request, form }, picklist.created_at);
      return [{ ...row, places: after, version: version + 1 }];
    });
    const begun = picklists.filter((one) => isWaiting(one) && !rows.has(one._id));
    try {
      // An order that is cancelled while the first of it is ticked off either goes back or is picked.
      if (changed.length > 0) await transact([...changed.map(putRow), ...idsOf(begun).map(ifNotReversed)]);
      return toPicked(id, picklists, new Map([...rows, ...changed.map((row) => [row._id, row] as const)]));
    } catch (error) {
      // Somebody else has ticked the same picklist meanwhile.
      if (!(error instanceof Cancelled)) throw error;
      await backoff(attempt);
    }
  }
  throw new Failure("SERVICE_UNAVAILABLE");
};

/** Begins a walk of the orders that still wait. Who asks again gets the same; of two who ask at once, one gets an order. */
export const beginWalk = async (ids: readonly string[], { _id: by }: Pick<UserTag, "_id">): Promise<Walk> => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const [found, rows] = [await movements.findAll(ids), await picked.findAll(ids)];
    const waiting = [...found.values()].filter((one) => isWaiting(one) && !rows.has(one._id));
    if (waiting.length === 0) return readWalk(rows, by);
    const [_id, row] = [ulid(), { places: {}, version: 1 }];
    const picklists = ids.filter((id) => waiting.some((one) => one._id === id));
    try {
      await transact(
        [{ ...row, _id, picklists, by }, ...picklists.map((id) => ({ ...row, _id: id, walk: _id }))].map(putRow),
      );
      return { _id, picklists };
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      await backoff(attempt);
    }
  }
  throw new Failure("SERVICE_UNAVAILABLE");
};

/** The walk that these are on, if it was begun by the same person. */
const readWalk = async (rows: Rows, by: string): Promise<Walk> => {
  const [_id, ...others] = new Set([...rows.values()].map(({ walk = "" }) => walk));
  const walk = _id && others.length === 0 ? await picked.find(_id) : undefined;
  if (walk?.by !== by) throw new Failure("CONFLICT", { message: nothingWaits });
  return { _id: walk._id, picklists: walk.picklists ?? [] };
};

const changedPlaces = (before: Places, { user, now, form }: PickRequest, created_at: string): Places => {
  const places = { ...before };
  for (const tick of form.ticks) {
    const key = placeOf(tick.product, tick.warehouse);
    const next = placeAfter(places[key], tick, { user: toUserTag(user), at: timeOf(tick, now, created_at) });
    if (next) places[key] = next;
  }
  return places;
};

/** By the server's clock, and not before the picklist was created, even if the device's clock changed meanwhile. */
const timeOf = ({ age }: Tick, now: Date, created_at: string): string => {
  const at = new Date(now.getTime() - age * 1_000).toISOString();
  return at > created_at ? at : created_at;
};

/**
 * The newest tick counts: of one device by its revisions, since the age of a delayed request is too low; of two devices
 * by time. Undefined if this tick changes nothing.
 */
const placeAfter = (
  before: PickedPlace | undefined,
  { device, rev, picked: isPicked }: Tick,
  by: Pick<PickedPlace, "user" | "at">,
): PickedPlace | undefined => {
  const { last } = before ?? {};
  if (last && rev <= (last.revs[device] ?? 0)) return undefined;
  const otherRevs = Object.entries(last?.revs ?? {}).filter(([other]) => other !== device);
  const revs = Object.fromEntries([...otherRevs, [device, rev]].slice(-maxDevices));
  if (before && last && last.device !== device && by.at < last.at) return { ...before, last: { ...last, revs } };
  const isKept = isPicked && before && !before.off;
  const who = isKept ? { user: before.user, at: before.at } : by;
  return {
    ...who,
    last: { at: by.at, device, revs },
    ...(!isPicked && { off: true }),
  };
};

const placesOf = ({ lines, now = [] }: Movement): Set<string> =>
  new Set([...lines, ...now].map(([product, warehouse]) => placeOf(product, warehouse)));

const isOn = (picklist: Movement) => {
  const places = placesOf(picklist);
  return ({ product, warehouse }: Tick): boolean => places.has(placeOf(product, warehouse));
};

const checkPlaces = (picklists: readonly Movement[], ticks: readonly Tick[]): void => {
  const known = picklists.map(isOn);
  const wrong = ticks.filter((tick) => !known.some((isKnown) => isKnown(tick)));
  if (wrong.length === 0) return;
  const details = wrong.map(({ product }) => ({ field: "ticks", product, message: "Not on this picklist" }));
  throw new Failure("UNPROCESSABLE_CONTENT", ...firstDetails(details));
};

const putRow = (Item: PickedRow) => ({
  Put: {
    TableName: picked.name,
    Item,
    ConditionExpression: Item.version === 1 ? "attribute_not_exists(#version)" : "#version = :version",
    ExpressionAttributeNames: { "#version": "version" },
    ...(Item.version > 1 && { ExpressionAttributeValues: { ":version": Item.version - 1 } }),
  },
});

/** A place of a walk is ticked off once it is in each of its picklists, without cancelled ones. */
const toPicked = (_id: string, picklists: readonly Movement[], rows: Rows): Picked => {
  const counted = picklists.length > 1 ? picklists.filter(({ reversed_by }) => !reversed_by) : picklists;
  const all = counted.flatMap((picklist) => {
    const { places = {} } = rows.get(picklist._id) ?? {};
    return [...placesOf(picklist)].map((key) => ({ key, place: places[key] }));
  });
  return {
    _id,
    places: [...Map.groupBy(all, ({ key }) => key)].flatMap(([key, same]) => {
      const [product = "", warehouse = ""] = key.split("#");
      const ticked = same.flatMap(({ place }) => (place && !place.off ? place : []));
      const last = ticked.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1);
      if (!last || ticked.length < same.length) return [];
      return [{ _id: `${product}-${warehouse}`, product, warehouse, user: last.user, at: last.at }];
    }),
  };
};
