// The places of picklists that were ticked off because their units were taken from the shelf.
import { Failure, firstDetails } from "#shared/failure.ts";
import { factsOf } from "#shared/kinds.ts";
import { type Movement, placeOf } from "#shared/movement.ts";
import type { Picked, PickedForm, Tick } from "#shared/picklist.ts";
import { linesLeft } from "#shared/posting-effect.ts";
import type { UserTag } from "#shared/user.ts";
import { toUserTag } from "../catalogue/tags.ts";
import { backoff, Cancelled, transact } from "../db/dynamo.ts";
import { movements, type PickedPlace, type PickedRow, picked } from "../db/tables.ts";

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

const getPicklist = async (id: string): Promise<Movement> => {
  const movement = await movements.get(id);
  if (!factsOf(movement.kind).picked) throw new Failure("RESOURCE_NOT_FOUND");
  return movement;
};

/** The places of a picklist that were ticked off; 404 if there is no such picklist. */
export const readPicked = async (id: string): Promise<Picked> => {
  const [, row] = await Promise.all([getPicklist(id), picked.find(id)]);
  return toPicked(id, row?.places ?? {});
};

/** The number of places left of each picklist that were ticked off. */
export const countPicked = async (picklists: readonly Movement[]): Promise<Map<string, number>> => {
  const rows = await picked.findAll(picklists.map(({ _id }) => _id));
  return new Map(
    picklists.map((picklist) => {
      const places = rows.get(picklist._id)?.places ?? {};
      const ticked = linesLeft(picklist).filter(([product, warehouse]) => {
        const place = places[placeOf(product, warehouse)];
        return place && !place.off;
      });
      return [picklist._id, ticked.length];
    }),
  );
};

/** Ticks places off or on again, the newest tick of each; a place that is ticked already keeps its user and time. */
export const updatePicked = async (id: string, request: PickRequest): Promise<Picked> => {
  const picklist = await getPicklist(id);
  checkPlaces(picklist, request.form.ticks);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = await picked.find(id);
    const places = changedPlaces(before?.places ?? {}, request, picklist.created_at);
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

const checkPlaces = ({ lines, now = [] }: Movement, places: readonly Tick[]): void => {
  const known = new Set([...lines, ...now].map(([product, warehouse]) => placeOf(product, warehouse)));
  const wrong = places.filter(({ product, warehouse }) => !known.has(placeOf(product, warehouse)));
  if (wrong.length === 0) return;
  const details = wrong.map(({ product }) => ({ field: "ticks", product, message: "Not on this picklist" }));
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
  places: Object.entries(places).flatMap(([key, { user, at, off }]) => {
    const [product = "", warehouse = ""] = key.split("#");
    return off ? [] : [{ _id: `${product}-${warehouse}`, product, warehouse, user, at }];
  }),
});
