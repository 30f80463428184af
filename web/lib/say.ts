// What toasts say, one id per operation; ui/toaster shows them.
import { toast } from "react-hot-toast/headless";
import type { Detail } from "#shared/failure.ts";

/** A failure and its details as the lines of one toast. */
export const lines = (message: string, details: readonly Detail[] = []): string =>
  [message, ...details.slice(0, 5).map(lineOf), ...(details.length > 5 ? [`and ${details.length - 5} more`] : [])].join(
    "\n",
  );

export const lineOf = ({ row, message }: Detail): string => (row === undefined ? message : `Row ${row}: ${message}`);

export const say = {
  working: (text: string, id: string) => toast.loading(text, { id }),
  done: (text: string, id?: string) => toast.success(text, { ...(id && { id }) }),
  failure: (text: string, id?: string) =>
    toast.error(text, { ...(id && { id }), ariaProps: { role: "alert", "aria-live": "assertive" } }),
  note: (text: string, id?: string) => toast(text, { ...(id && { id }) }),
  forget: (id: string) => toast.dismiss(id),
};
