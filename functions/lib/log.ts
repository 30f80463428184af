// What is written down: one JSON object a line, as CloudWatch, its metric filters and the runbook's queries read it.
// Not Powertools' Logger: 24 KB, 9 ms of a 43 ms import and 10 microseconds a line instead of 2, for what stands here.

/** Never a password, token, ticket, query or body among the fields. */
export const log = (level: "INFO" | "ERROR", message: string, fields: object): void => {
  // Without a level and a time Lambda adds its own.
  const line = { timestamp: new Date().toISOString(), level, message, ...fields };
  // Past `console`, which on Lambda makes the line a string within another object.
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** An error with what led to it; JSON alone would make it `{}`. */
export const traced = (error: unknown): unknown =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack, cause: traced(error.cause) }
    : error;
