// A return: its parcels, each with its undo, and its claims, with what became of each and the channel's number of it.
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { Return } from "#shared/return.ts";
import { claimCauseLabel, claimStateLabel, foundText, returnName } from "#shared/return-label.ts";
import { claimStates } from "#shared/return-units.ts";
import { mayReverse } from "#shared/reversal.ts";
import { useReverse } from "../../domain/use-reverse.ts";
import { useIsManager, useSession } from "../../lib/api/session.ts";
import { saving, useMutation } from "../../lib/api/use-mutation.ts";
import { countText, dateTimeText, dayText, useToday } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";
import { Input, Select } from "../../ui/form/field.tsx";
import { Image } from "../../ui/image.tsx";

const choices = claimStates.map((value) => ({ value, label: claimStateLabel(value) }));

export function ReturnDialog({ row, onClose }: { row: Return; onClose: () => void }) {
  const reverse = useReverse("Undone", onClose);
  const { user } = useSession();
  const today = useToday();
  return (
    <Dialog title={`Details of ${returnName(row)}`} onClose={onClose}>
      <DialogBody>
        {row.receipts.length + row.claims.length === 0 && <p>Nothing of it has been received.</p>}
        {row.receipts.map((receipt) => {
          const text = [foundText(receipt), receipt.user.name, dateTimeText(receipt.at), receipt.remarks];
          return (
            <p key={receipt._id}>
              {text.filter(Boolean).join(" · ")}{" "}
              {receipt.photos?.map((src, at) => (
                <a
                  key={src}
                  href={src}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`Photo ${at + 1}, opens in a new tab`}
                >
                  <Image src={src} size={56} />
                </a>
              ))}
              {user && mayReverse(user, receipt.user._id, receipt.day, today) && (
                <Button
                  icon={Undo2}
                  busy={reverse.busy}
                  onClick={() => void reverse.run({ path: { id: receipt._id }, body: {} }, { apart: true })}
                >
                  Undo
                </Button>
              )}
            </p>
          );
        })}
        {row.claims.map((claim) => (
          <ClaimForm
            key={`${claim._id} ${claim.state} ${claim.reference}`}
            id={row._id}
            claim={claim}
            onSaved={onClose}
          />
        ))}
      </DialogBody>
    </Dialog>
  );
}

function ClaimForm({ id, claim, onSaved }: { id: string; claim: Return["claims"][number]; onSaved: () => void }) {
  const [state, setState] = useState(claim.state);
  const [reference, setReference] = useState(claim.reference ?? "");
  const { run, busy } = useMutation("PUT /v1/returns/{id}/claims", { messages: saving });
  const isManager = useIsManager();
  const isChanged = state !== claim.state || reference.trim() !== (claim.reference ?? "");
  const save = async () => {
    const { ok } = await run({ path: { id }, body: { claim: claim._id, state, reference, seen: claim.state } });
    if (ok) onSaved();
  };
  return (
    <fieldset disabled={!isManager}>
      <legend>{`${claimCauseLabel(claim.cause)}, ${countText(claim.units, "unit")}`}</legend>
      <Select
        label="State"
        aside={claim.last_day && `last day ${dayText(claim.last_day)}`}
        choices={choices}
        value={state}
        onChange={({ target }) => setState(target.value as typeof state)}
      />
      {state !== "to_file" && (
        <Input
          label="Claim number (Optional)"
          maxLength={100}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
        />
      )}
      {isManager && (
        <Button disabled={!isChanged} busy={busy} onClick={() => void save()}>
          Save
        </Button>
      )}
    </fieldset>
  );
}
