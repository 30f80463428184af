// What can be chosen for a processed picklist: how it is printed, and that it is picked on this device.
import { ListChecks } from "lucide-react";
import { movementNumber } from "#shared/movement-number.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { pickPath } from "./pick-path.ts";
import type { Processed } from "./picklist-draft.ts";
import { SheetChoice } from "./sheet-choice.tsx";

export function ProcessedChoices({ movement, channel, day, items }: Processed) {
  // On the shelves there may be no network: the picklist goes along.
  const picklist = { _id: movement, number: movementNumber(movement), channel, data: items };
  return (
    <>
      <SheetChoice />
      <ButtonLink icon={ListChecks} to={pickPath(movement, day)} state={{ picklist }}>
        Pick
      </ButtonLink>
    </>
  );
}
