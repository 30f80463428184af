// Imports products from a sheet: new ones are created, known ones get what the sheet changes.
import { importColumns } from "#shared/import-columns.ts";
import { ImportScreen } from "../../domain/import/import-screen.tsx";
import { lazyComponent } from "../../lib/lazy.tsx";

const ProductPreview = lazyComponent(() => import("./product-import-preview.tsx"), "ProductPreview");

const labels = Object.values(importColumns.products).map(({ label }) => label);

const hint = `Columns: ${labels.join(", ")}. New products need the first three. An empty cell keeps what there is, and - empties it. An export of this list fits as it is.`;

export function ProductImport() {
  return <ImportScreen kind="products" title="Import Products" hint={hint} preview={ProductPreview} />;
}
