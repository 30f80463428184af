// How much of what was sold of a product comes back. It reads 90 days of all sales, so only for who opens it.
import { useState } from "react";
import { RateList } from "../../domain/rate-list.tsx";
import { useData } from "../../lib/api/use-data.ts";

export function ReturnRates({ product }: { product: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useData("GET /v1/returns/rates", isOpen ? { query: { product } } : null);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Returns of 30 and 90 days</summary>
      {data?.length === 0 && <p>Nothing was sold, and nothing came back.</p>}
      {data && <RateList rates={data} />}
    </details>
  );
}
