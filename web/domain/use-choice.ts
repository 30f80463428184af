// A question with two ways to go on; undefined goes back.
import { useConfirm } from "../ui/dialog/confirm.tsx";
import type { Question } from "../ui/dialog/confirm-dialog.tsx";

interface Choice extends Omit<Question, "run" | "other"> {
  other?: string | false | undefined;
}

export function useChoice() {
  const confirm = useConfirm();
  return async ({ other, ...question }: Choice) => {
    let choice = "action" as "action" | "other";
    const run = () => {
      choice = "other";
    };
    const goesOn = await confirm({ ...question, ...(other && { other: { action: other, run } }) });
    return goesOn ? choice : undefined;
  };
}
