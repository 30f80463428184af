// Export tickets, issued to users who may have the file.
import { type Call, calls } from "#shared/api.ts";
import { checkNotFuture, checkRange } from "#shared/day.ts";
import { Failure } from "#shared/failure.ts";
import { mayAct } from "#shared/role.ts";
import { issueTicket } from "./lib/auth/export-ticket.ts";
import { parseQuery } from "./lib/http/input.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("tickets", {
  "POST /v1/tickets": async ({ body: { path, query }, user, session, now, today }) => {
    const call = downloadAt(path);
    if (!mayAct(user.role, call.role ?? "root")) throw new Failure("FORBIDDEN");
    // Refused here, beside the button, and not in the tab that the download opens.
    const parsed = call.query ? parseQuery(call.query, query) : {};
    const { start, end, date } = parsed as Partial<Record<string, string>>;
    if (start && end) checkRange({ start, end }, today);
    if (date) checkNotFuture("date", date, today);
    return { ticket: await issueTicket({ user, session }, path, query, now) };
  },
});

/** The download call with this path; 404 if there is none. */
const downloadAt = (path: string): Call => {
  const found = (Object.entries(calls) as [string, Call][]).find(
    ([route, call]) =>
      call.download && new RegExp(`^${route.slice("GET ".length).replace(/\{\w+\}/, "[\\w-]+")}$`).test(path),
  );
  if (!found) throw new Failure("RESOURCE_NOT_FOUND", { field: "path", message: "No such report" });
  return found[1];
};
