// The events of the plan: days on which more or less is sold than usual.
import { CalendarPlus, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PlanEvent } from "#shared/event.ts";
import { codesIn } from "#shared/product-code.ts";
import { useData } from "../../lib/api/use-data.ts";
import { useMutation } from "../../lib/api/use-mutation.ts";
import { countText, dayText } from "../../lib/format.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Dialog, DialogBody } from "../../ui/dialog/dialog.tsx";
import { LoadError } from "../../ui/page/query-status.tsx";
import { EventForm } from "./event-form.tsx";
import style from "./plan.module.css";

export function EventsDialog({ onClose }: { onClose: () => void }) {
  const list = useData("GET /v1/plan/calendar/events");
  const remove = useMutation("DELETE /v1/plan/calendar/events/{id}", { messages: ["Deleting", "Event deleted"] });
  const confirm = useConfirm();
  const [edited, setEdited] = useState<PlanEvent | "new">();
  if (edited) return <EventForm event={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />;
  const ask = async ({ _id, name }: PlanEvent) => {
    const text = "Its days count in rates again, and nothing more is expected of them.";
    if (await confirm({ title: `Delete ${name}?`, text, action: "Delete" })) void remove.run({ path: { id: _id } });
  };
  return (
    <Dialog title="Events" onClose={onClose}>
      <DialogBody>
        <LoadError query={list} />
        {list.data?.length === 0 && <p>Festivals and sales of marketplaces: days on which more is sold than usual.</p>}
        <ul className={style.events}>
          {list.data?.toSorted(byStart).map((event) => (
            <li key={event._id} className={style.line}>
              <span style={{ flex: 1 }}>
                <b>{event.name}</b> <br />
                <small className={style.quiet}>{aboutText(event)}</small>
              </span>
              <IconButton icon={Pencil} label={`Edit ${event.name}`} onClick={() => setEdited(event)} />
              <IconButton icon={Trash2} label={`Delete ${event.name}`} onClick={() => void ask(event)} />
            </li>
          ))}
        </ul>
        <Button icon={CalendarPlus} onClick={() => setEdited("new")}>
          Add event
        </Button>
      </DialogBody>
    </Dialog>
  );
}

const byStart = (a: PlanEvent, b: PlanEvent): number => (a.start < b.start ? 1 : -1);

/** "23-09-2026 to 01-10-2026, × 2.4, 3 products". */
const aboutText = ({ start, end, factor, products }: PlanEvent): string =>
  [
    start === end ? dayText(start) : `${dayText(start)} to ${dayText(end)}`,
    factor === undefined ? "as last year" : `× ${factor}`,
    products && countText(codesIn(products).length, "product"),
  ]
    .filter(Boolean)
    .join(", ");
