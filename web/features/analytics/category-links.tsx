// Each category's links to marketplaces: a table to follow, edit and delete them, and a form to add a category.
import { Link2, Pencil, Trash2 } from "lucide-react";
import type { Category } from "#shared/category.ts";
import { useRemoval } from "../../domain/use-removal.ts";
import { useData } from "../../lib/api/use-data.ts";
import { compareText } from "../../lib/compare-text.ts";
import { countText } from "../../lib/format.ts";
import { laterComponent, lazyComponent } from "../../lib/lazy.tsx";
import { useOpenedRow } from "../../lib/navigation/opened-row.ts";
import { useOpenDialog } from "../../lib/navigation/url-state.ts";
import { IconButton } from "../../ui/button.tsx";
import { ExternalLink } from "../../ui/external-link.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import { Card } from "../../ui/page/page.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { numeric, PlainTable, ScrollArea, TableSkeleton } from "../../ui/table/plain-table.tsx";
import style from "./category-form.module.css";

const skeleton = <div className={style.bones} aria-busy="true" />;
const AddCategory = laterComponent(() => import("./category-form.tsx"), "AddCategory", skeleton);
const CategoryDialog = lazyComponent(() => import("./category-form.tsx"), "CategoryDialog");

const head = ["Category", "Amazon", "Flipkart", { ...numeric("Actions"), srOnly: true }];

export function CategoryLinks() {
  const list = useData("GET /v1/categories");
  const dialog = useOpenDialog();
  const remove = useRemoval("DELETE /v1/categories/{id}", ({ name }: Category) => ({
    title: "Delete category",
    text: `Permanently deleting category "${name}". Continue?`,
    action: "Delete category",
  }));

  const rows = list.data?.toSorted((a, b) => compareText(a.name, b.name));
  // The open dialog may belong to a product.
  const id = dialog.name === "category" ? dialog.id : "";
  const { row: edited } = useOpenedRow({ id, close: dialog.close }, list, "Category");
  const lines = rows?.map((category) => ({
    key: category._id,
    cells: [
      category.name,
      linkCell(category, "amazon", "Amazon"),
      linkCell(category, "flipkart", "Flipkart"),
      <CategoryActions
        key="actions"
        name={category.name}
        onEdit={() => dialog.open("category", category._id)}
        onDelete={() => void remove(category)}
      />,
    ],
  }));

  return (
    <Card title="Category Links" aside={rows && <span>{countText(rows.length, "category", "categories")}</span>} flush>
      <LoadError query={list} />
      <ScrollArea label="Categories">
        {lines?.length === 0 && <Empty icon={Link2} text="No categories yet. Add the first one below." />}
        {lines && lines.length > 0 && <PlainTable label="Categories" head={head} rows={lines} variant="folding" />}
        {!lines && <TableSkeleton />}
      </ScrollArea>
      <AddCategory />
      {edited && <CategoryDialog key={edited._id} category={edited} onClose={dialog.close} />}
    </Card>
  );
}

const linkCell = (category: Category, site: "amazon" | "flipkart", label: string) => {
  const href = category[site];
  if (!href) return undefined;
  const host = /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(href)?.[1] ?? href;
  return (
    <ExternalLink key={site} href={href} name={`${host}: ${label} page of ${category.name}`}>
      {host}
    </ExternalLink>
  );
};

function CategoryActions({ name, onEdit, onDelete }: { name: string; onEdit: () => void; onDelete: () => void }) {
  return (
    <>
      <IconButton icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
      <IconButton icon={Trash2} tone="danger" label={`Delete ${name}`} onClick={onDelete} />
    </>
  );
}
