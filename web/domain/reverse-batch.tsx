// The button that reverses what a file has posted, after a question.
import { Undo2 } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import { useReverse, withdrawUndoOffer } from "./undo-offer.ts";

interface Props {
  movement: string;
  noun: "import" | "adjustment";
  text: string;
  onReversed: () => void;
}

export function ReverseBatch({ movement, noun, text, onReversed }: Props) {
  const confirm = useConfirm();
  const reverse = useReverse("Stock updated successfully", () => {
    withdrawUndoOffer(movement);
    onReversed();
  });
  const action = `Reverse ${noun}`;
  const confirmAndReverse = async () => {
    if (await confirm({ title: action, text, action })) await reverse.run({ path: { id: movement }, body: {} });
  };
  return (
    <Button icon={Undo2} busy={reverse.busy} onClick={() => void confirmAndReverse()}>
      Reverse this {noun}
    </Button>
  );
}
