// The three roles and their rank. No schema here: what is shown first would wait for their library.

/** Ascending rank (specification, section 6). */
export const roles = ["executive", "manager", "root"] as const;

export type Role = (typeof roles)[number];

/** Whether a role's rank is at least the required one. */
export const mayAct = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required);
