// Imports as a browser makes them: a file and settings are sent, and the groups applied step by step.
import type { ApplyStep, Import, ImportKind } from "#shared/import.ts";
import { sheetForm } from "./fixtures.ts";
import type { Answer, Client } from "./world.ts";

/** Text fields of the form; lists and objects travel as JSON. */
export type Settings = Record<string, unknown>;

/** A spreadsheet as CSV, with quotes where they are needed. */
export const csv = (rows: unknown[][], separator = ","): string =>
  rows.map((row) => row.map((cell) => quoted(String(cell ?? ""), separator)).join(separator)).join("\r\n");

const quoted = (text: string, separator: string): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

export const previewOf = (
  client: Client,
  kind: ImportKind,
  file: string | Uint8Array<ArrayBuffer> | undefined,
  settings?: Settings,
): Promise<Answer> => client.post(`/v1/imports/${kind}`, sheetForm(file, asText(settings)));

const asText = (settings: Settings = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([field, value]) => [
      field,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );

/** The whole import that a preview made. */
export const importOf = async (client: Client, id: string): Promise<Import> =>
  (await client.get(`/v1/imports/${id}`)).body;

export const applyFrom = (client: Client, id: string, from = 0): Promise<Answer> =>
  client.post(`/v1/imports/${id}/apply`, { from });

/** Applies all groups, and returns the outcomes of all steps as one. */
export const applyAll = async (client: Client, id: string): Promise<ApplyStep> => {
  const all: ApplyStep = { groups: 0, written: 0, left_out: [], picklists: [], refused: [] };
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { status, body } = await applyFrom(client, id, from);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    all.groups = body.groups;
    all.written += body.written;
    all.left_out.push(...body.left_out);
    if (body.movement) all.movement = body.movement;
    all.picklists?.push(...(body.picklists ?? []));
    all.refused?.push(...(body.refused ?? []));
    from = body.next;
  }
  return all;
};
