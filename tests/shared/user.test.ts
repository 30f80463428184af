// Accepted input of a user's form and of a sign-in.
import * as v from "valibot";
import { expect, test } from "vitest";
import { patchForm } from "#shared/field.ts";
import { LoginForm, User, UserForm } from "#shared/user.ts";

const form = { name: "Asha", username: "asha", role: "executive" };

test("a password may be left out, empty, or of 12 to 128 characters", () => {
  for (const password of [undefined, "", "x".repeat(12), "x".repeat(128), "पासवर्ड बहुत लंबा"])
    expect(v.is(UserForm, { ...form, password })).toBe(true);
  for (const password of [
    ...["x", "x".repeat(11), "x".repeat(129), `${"x".repeat(12)}\ud800`],
    ...[null, 123456789012, {}, ["x".repeat(12)]],
  ])
    expect(v.is(UserForm, { ...form, password })).toBe(false);
});

test("a password is kept as typed, with its spaces", () => {
  expect(v.parse(UserForm, { ...form, password: "  long enough  " }).password).toBe("  long enough  ");
  expect(v.parse(LoginForm, { username: "asha", password: " x " }).password).toBe(" x ");
});

test("name, username and role are required to create, not to change", () => {
  for (const field of ["name", "username", "role"]) expect(v.is(UserForm, { ...form, [field]: undefined })).toBe(false);
  expect(v.parse(patchForm(UserForm), {})).toEqual({});
  for (const field of ["name", "username", "role"]) expect(v.is(patchForm(UserForm), { [field]: "" })).toBe(false);
});

test("a form cannot set an id, an epoch or a date", () => {
  expect(v.parse(UserForm, { ...form, _id: "u1", epoch: 0, renew: false, created_at: "x" })).toEqual(form);
});

test("a sign-in needs both fields, as text of limited length", () => {
  expect(v.is(LoginForm, { username: "asha", password: "x" })).toBe(true);
  for (const username of [undefined, "", {}, "x".repeat(10_000)])
    expect(v.is(LoginForm, { username, password: "x" })).toBe(false);
  for (const password of [undefined, "", [], "x".repeat(1_000_000)])
    expect(v.is(LoginForm, { username: "asha", password })).toBe(false);
});

test("a user in an answer has no field for a password, a hash or an epoch", () => {
  expect(Object.keys(User.entries)).toEqual([
    "_id",
    "name",
    "username",
    "role",
    "renew",
    "given",
    "created_at",
    "updated_at",
  ]);
});
