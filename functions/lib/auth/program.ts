// Programs as they are created, each with its first token, and how many there are.
import { ulid } from "ulid";
import { Failure } from "#shared/failure.ts";
import { maxPrograms, type ProgramForm } from "#shared/program.ts";
import { type UserRow, users, type Write } from "../db/tables.ts";
import { claimNames, keysTable, type Name, nameOf } from "../db/unique-keys.ts";
import { newToken, withToken } from "./program-token.ts";

/** A person of the same name would be taken for it in the ledger. */
export const programName = ({ name }: Pick<UserRow, "name">): Name => nameOf("username", name, "name");

export const newProgram = ({ days, ...fields }: ProgramForm, now: Date) => {
  const [_id, at] = [ulid(), now.toISOString()];
  const token = newToken(_id);
  const named = { username: fields.name, epoch: 0, created_at: at, updated_at: at };
  const row: UserRow = { _id, kind: "program", ...fields, ...named, secrets: withToken(token, days, now) };
  return { row, token, writes: [addProgram(_id), ...claimNames([programName(row)], _id), users.create(row)] };
};

const programs = { TableName: keysTable, Key: { key: "programs" } };

const addProgram = (id: string): Write => ({
  action: {
    Update: {
      ...programs,
      UpdateExpression: "ADD ids :id",
      ConditionExpression: "attribute_not_exists(ids) OR size(ids) < :most",
      ExpressionAttributeValues: { ":id": new Set([id]), ":most": maxPrograms },
    },
  },
  failure: new Failure("UNPROCESSABLE_CONTENT", { message: `At most ${maxPrograms} programs` }),
});

export const removeProgram = (id: string): Write => ({
  action: {
    Update: { ...programs, UpdateExpression: "DELETE ids :id", ExpressionAttributeValues: { ":id": new Set([id]) } },
  },
  failure: new Failure("CONFLICT"),
});
