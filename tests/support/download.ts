// Downloads as a browser makes them, and workbooks, read by another library than the one that writes them.
import { GetObjectCommand } from "@aws-sdk/client-s3";
import readSheets from "read-excel-file/node";
import { s3Of } from "./engine.ts";
import type { Client, TestWorld } from "./world.ts";

export type Cell = string | number | boolean | Date | null;

interface Download {
  /** Status of the first answer: 303 when it redirects to a file. */
  status: number;
  name: string;
  bytes: Buffer;
}

/** Gets a ticket and downloads the file with it. */
export const download = async (
  client: Client,
  anonymous: Client,
  path: string,
  query: Record<string, string> = {},
): Promise<Download> => {
  const { status, link } = await requestDownload(client, anonymous, path, query);
  const file = await fetch(link);
  const disposition = file.headers.get("content-disposition") ?? "";
  const name = decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? "");
  return { status, name, bytes: Buffer.from(await file.arrayBuffer()) };
};

/** The same with a test's clock for the Lambdas: the S3 engine has the real time, so the link is not used. */
export const downloadWithTestClock = async (
  world: TestWorld,
  client: Client,
  path: string,
  query: Record<string, string> = {},
): Promise<Download> => {
  const { status, link } = await requestDownload(client, world.anonymous, path, query);
  const [, Bucket = "", ...key] = new URL(link).pathname.split("/").map(decodeURIComponent);
  const { Body } = await s3Of(world).send(new GetObjectCommand({ Bucket, Key: key.join("/") }));
  return { status, name: "", bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
};

/** The rows of a day's stock report. */
export const stockReport = async (world: TestWorld, client: Client, date: string): Promise<Cell[][]> =>
  (await readWorkbook(await downloadWithTestClock(world, client, "/v1/stock-report/export", { date }))).rows;

const requestDownload = async (client: Client, anonymous: Client, path: string, query: Record<string, string>) => {
  const { body } = await client.post("/v1/tickets", { path, query });
  const { status, headers } = await anonymous.get(`${path}?${new URLSearchParams({ ...query, ticket: body.ticket })}`);
  return { status, link: headers.get("location") ?? "" };
};

/** The rows of the first sheet, and of the second. */
export const readWorkbook = async ({ bytes }: Download): Promise<{ rows: Cell[][]; about: Cell[][] }> => {
  const [report, about] = await readSheets(bytes);
  return { rows: (report?.data ?? []) as Cell[][], about: (about?.data ?? []) as Cell[][] };
};
