// Programs that may call the API. Their tokens are answered once, when they are made; who loses one renews it.
import { dayOf } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import type { Program } from "#shared/program.ts";
import { fieldChanges, record, recordDeletion, recordEdit } from "./lib/audit/changes.ts";
import { datedAfter, editRow } from "./lib/audit/edit.ts";
import { newProgram, programName, removeProgram } from "./lib/auth/program.ts";
import { newToken, withToken } from "./lib/auth/program-token.ts";
import { rateKey, readRate } from "./lib/auth/rate-limit.ts";
import { subjectOf } from "./lib/auth/user.ts";
import { type UserRow, users, writeAll } from "./lib/db/tables.ts";
import { changeNames, keysTable, release } from "./lib/db/unique-keys.ts";
import { type Handlers, serve } from "./lib/http/serve.ts";

const handlers: Handlers<"programs"> = {
  "GET /v1/programs": async () => {
    const rows = (await users.list()).filter(({ kind }) => kind === "program");
    return Promise.all(rows.map(async (row) => publicProgram(row, (await readRate(row._id))?.used_at)));
  },

  "POST /v1/programs": async (request) => {
    const { row, token, writes } = newProgram(request.body, request.now);
    const { days: _, ...fields } = request.body;
    await writeAll([
      record(request, subjectOf(row), "created", fieldChanges({}, { ...fields, expires_at: endOf(row) })),
      ...writes,
    ]);
    return { ...publicProgram(row), token };
  },

  "PATCH /v1/programs/{id}": async (request) => {
    const { seen, ...fields } = request.body;
    const row = await getProgram(request.path.id);
    await editRow(
      request,
      row,
      fields,
      getProgram,
      async ({ before, changed, author }) => {
        const named = fields.name === undefined ? {} : { username: fields.name };
        return [
          users.edit(before, { ...fields, ...named }, author.now),
          ...changeNames([programName(before)], [programName({ ...before, ...fields })], before._id),
          ...recordEdit(author, subjectOf(before), changed),
        ];
      },
      { kind: "user", seen },
    );
    return publicProgram(await getProgram(row._id));
  },

  "POST /v1/programs/{id}/renew": async (request) => {
    const before = await getProgram(request.path.id);
    const author = datedAfter(request, before);
    const token = newToken(before._id);
    const after = { ...before, secrets: withToken(token, request.body.days, author.now, before.secrets) };
    const changed = fieldChanges({ expires_at: endOf(before) }, { expires_at: endOf(after) });
    await writeAll([
      users.edit(before, { secrets: after.secrets }, author.now),
      ...recordEdit(author, subjectOf(before), [{ field: "token" }, ...changed]),
    ]);
    return { ...publicProgram({ ...after, updated_at: author.now.toISOString() }), token };
  },

  "DELETE /v1/programs/{id}": async (request) => {
    const before = await getProgram(request.path.id);
    const { _id, username } = before;
    await writeAll([
      removeProgram(_id),
      users.remove(_id, { username }),
      release("username", username, _id),
      { action: { Delete: { TableName: keysTable, Key: rateKey(_id) } }, failure: new Failure("CONFLICT") },
      recordDeletion(datedAfter(request, before), subjectOf(before)),
    ]);
  },
};

export const handler = serve("programs", handlers);

const getProgram = async (id = ""): Promise<UserRow> => {
  const row = await users.get(id);
  if (row.kind !== "program") throw new Failure("RESOURCE_NOT_FOUND");
  return row;
};

const expiryOf = ({ secrets = [] }: UserRow): string => secrets[0]?.until ?? "";
const endOf = (row: UserRow): string => dayOf(new Date(expiryOf(row)));

const publicProgram = (row: UserRow, used_at?: string): Program => {
  const { _id, name, role, scope = "", created_at, updated_at } = row;
  const expires_at = expiryOf(row);
  return { _id, name, role: role as Program["role"], scope, expires_at, used_at, created_at, updated_at };
};
