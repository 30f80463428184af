// What a program may be allowed to do, one word for each. Without schemas, as roles.

export const scopeLabels = {
  "stock:read": "See products, stock and what may be sold",
  "orders:write": "Bring orders in, and cancel them",
  "ledger:read": "See transactions, and export them",
  "stock:write": "Record stock in, and transfers",
  "products:write": "Add and change products",
  "shipments:write": "See, announce and change containers",
} as const;

export type Scope = keyof typeof scopeLabels;
export const scopes = Object.keys(scopeLabels) as Scope[];

/** The scopes in a text with spaces between them, as OAuth 2.0 writes them (RFC 6749, section 3.3). */
export const scopesIn = (scope = ""): string[] => scope.split(" ").filter(Boolean);
