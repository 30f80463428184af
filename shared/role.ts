// The three roles and their rank. Without schemas, so that the first screen does not wait for their library.

/** In ascending rank (specification, section 6). */
export const roles = ["executive", "manager", "root"] as const;

export type Role = (typeof roles)[number];

/** Whether a role's rank is at least the required one. */
export const mayAct = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required);
