// The S3 client: pictures, snapshots and reports.
import { S3Client } from "@aws-sdk/client-s3";
import { requestHandler } from "./aws-timeouts.ts";

export const s3 = new S3Client({ requestHandler });
