// Downloads: a form in a new tab fetches a report, let in by a ticket that was got when the pointer came near.
import { useId, useRef, useState } from "react";
import type { Calls, Route } from "#shared/api.ts";
import { ticketSeconds } from "#shared/ticket.ts";
import { toast } from "../toast.ts";
import { address, config, type Params } from "./address.ts";
import { attempt, type Result } from "./client.ts";

/** The calls that answer with a file. */
type Report = { [R in Route]: Calls[R] extends { download: true } ? R : never }[Route];

interface TicketedForm {
  /** Where the form goes, and with which fields. */
  action: string;
  fields: Record<string, string>;
  /** Of performance.now(). */
  until: number;
}

/** Milliseconds in which a ticket is used here: it still has to travel. */
const fresh = (ticketSeconds - 10) * 1_000;

const ticketedForm = async (url: string): Promise<Result<TicketedForm>> => {
  const asked = performance.now();
  const [path = "", search = ""] = url.split("?");
  const query = Object.fromEntries(new URLSearchParams(search));
  const ticket = await attempt("POST /v1/tickets", { body: { path, query } });
  if (!ticket.ok) return ticket;
  const { api } = await config();
  const fields = { ...query, ticket: ticket.answer.ticket };
  return { ok: true, answer: { action: new URL(path, api).href, fields, until: asked + fresh } };
};

const submit = ({ action, fields }: TicketedForm): void => {
  const form = Object.assign(document.createElement("form"), { action, method: "get", target: "_blank" });
  form.rel = "noopener";
  form.hidden = true;
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
};

/**
 * `prepare` gets a ticket in advance, `fetch` goes at once with a prepare one, else as soon as there is one. Other parameters
 * ask for another ticket.
 */
export function useDownload<R extends Report>(route: R, params: Params<R>) {
  const url = address(route, params as object);
  const toastId = useId();
  const asked = useRef<{ url: string; at: number; pass: Promise<Result<TicketedForm>>; got?: TicketedForm }>(undefined);
  const waiting = useRef(false);
  const [busy, setBusy] = useState(false);

  const ask = () => {
    const last = asked.current;
    if (last?.url === url && performance.now() - last.at < fresh) return last;
    const next: NonNullable<typeof asked.current> = { url, at: performance.now(), pass: ticketedForm(url) };
    asked.current = next;
    void next.pass.then((result) => {
      if (result.ok) next.got = result.answer;
      // The next time asks again.
      else if (asked.current === next) asked.current = undefined;
    });
    return next;
  };

  const go = (pass: TicketedForm) => {
    asked.current = undefined;
    submit(pass);
  };

  const wait = (waits: boolean) => {
    waiting.current = waits;
    setBusy(waits);
  };

  const fetchSlowly = async () => {
    wait(true);
    const result = await ask().pass;
    wait(false);
    if (!result.ok) return void toast.refusal(result.failure, toastId);
    // The press was too long ago for the browser to open a tab.
    if (navigator.userActivation && !navigator.userActivation.isActive)
      return void toast.info("The report is ready: press once more", toastId);
    go(result.answer);
  };

  const fetch = () => {
    if (waiting.current) return;
    const { got } = ask();
    if (got) go(got);
    else void fetchSlowly();
  };

  return { prepare: () => void ask(), fetch, busy };
}
