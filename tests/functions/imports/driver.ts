// Imports that succeed: a test fails if one is refused.
import { expect } from "vitest";
import type { Import, ImportKind, ImportSummary } from "#shared/import.ts";
import type { Cell } from "#tests/support/download.ts";
import { csv, importOf, previewOf, type Settings } from "#tests/support/imports.ts";
import type { Client } from "#tests/support/world.ts";
import { workbookOf } from "#tests/support/xlsx.ts";

/** Sends a file; the test fails unless it is previewed. */
export const preview = async (
  client: Client,
  kind: ImportKind,
  file: string | Uint8Array<ArrayBuffer>,
  settings?: Settings,
): Promise<ImportSummary> => {
  const { status, body } = await previewOf(client, kind, file, settings);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
};

/** Sends a file and returns its rows, too. */
export const previewRows = async (...[client, ...sent]: Parameters<typeof preview>): Promise<Import> =>
  importOf(client, (await preview(client, ...sent))._id);

/** CSV with these cells. */
export const csvOf = (...rows: unknown[][]): string => csv(rows);

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
/** Rows of a worksheet part. */
export const rowsOf = (rows: Cell[][]): string =>
  rows
    .map((cells) => {
      const written = cells.map((cell) =>
        typeof cell === "number" ? `<c><v>${cell}</v></c>` : `<c t="str"><v>${escaped(String(cell ?? ""))}</v></c>`,
      );
      return `<row>${written.join("")}</row>`;
    })
    .join("");
/** A workbook with these cells. */
export const xlsxOf = (rows: Cell[][]) => new Uint8Array(workbookOf(rowsOf(rows)));
