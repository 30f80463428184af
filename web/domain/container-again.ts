// A container whose ID an open one has already: mostly the same one announced twice, so a person is asked.
import { containerForm } from "#shared/container-id.ts";
import type { Detail } from "#shared/failure.ts";

/** Announces it as another container of the same ID. */
export const addAgain = "Add it all the same";

/** The detail of a refusal that names the other container. */
export const sameContainer = (refusal: { details: readonly Detail[] } | undefined): Detail | undefined =>
  refusal?.details.find(({ field, _id }) => field === "container" && _id !== undefined);

/** The containers among these that have the ID of another one. */
export const sameContainers = <S extends { container: string }>(open: readonly S[]): Set<S> =>
  new Set(
    [...Map.groupBy(open, ({ container }) => containerForm(container)).values()].filter((s) => s.length > 1).flat(),
  );
