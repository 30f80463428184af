// What holds for somebody who signs in: every list answers as the table of calls says, and a report can be fetched.
import * as v from "valibot";
import { type Call, calls } from "#shared/api.ts";
import { dayOf } from "#shared/day.ts";
import { mayAct } from "#shared/role.ts";
import { Session, type User } from "#shared/user.ts";
import { type Check, must } from "./check.ts";
import { ask, type Deployment, type Reply } from "./deployment.ts";

export interface Signed {
  token: string;
  user: User;
}

export const signIn = async ({ api }: Deployment, username: string, password: string): Promise<Signed> => {
  const { status, text } = await ask(`${api}/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  must(status === 200, `${username} cannot sign in: ${status} ${text.slice(0, 200)}`);
  return v.parse(Session, JSON.parse(text));
};

/** Lists and dashboards that the user may see, of today where they ask for days. */
const readsOf = ({ role }: User): [path: string, call: Call][] => {
  const today = dayOf(new Date());
  return (Object.entries(calls) as [string, Call][])
    .filter(([route, call]) => route.startsWith("GET ") && !call.download && !route.includes("{"))
    .filter(([, call]) => call.role === null || mayAct(role, call.role))
    .map(([route, call]) => [`${route.slice(4)}${call.query ? `?start=${today}&end=${today}` : ""}`, call]);
};

const bearer = ({ token }: Signed) => ({ authorization: `Bearer ${token}` });

export const sessionChecks = ({ api }: Deployment, signed: Signed): Check[] => [
  ...readsOf(signed.user).map(
    ([path, call]): Check => ({
      name: "answers",
      holds: `GET ${path} answers as the table of calls says`,
      look: async () => {
        const reply = await ask(api + path, { headers: bearer(signed) });
        must(reply.status === 200, `it answers ${reply.status} ${reply.text.slice(0, 200)}`);
        const { success } = v.safeParse(call.answer ?? v.unknown(), JSON.parse(reply.text));
        must(success, "its answer has another shape: is this the version that was deployed?");
        return `${Math.round(reply.ms)} ms, ${reply.bytes.length} bytes`;
      },
    }),
  ),
  {
    name: "report",
    holds: "A report is made, and its link leads to the file",
    look: async () => {
      const { headers, status, text } = await askReport(api, signed);
      const link = headers.get("location");
      must(status === 303 && link, `it answers ${status} ${text.slice(0, 200)}`);
      const file = await ask(link);
      must(file.status === 200 && file.bytes.toString("latin1", 0, 2) === "PK", `the link answers ${file.status}`);
      must(/attachment/.test(file.headers.get("content-disposition") ?? ""), "the file would not be saved");
      return `${file.bytes.length} bytes`;
    },
  },
];

/** As the web app does: a ticket with the session, the file with the ticket. */
const askReport = async (api: string, signed: Signed): Promise<Reply> => {
  const path = "/v1/stocks/export";
  const { status, text } = await ask(`${api}/v1/tickets`, {
    method: "POST",
    headers: { ...bearer(signed), "content-type": "application/json" },
    body: JSON.stringify({ path }),
  });
  must(status === 201, `a ticket: ${status} ${text.slice(0, 200)}`);
  return ask(`${api}${path}?ticket=${JSON.parse(text).ticket}`);
};
