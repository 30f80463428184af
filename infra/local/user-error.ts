// A user error, which whoever runs the command can act on, and how a command reports it. A file of its own because
// infra/ and ops/ all throw it.
export class UserError extends Error {
  override readonly name = "UserError";
}

/** Prints a user error as one sentence and any other error with its stack; the process then ends with code 1. */
export const reportFailure = (error: unknown): void => {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
};
