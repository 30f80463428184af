// The file in which an import is stored for a day. Its key has the id of the user who made it, so nobody else finds it.
import { Failure } from "#shared/failure.ts";
import { importHours, importRole } from "#shared/import.ts";
import { mayAct } from "#shared/role.ts";
import { readStored, writeStored } from "../db/stored-json.ts";
import type { ApplyRequest, StoredImport } from "./import-kind.ts";

export const keyOf = (user: string, id: string): string => `imports/${user}/${id}.json.gz`;

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
export const isImportId = (id: string): boolean => uuid.test(id);

/** Whether its day is not over. */
export const isCurrent = ({ created_at }: Pick<StoredImport, "created_at">, now: Date): boolean =>
  now.getTime() - Date.parse(created_at) < importHours * 3_600_000;

export const writeImport = (user: string, stored: StoredImport): Promise<void> =>
  writeStored(keyOf(user, stored._id), stored);

/** The user's import; 404 if there is none or its day is over, 403 if the user has lost the role for it. */
export const readImport = async ({ user, now }: ApplyRequest, id = ""): Promise<StoredImport> => {
  const stored = isImportId(id) ? await readStored<StoredImport>(keyOf(user._id, id)) : undefined;
  if (!stored || !isCurrent(stored, now)) throw new Failure("RESOURCE_NOT_FOUND");
  if (!mayAct(user.role, importRole[stored.kind])) throw new Failure("FORBIDDEN");
  return stored;
};
