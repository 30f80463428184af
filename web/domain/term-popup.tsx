// The explanation of a term, loaded when somebody asks.
import { ExplanationPopup } from "../ui/explanation.tsx";
import { type Terms, termText } from "./term-text.ts";

interface Props<W extends keyof Terms> {
  what: W;
  of: Parameters<Terms[W]>[0];
  anchor: HTMLElement;
  onClose: () => void;
}

export function TermPopup<W extends keyof Terms>({ what, of, ...popup }: Props<W>) {
  const explain = termText[what] as (of: Props<W>["of"]) => ReturnType<Terms[W]>;
  return <ExplanationPopup {...explain(of)} {...popup} />;
}
