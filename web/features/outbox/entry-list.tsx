// The entries of the outbox: what each is, why it was refused, and what can be done with it. Loaded when there are any.
import { Clock, CloudUpload, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { dayOf } from "#shared/day.ts";
import { mayAct } from "#shared/role.ts";
import { useApplicationContext } from "../../domain/application-context.tsx";
import { type EntryText, useEntryText } from "../../domain/entry-text.ts";
import { refusalOf } from "../../domain/opened-entry.ts";
import { useSession } from "../../lib/api/session.ts";
import { clockText, countText, dateTimeText, today } from "../../lib/format.ts";
import { type Entry, isKeyTaken, isRefused } from "../../lib/outbox/entry.ts";
import { discardEntry } from "../../lib/outbox/outbox.ts";
import { failureText } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Tag } from "../../ui/tag.tsx";
import { formAddressOf, iconOf } from "./open-entry.ts";
import style from "./outbox.module.css";

export const NextMark = ({ online }: { online: boolean }) =>
  online ? (
    <Tag tone="info" icon={CloudUpload}>
      next, it is tried again and again
    </Tag>
  ) : (
    <Tag tone="info" icon={Clock}>
      next, as soon as there is a network
    </Tag>
  );

export function EntryList({ entries, mark }: { entries: readonly Entry[]; mark?: ReactNode }) {
  const text = useEntryText();
  return entries.map((entry, index) => (
    <EntryRow key={entry.seq} entry={entry} text={text(entry)} mark={index === 0 && mark} />
  ));
}

function EntryRow({ entry, text, mark }: { entry: Entry; text: EntryText; mark: ReactNode }) {
  const navigate = useNavigate();
  const discard = useDiscard();
  const reasonOf = useReason();
  const Icon = iconOf(entry);
  const form = isKeyTaken(entry) ? undefined : formAddressOf(entry);
  return (
    <article aria-label={text.title} className={style.entry}>
      <Icon size={20} aria-hidden="true" />
      <div className={style.what}>
        <strong>{text.title}</strong>
        <span>{[text.detail, timeText(entry)].filter(Boolean).join(" · ")}</span>
        {entry.undo && <Tag tone="warn">sent already, reversed once it is answered</Tag>}
        {mark}
        {isRefused(entry) && <Banner tone="danger">{reasonOf(entry)}</Banner>}
        <div className={style.entry}>
          {isRefused(entry) && form && (
            <Button
              kind="filled"
              icon={Pencil}
              onClick={() => navigate(form, { state: { opened: true, entry: entry.seq } })}
            >
              Open
            </Button>
          )}
          <Button icon={Trash2} onClick={() => void discard(entry, text)}>
            Discard
          </Button>
        </div>
      </div>
    </article>
  );
}

/** Why an entry was refused, with the products that the refusal names. */
function useReason(): (entry: Entry) => string {
  const { product: products } = useApplicationContext();
  return (entry) => {
    if (isKeyTaken(entry))
      return "It was posted before with other contents. Look in View Transactions what was posted.";
    const { message, details } = refusalOf(entry);
    const named = details.map((detail) => {
      const name = products.find(({ _id }) => _id === detail.product)?.name;
      return { ...detail, message: name ? `${name}: ${detail.message}` : detail.message };
    });
    return failureText(message, named);
  };
}

/** The time of today, else day and time. */
const timeText = ({ made_at }: Entry): string => {
  const instant = new Date(made_at).toISOString();
  return dayOf(instant) === today() ? clockText(instant) : dateTimeText(instant);
};

function useDiscard() {
  const confirm = useConfirm();
  return async (entry: Entry, { title, detail }: EntryText): Promise<void> => {
    const isUnknown = entry.sent && !isRefused(entry);
    const yes = await confirm({
      title: "Discard",
      text: isUnknown
        ? "It was sent, and no answer came: it may have taken effect all the same. Look before you enter it again. Discard it?"
        : "It has not taken effect, and will not. Discard it?",
      detail: `${title}. ${detail}`,
      action: "Discard",
    });
    if (yes) await discardEntry(entry.seq);
  };
}

const day = 24 * 60 * 60 * 1_000;

/** What somebody else has left is theirs: managers may discard it after thirty days, when nobody has come for it. */
export function OtherEntries({ entries }: { entries: readonly Entry[] }) {
  const { user } = useSession();
  const confirm = useConfirm();
  const [{ user: of, made_at } = { user: { name: "" }, made_at: 0 }] = entries;
  const mayDiscard = user !== null && mayAct(user.role, "manager") && Date.now() - made_at > 30 * day;
  const discardAll = async (): Promise<void> => {
    const yes = await confirm({
      title: `Discard entries of ${of.name}`,
      text: `${countText(entries.length, "entry", "entries")} of ${of.name} will never be sent. Discard them only if ${of.name} cannot sign in any more.`,
      action: "Discard",
    });
    if (yes) for (const { seq } of entries) await discardEntry(seq);
  };
  return (
    <Banner action={mayDiscard && <Button onClick={() => void discardAll()}>Discard</Button>}>
      {countText(entries.length, "entry", "entries")} of {of.name} {entries.length === 1 ? "waits" : "wait"} here too,
      sent when {of.name} signs in.
    </Banner>
  );
}
