// What is mostly meant once, so a person is asked: a container whose ID an open one has already, and a parcel of a return of which
// somebody else has received one.
import { containerForm } from "#shared/container-id.ts";
import type { Detail } from "#shared/failure.ts";

/** Announces it as another container of the same ID, or receives another parcel. */
export const addAgain = "Add it all the same";

/** The detail of a refusal that names the other container. */
export const sameContainer = (refusal: { details: readonly Detail[] } | undefined): Detail | undefined =>
  refusal?.details.find(({ field, _id }) => field === "container" && _id !== undefined);

/** Whether a refusal only asks if it is meant: of such a container, or of a parcel of a return that somebody has received. */
export const asksAgain = (refusal: { details: readonly Detail[] } | undefined): boolean =>
  sameContainer(refusal) !== undefined || sameParcel(refusal) !== undefined;

export const sameParcel = (refusal: { details: readonly Detail[] } | undefined): Detail | undefined =>
  refusal?.details.find(({ field }) => field === "parcels");

/** The containers among these that have the ID of another one. */
export const sameContainers = <S extends { container: string }>(open: readonly S[]): Set<S> =>
  new Set(
    [...Map.groupBy(open, ({ container }) => containerForm(container)).values()].filter((s) => s.length > 1).flat(),
  );
