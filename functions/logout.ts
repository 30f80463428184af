// Ends a session before it expires. A Lambda of its own, which may write nothing else of a user.
import { endSession } from "./lib/auth/end-session.ts";
import { readEndTicket } from "./lib/auth/session.ts";
import { serve } from "./lib/http/serve.ts";

export const handler = serve("logout", {
  "POST /v1/logout": async ({ body, now }) => {
    await endSession(await readEndTicket(body.end), now);
  },
});
