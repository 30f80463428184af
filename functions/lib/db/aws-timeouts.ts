// How long the clients of AWS wait, in milliseconds: a call that hangs is made again while the Lambda lives (28 s).

/** A shorter wait for a connection gives up on a machine that is busy; without the last a timeout is only logged. */
export const requestHandler = { connectionTimeout: 5_000, requestTimeout: 5_000, throwOnRequestTimeout: true };
