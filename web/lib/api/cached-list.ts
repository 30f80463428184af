// Changes one row of a cached list in place, until it is read again. Separate from refresh.ts, which every screen loads.
import { useSWRConfig } from "swr";

interface Cached<Row> {
  put: (row: Row) => void;
  drop: (id: string) => void;
}

export function useCachedList<Row extends { _id: string }>(list: string): Cached<Row> {
  const { mutate } = useSWRConfig();
  const change = (make: (rows: Row[]) => Row[]) =>
    void mutate<Row[]>(list, (rows) => rows && make(rows), { revalidate: false });
  return {
    put: (row) =>
      change((rows) =>
        rows.some(({ _id }) => _id === row._id) ? rows.map((old) => (old._id === row._id ? row : old)) : [...rows, row],
      ),
    drop: (id) => change((rows) => rows.filter(({ _id }) => _id !== id)),
  };
}
