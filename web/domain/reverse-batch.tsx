// The button that reverses what a file has posted, after a question.
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "../lib/lazy.tsx";
import { Button } from "../ui/button.tsx";

const ReverseDialog = lazyComponent(() => import("./reverse-dialog.tsx"), "ReverseDialog");

interface Props {
  movement: string;
  noun: "import" | "adjustment";
  text: string;
  onReversed: () => void;
}

export function ReverseBatch({ movement, noun, text, onReversed }: Props) {
  const [isOpen, setOpen] = useState(false);
  const action = `Reverse ${noun}`;
  return (
    <>
      <Button icon={Undo2} onClick={() => setOpen(true)}>
        Reverse this {noun}
      </Button>
      {isOpen && (
        <ReverseDialog
          {...{ movement, text, action }}
          title={action}
          successText="Stock updated successfully"
          onDone={onReversed}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
