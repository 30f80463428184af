// The three roles and their rank.
import * as v from "valibot";
import { expect, test } from "vitest";
import { AnyRole } from "#shared/field.ts";
import { mayAct, type Role, roles } from "#shared/role.ts";

test("a role may do what its own rank and every lower one may", () => {
  const may = roles.map((role) => roles.filter((required) => mayAct(role, required)));
  expect(may).toEqual([["executive"], ["executive", "manager"], ["executive", "manager", "root"]]);
});

test("an unknown role ranks below all others", () => {
  for (const role of ["", "admin", "ROOT", "__proto__"])
    for (const required of roles) expect(mayAct(role as Role, required)).toBe(false);
});

test.each(["ROOT", "Root", "superuser", "admin", "", " root", ["root"], { role: "root" }, null, undefined, 2])(
  "%j is no role",
  (role) => {
    expect(v.is(AnyRole, role)).toBe(false);
  },
);
