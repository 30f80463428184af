// Above a draft that was copied from a past picklist: the products left out because they have been deleted. Loaded only then.
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import type { Draft } from "./picklist-draft.ts";
import { draftStore } from "./picklist-store.ts";

export function PicklistLeftOut({ number, names }: NonNullable<Draft["leftOut"]>) {
  const dismiss = () => {
    const { leftOut: _, ...draft } = draftStore.get();
    draftStore.set(draft);
  };
  return (
    <Banner tone="warn" action={<Button onClick={dismiss}>OK</Button>}>
      Left out of the copy of picklist {number}, since deleted: {names.join("; ")}
    </Banner>
  );
}
