// The headers of every answer, apart from what makes answers: that loads the database's client, which `mcp` does without.
export const baseHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "api-build": process.env.BUILD ?? "",
};
