// Applies an import in steps: as many of its groups as fit into a few seconds, each of which takes effect once.
import type { ApplyStep } from "#shared/import.ts";
import { applyGroups } from "../ledger/steps.ts";
import type { ApplyRequest, ImportKindRules, StoredImport } from "./import-kind.ts";
import { kinds } from "./kinds.ts";

/** Applies groups from the one with this number on, at least one. */
export const applyStep = async (request: ApplyRequest, stored: StoredImport, from: number): Promise<ApplyStep> => {
  const rules: ImportKindRules = kinds[stored.kind];
  const groups = stored.groups.length;
  const { outcomes, next } = await applyGroups(groups, from, (group) => rules.apply(request, stored, group));
  const movement = outcomes.find((outcome) => outcome.movement)?.movement;
  const picklists = outcomes.flatMap(({ picklist }) => picklist ?? []);
  const refused = outcomes.flatMap((outcome) => outcome.refused ?? []);
  return {
    ...(next !== undefined && { next }),
    groups,
    written: outcomes.reduce((sum, { written }) => sum + written, 0),
    left_out: outcomes.flatMap(({ left_out }) => left_out),
    ...(movement && { movement }),
    ...(picklists.length > 0 && { picklists }),
    ...(refused.length > 0 && { refused }),
  };
};
