// Timeouts of all AWS clients, in milliseconds: a call that hangs is retried within the 28 s that a Lambda may run. A file
// of its own, so that the S3 client does not bundle the DynamoDB client.

/** A shorter connection timeout fails on a busy machine. Without `throwOnRequestTimeout` a timeout is only logged. */
export const awsTimeouts = { connectionTimeout: 5_000, requestTimeout: 5_000, throwOnRequestTimeout: true };
