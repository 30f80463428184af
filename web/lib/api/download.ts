// Downloads: a form opens the report in a new tab, with a ticket that is fetched when the pointer comes near.
import { useId, useRef, useState } from "react";
import type { Calls, Route } from "#shared/api.ts";
import { clientCalls } from "#shared/call-facts.ts";
import { ticketSeconds } from "#shared/ticket.ts";
import { toast } from "../toast.ts";
import { address, config, type Params } from "./address.ts";
import { attempt } from "./client.ts";
import type { Result } from "./result.ts";

/** The calls that answer with a file. */
type Report = { [R in Route]: Calls[R] extends { download: true } ? R : never }[Route];

interface TicketedForm {
  /** The form's action and fields. */
  action: string;
  fields: Record<string, string>;
}

/** Milliseconds for which a ticket is used: ten seconds less than its validity, to reach the server in time. */
const fresh = (ticketSeconds - 10) * 1_000;

export const ticketedForm = async (url: string): Promise<Result<TicketedForm>> => {
  const [path = "", search = ""] = url.split("?");
  const query = Object.fromEntries(new URLSearchParams(search));
  const ticket = await attempt(clientCalls.ticket, { body: { path, query } });
  if (!ticket.ok) return ticket;
  const { api } = await config();
  const fields = { ...query, ticket: ticket.answer.ticket };
  return { ok: true, answer: { action: new URL(path, api).href, fields } };
};

export const submit = ({ action, fields }: TicketedForm): void => {
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
 * `prepare` fetches a ticket in advance. `fetch` downloads at once with a prepared ticket, otherwise as soon as one
 * arrives. Other parameters need another ticket.
 */
export function useDownload<R extends Report>(route: R, params: Params<R>, onOpen?: () => void) {
  const url = address(route, params as object);
  const toastId = useId();
  const ticket = useRef<{ url: string; at: number; pass: Promise<Result<TicketedForm>>; got?: TicketedForm }>(
    undefined,
  );
  const waiting = useRef(false);
  const [busy, setBusy] = useState(false);

  const ask = () => {
    const last = ticket.current;
    if (last?.url === url && performance.now() - last.at < fresh) return last;
    const next: NonNullable<typeof ticket.current> = { url, at: performance.now(), pass: ticketedForm(url) };
    ticket.current = next;
    void next.pass.then((result) => {
      if (result.ok) next.got = result.answer;
      // The next press fetches another ticket.
      else if (ticket.current === next) ticket.current = undefined;
    });
    return next;
  };

  const go = (pass: TicketedForm) => {
    ticket.current = undefined;
    submit(pass);
    onOpen?.();
  };

  const wait = (waits: boolean) => {
    waiting.current = waits;
    setBusy(waits);
  };

  const fetch = async () => {
    if (waiting.current) return;
    const { got, pass } = ask();
    if (got) return go(got);
    wait(true);
    const result = await pass;
    wait(false);
    if (!result.ok) return void toast.refusal(result.failure, toastId);
    // The press was too long ago: the browser would block the new tab.
    if (navigator.userActivation && !navigator.userActivation.isActive)
      return void toast.info("The report is ready, press again", toastId);
    go(result.answer);
  };

  return { prepare: () => void ask(), fetch: () => void fetch(), busy };
}
