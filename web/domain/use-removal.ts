// Deletes a row once its question is answered with yes.
import type { Write } from "#shared/call-facts.ts";
import { deleting, useMutation } from "../lib/api/use-mutation.ts";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import type { Question } from "../ui/dialog/confirm-dialog.tsx";

type Removal = Extract<Write, `DELETE ${string}/{id}`>;

export function useRemoval<Row extends { _id: string }>(
  route: Removal,
  questionOf: (row: Row) => Question,
  deleted?: (row: Row) => void,
) {
  const confirm = useConfirm();
  const { run } = useMutation(route, { messages: deleting });
  return async (row: Row) => {
    if ((await confirm(questionOf(row))) && (await run({ path: { id: row._id } })).ok) deleted?.(row);
  };
}
