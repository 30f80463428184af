// A user error, which whoever runs the command can act on, and how a command reports it. A file of its own because
// infra/ and ops/ all throw it.
export class UserError extends Error {
  override readonly name = "UserError";
}

/** The disk of this process, of the DynamoDB engine, or of a service that was asked to write. */
export const isFullDisk = (error: unknown): boolean => /\b(ENOSPC|EDQUOT)\b|disk is full/.test(String(error));

/** Prints a user error as one sentence and any other error with its stack; the process then ends with code 1. */
export const reportFailure = (error: unknown): void => {
  const full = isFullDisk(error) && "The disk is full: make room and start again.";
  console.error(error instanceof UserError ? error.message : full || error);
  process.exitCode = 1;
};
