// The entries of the outbox, each with the reason of its refusal and its actions. Loaded when there are any.
import { Clock, CloudUpload, ListPlus, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { dayOf } from "#shared/day.ts";
import { failureCatalogue } from "#shared/failure.ts";
import { useApplicationContext } from "../../domain/application-context.ts";
import { addAgain, asksAgain } from "../../domain/duplicates.ts";
import { type EntryText, formAddressOf, iconOf, useEntryText } from "../../domain/entry-kinds.ts";
import { useIsManager } from "../../lib/api/session.ts";
import { findById } from "../../lib/find-by-id.ts";
import { clockText, countText, dateTimeText, today } from "../../lib/format.ts";
import { type Aside, asideOf, day, type Entry, stateOf } from "../../lib/outbox/entry.ts";
import { addEntryAgain, discardEntries } from "../../lib/outbox/outbox.ts";
import { failureText } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Tag } from "../../ui/tag.tsx";
import style from "./outbox.module.css";

export function NextTag({ online, entry }: { online: boolean; entry: Entry }) {
  const state = stateOf(entry, Date.now());
  const trouble = state.is === "sent" && state.trouble;
  const why = trouble ? `. The server answers: ${failureCatalogue[trouble].message}` : "";
  return (
    <Tag tone={online && trouble ? "warn" : "info"} icon={online ? CloudUpload : Clock}>
      {online ? `next, it is tried again and again${why}` : "next, as soon as there is a network"}
    </Tag>
  );
}

export function EntryList({ entries, tag }: { entries: readonly Entry[]; tag?: ReactNode }) {
  const text = useEntryText();
  return entries.map((entry, index) => (
    <EntryRow key={entry.key} entry={entry} text={text(entry)} tag={index === 0 && tag} />
  ));
}

function EntryRow({ entry, text, tag }: { entry: Entry; text: EntryText; tag: ReactNode }) {
  const navigate = useNavigate();
  const discard = useDiscard();
  const reasonOf = useReason();
  const Icon = iconOf(entry);
  const state = stateOf(entry, Date.now());
  const aside = asideOf(entry);
  const form = aside && aside.is !== "superseded" && formAddressOf(entry);
  return (
    <article aria-label={text.title} className={style.entry}>
      <Icon size={20} aria-hidden="true" />
      <div className={style.what}>
        <strong>{text.title}</strong>
        <span>{[text.detail, timeText(entry)].filter(Boolean).join(" · ")}</span>
        {(state.is === "sent" || state.is === "ahead") && state.undo && (
          <Tag tone="warn">sent already, reversed once it is answered</Tag>
        )}
        {state.is === "ahead" ? <Tag tone="warn">waits for the server's update</Tag> : tag}
        {aside && <Banner tone="danger">{reasonOf(entry, aside)}</Banner>}
        <div className={style.entry}>
          {form && (
            <Button
              kind="filled"
              icon={Pencil}
              onClick={() => navigate(form, { state: { opened: true, entry: entry.key } })}
            >
              Open
            </Button>
          )}
          {asksAgain(aside?.refusal) && (
            <Button icon={ListPlus} onClick={() => void addEntryAgain(entry)}>
              {addAgain}
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

/** The reason of a refusal, with the products that it names. */
function useReason(): (entry: Entry, aside: Aside) => string {
  const text = useEntryText();
  const { product: products } = useApplicationContext();
  return (entry, aside) => {
    if (aside.is === "superseded")
      return aside.effective
        ? `What was sent before took effect instead: ${text({ ...entry, ...aside.effective }).title}. Look in View Transactions, and enter what is missing.`
        : "It was posted before with other contents. Look in View Transactions what was posted.";
    const { code, details } = aside.refusal;
    const named = details.map((detail) => {
      const name = findById(products, detail.product)?.name;
      return { ...detail, message: name ? `${name}: ${detail.message}` : detail.message };
    });
    return failureText(failureCatalogue[code].message, named);
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
    const isUnknown = ["sent", "failed"].includes(stateOf(entry, Date.now()).is);
    const yes = await confirm({
      title: "Discard",
      text: isUnknown
        ? "It was sent, and no answer came: it may have taken effect all the same. Look before you enter it again. Discard it?"
        : "It has not taken effect, and will not. Discard it?",
      detail: `${title}. ${detail}`,
      action: "Discard",
    });
    if (yes) await discardEntries([entry]);
  };
}

/** Entries of other people are theirs: managers may discard them only after thirty days. */
export function OtherEntries({ entries }: { entries: readonly Entry[] }) {
  const isManager = useIsManager();
  const confirm = useConfirm();
  const [{ user: of, made_at } = { user: { name: "" }, made_at: 0 }] = entries;
  const mayDiscard = isManager && Date.now() - made_at > 30 * day;
  const discardAll = async (): Promise<void> => {
    const yes = await confirm({
      title: `Discard entries of ${of.name}`,
      text: `${countText(entries.length, "entry", "entries")} of ${of.name} will never be sent. Discard them only if ${of.name} cannot sign in any more.`,
      action: "Discard",
    });
    if (yes) await discardEntries(entries);
  };
  return (
    <Banner action={mayDiscard && <Button onClick={() => void discardAll()}>Discard</Button>}>
      {countText(entries.length, "entry", "entries")} of {of.name} {entries.length === 1 ? "waits" : "wait"} here too,
      sent when {of.name} signs in.
    </Banner>
  );
}
