// Imports products from a spreadsheet: new ones are created, known ones are changed.
import { importColumns } from "#shared/import-columns.ts";
import { ImportScreen } from "../../domain/import/import-screen.tsx";
import { lazyComponent } from "../../lib/lazy.tsx";

const ProductPreview = lazyComponent(() => import("./product-import-preview.tsx"), "ProductPreview");

const hint = `Columns: ${Object.values(importColumns.products)
  .map(({ label }) => label)
  .join(
    ", ",
  )}. New products need the first three. An empty cell keeps what there is, and - empties it. An export of this list can be imported as it is.`;

export function ProductImport() {
  return <ImportScreen kind="products" title="Import Products" hint={hint} preview={ProductPreview} />;
}
