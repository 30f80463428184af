// Moves the postings that 0.1.0 left in this tab without an answer into the outbox, under their keys. Removed with the next
// release but one.
import { session } from "../api/session.ts";
import type { Entry, OnceRoute } from "./entry.ts";
import { addEntry } from "./store.ts";

interface Former {
  key: string;
  input: Entry["input"] & { date?: string };
}

const routes: Record<string, OnceRoute> = {
  "stock in": "POST /v1/transactions/in",
  "stock out": "POST /v1/transactions/out",
  transfer: "POST /v1/transactions/transfer",
  shipment: "POST /v1/shipments",
  receipt: "POST /v1/shipments/{id}/receive",
  reverse: "POST /v1/transactions/{id}/reverse",
  "stock adjustment": "POST /v1/dev/stock-adjustment",
};

type Draft = Pick<Entry, "key" | "route" | "input" | "refusal">;

/** The file of an adjustment was not stored, so it cannot be sent again. */
const lostFile = {
  code: "BAD_REQUEST",
  details: [
    {
      field: "file",
      message: "It was sent, and no answer came. Look in View Transactions before you choose it again.",
    },
  ],
} as const;

const entryOf = (name: string, { key, input }: Former): Draft | undefined => {
  const route = routes[Object.keys(routes).find((kind) => name === kind || name.startsWith(`${kind} `)) ?? ""];
  if (route === "POST /v1/dev/stock-adjustment")
    return {
      key,
      route,
      input: { body: { date: input.date } },
      refusal: { ...lostFile, details: [...lostFile.details] },
    };
  return route && { key, route, input };
};

/** A posting, or a picklist with one, by the name it is stored under. */
const formerOf = (name: string, text: string): { user: string; draft: Draft } | undefined => {
  const [kind, user = "", ...rest] = name.split(" ");
  const of = rest.join(" ");
  if (kind === "pending") {
    const draft = entryOf(of, JSON.parse(text));
    return draft && { user, draft };
  }
  const { key, list, channel } = (kind === "kept" && of === "picklist 1" && JSON.parse(text).posting) || {};
  return key && { user, draft: { key, route: "POST /v1/transactions/out", input: { body: { list, channel } } } };
};

export const moveFormerPostings = async (): Promise<void> => {
  for (const [name, text] of Object.entries(sessionStorage) as [string, string][])
    try {
      const former = formerOf(name, text);
      if (!former) continue;
      const { user } = session();
      await addEntry({
        ...former.draft,
        user: { _id: former.user, name: user?._id === former.user ? user.name : "another user" },
        made_at: Date.now(),
        sent: true,
        kept: true,
      });
      sessionStorage.removeItem(name);
    } catch (error) {
      console.error(`What was stored as ${name} could not be moved`, error);
    }
};
