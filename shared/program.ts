// Programs: users of another kind, which call the API with a token of their own instead of a sign-in.
import * as v from "valibot";
import { patchForm, requiredLine } from "./field.ts";
import { scopes, scopesIn } from "./scope.ts";
import { seenOf } from "./seen.ts";

/** Programs of a company at most. */
export const maxPrograms = 10;

/** Calls that one program may make in so many seconds. */
export const rateLimits = { minute: { calls: 120, seconds: 60 }, day: { calls: 20_000, seconds: 86_400 } } as const;

/** Days for which a token is valid. */
export const tokenDays = [30, 90, 365] as const;
/** Hours for which the former token still works beside a new one. */
export const formerTokenHours = 24;

const Days = v.optional(v.picklist(tokenDays, `One of ${tokenDays.join(", ")}`), 90);

const Scope = v.pipe(
  v.string("Text expected"),
  v.maxLength(200, "Too long"),
  v.check((text) => scopesIn(text).every((one) => scopes.some((known) => known === one)), "Unknown scope"),
  v.transform((text) => scopes.filter((known) => scopesIn(text).includes(known)).join(" ")),
  v.nonEmpty("Choose at least one"),
);

const fields = {
  name: requiredLine(),
  /** Never root. */
  role: v.picklist(["executive", "manager"], "executive or manager"),
  scope: Scope,
};

export const ProgramForm = v.object({ ...fields, days: Days });
export type ProgramForm = v.InferOutput<typeof ProgramForm>;

export const ProgramEdit = v.object({
  ...patchForm(v.object(fields)).entries,
  seen: seenOf(["name", "role", "scope"]),
});

export const RenewForm = v.object({ days: Days });

export const Program = v.object({
  _id: v.string(),
  name: v.string(),
  role: v.picklist(["executive", "manager"]),
  /** With spaces between them. */
  scope: v.string(),
  /** When its token ends, and when it called last. */
  expires_at: v.string(),
  used_at: v.optional(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
});
export type Program = v.InferOutput<typeof Program>;

/** With its token, which is shown this once. */
export const NewProgram = v.object({ ...Program.entries, token: v.string() });
