// Copies a text, such as a code, and says so.
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./button.tsx";

/** Browsers offer no clipboard to sites without https. */
const hasClipboard = "clipboard" in navigator;

export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  if (!hasClipboard) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <IconButton icon={copied ? Check : Copy} label={`Copy ${text}`} onClick={() => void copy()} />
      <small role="status">{copied && "Copied"}</small>
    </>
  );
}
