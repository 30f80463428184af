// The row limit of a report, by a mocked SDK: writing 200,000 movements to the local engine would take too long.
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, expect, test } from "vitest";
import { sendReport } from "#functions/lib/reports/report.ts";
import { maxReportRows } from "#shared/export.ts";
import { Failure } from "#shared/failure.ts";

const s3 = mockClient(S3Client);
// Test files of one process share the class.
afterAll(() => s3.restore());
s3.on(CreateMultipartUploadCommand).resolves({ UploadId: "one" });
s3.on(UploadPartCommand).resolves({ ETag: "part" });

test("a report of too many rows is refused with their number, and leaves no file", { tags: "exhaustive" }, async () => {
  const columns = [{ head: "Units", width: 10, cell: (units: number) => units }];
  const rows = [Array.from({ length: maxReportRows }, (_, units) => units), [1, 2]];
  await expect(sendReport({ name: "Long", title: "Long", columns, rows, now: new Date() })).rejects.toEqual(
    new Failure("UNPROCESSABLE_CONTENT", {
      message: "2,00,002 rows or more; a file holds 2,00,000, so narrow the range",
    }),
  );
  expect(s3.commandCalls(PutObjectCommand)).toEqual([]);
  expect(s3.commandCalls(CompleteMultipartUploadCommand)).toEqual([]);
});
