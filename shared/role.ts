// The three roles and their rank.
import * as v from "valibot";

/** Ascending rank (specification, section 6). */
export const roles = ["executive", "manager", "root"] as const;

export const Role = v.picklist(roles, "One of executive, manager, root");
export type Role = v.InferOutput<typeof Role>;

/** Whether a role's rank is at least the required one. */
export const mayAct = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required);
