// Tells the server of errors of the app: of screens, of the service worker and of the content policy. Names and places in the
// app's own files, without messages, which may hold what somebody entered.
import { clientCalls } from "#shared/call-facts.ts";
import { attempt } from "../lib/api/client.ts";
import { session } from "../lib/api/session.ts";

/** As many as the server takes of a session in a day; another tab may have told some. */
let left = 5;

/** A file under the site's root, with line and column. */
const place = /\/((?:assets\/)?[\w.-]{1,90}\.js(?::\d{1,7}){2})/g;

type Kind = "screen" | "worker" | "policy";

export const tellError = (kind: Kind, error: unknown): void => {
  const { name = "", stack = "" } = (error ?? {}) as Partial<Error>;
  const at = [...stack.matchAll(place)].flatMap(([, one = ""]) => one).slice(0, 10);
  if (session().token === null || left < 1) return;
  left -= 1;
  void attempt(clientCalls.tellError, { body: { kind, name: name || "Error", at } });
};

export const startTellingErrors = (): void => {
  document.addEventListener("securitypolicyviolation", (violation) => {
    const { effectiveDirective: name, sourceFile, lineNumber, columnNumber } = violation;
    // Additions of the browser break it too, from files of their own.
    if (sourceFile.startsWith(location.origin))
      tellError("policy", { name, stack: `${sourceFile}:${lineNumber}:${columnNumber}` });
  });
  navigator.serviceWorker?.addEventListener("message", ({ data }) => tellError("worker", data));
};
