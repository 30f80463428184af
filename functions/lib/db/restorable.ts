// Since when the ledger can be restored to any second, as AWS says.
import { DescribeContinuousBackupsCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { awsTimeouts } from "./aws-timeouts.ts";
import { movements } from "./tables.ts";

/** A client of its own: the shared one counts units of each answer. */
const client = new DynamoDBClient({ requestHandler: awsTimeouts, maxAttempts: 1 });

/** Undefined where nobody can say, such as on a laptop: the status has more to tell. */
export const readRestorableSince = async (): Promise<string | undefined> => {
  const asked = client.send(new DescribeContinuousBackupsCommand({ TableName: movements.name }));
  const { ContinuousBackupsDescription: backups } = await asked.catch(() => ({
    ContinuousBackupsDescription: undefined,
  }));
  return backups?.PointInTimeRecoveryDescription?.EarliestRestorableDateTime?.toISOString();
};
