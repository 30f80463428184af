// The page that a failed download shows: a report opens in a tab of its own, where a person reads the answer.
import { hash } from "node:crypto";
import type { Failure } from "#shared/failure.ts";

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:20vh auto 0;padding:0 1.5rem}
h1{margin:0 0 1rem;font-size:1.25rem}
p,ul{margin:.5rem 0}`;

const styleHash = hash("sha256", style, "base64");

/** The page may use its own style and nothing else. */
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
};

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

/** The meaning of 401 for a download, which is authorized by its ticket. */
const ticketSpent = "This link was used already, or is older than a minute";

export const errorPage = ({ code, message, details }: Failure) => {
  const lines = details.map((detail) => `<li>${escapeHtml(detail.message)}</li>`).join("");
  const reason = code === "UNAUTHORIZED" ? ticketSpent : message;
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>No report · Inventory Manager</title>
<style>${style}</style>
<h1>There is no report to download</h1>
<p>${escapeHtml(reason)}.</p>
${lines && `<ul>${lines}</ul>\n`}<p>You can close this tab and try again in Inventory Manager.</p>
</html>`;
  return { headers, body };
};
