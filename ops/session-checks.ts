// Checks with a session: every list answers with the schema in shared/api.ts, and a report can be downloaded.
import * as v from "valibot";
import { type Call, calls } from "#shared/api.ts";
import { dayOf } from "#shared/day.ts";
import { mayAct } from "#shared/role.ts";
import { Session, type User } from "#shared/user.ts";
import { assert, type Check } from "./check.ts";
import { type Deployment, type Reply, request } from "./deployment.ts";

export interface SignedIn {
  token: string;
  user: User;
}

export const signIn = async ({ api }: Deployment, username: string, password: string): Promise<SignedIn> => {
  const { status, text } = await request(`${api}/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  assert(status === 200, `${username} cannot sign in: ${status} ${text.slice(0, 200)}`);
  return v.parse(Session, JSON.parse(text));
};

type Entries = Readonly<Record<string, v.GenericSchema>>;
/** The parameters of a call's query. */
export const parametersOf = ({ query }: Call): Entries => (query as { entries?: Entries } | undefined)?.entries ?? {};

/** A query that a call takes: of its parameters a range of days and a channel. */
export const queryOf = (call: Call, start: string, end: string): string => {
  const asked = Object.entries({ start, end, channel: "amazon" }).filter(([name]) => name in parametersOf(call));
  return asked.length > 0 ? `?${new URLSearchParams(asked)}` : "";
};

/** The lists and dashboards that the user may read; today's, where they take a range of days. */
const readableCalls = ({ role }: User): [path: string, call: Call][] => {
  const today = dayOf(new Date());
  return (Object.entries(calls) as [string, Call][])
    .filter(([route, call]) => route.startsWith("GET ") && !call.download && !route.includes("{"))
    .filter(([, call]) => call.role === null || mayAct(role, call.role))
    .map(([route, call]) => [route.slice(4) + queryOf(call, today, today), call]);
};

const bearer = ({ token }: SignedIn) => ({ authorization: `Bearer ${token}` });

export const sessionChecks = ({ api }: Deployment, signed: SignedIn): Check[] => [
  ...readableCalls(signed.user).map(
    ([path, call]): Check => ({
      name: "answers",
      guarantee: `GET ${path} answers with its schema`,
      verify: async () => {
        const reply = await request(api + path, { headers: bearer(signed) });
        assert(reply.status === 200, `it answers ${reply.status} ${reply.text.slice(0, 200)}`);
        const { success } = v.safeParse(call.answer ?? v.unknown(), JSON.parse(reply.text));
        assert(success, "its answer does not match the schema: is this the version that was deployed?");
        return `${Math.round(reply.ms)} ms, ${reply.bytes.length} bytes`;
      },
    }),
  ),
  {
    name: "report",
    guarantee: "A report is created, and its link downloads the file",
    verify: async () => {
      const { headers, status, text } = await requestReport(api, signed);
      const link = headers.get("location");
      assert(status === 303 && link, `it answers ${status} ${text.slice(0, 200)}`);
      const file = await request(link);
      assert(file.status === 200 && file.bytes.toString("latin1", 0, 2) === "PK", `the link answers ${file.status}`);
      assert(/attachment/.test(file.headers.get("content-disposition") ?? ""), "the file would not be saved");
      return `${file.bytes.length} bytes`;
    },
  },
];

/** As the web app does: gets a ticket with the session, then the file with the ticket. */
const requestReport = async (api: string, signed: SignedIn): Promise<Reply> => {
  const path = "/v1/stocks/export";
  const { status, text } = await request(`${api}/v1/tickets`, {
    method: "POST",
    headers: { ...bearer(signed), "content-type": "application/json" },
    body: JSON.stringify({ path }),
  });
  assert(status === 201, `the ticket request answers ${status} ${text.slice(0, 200)}`);
  return request(`${api}${path}?ticket=${JSON.parse(text).ticket}`);
};
