// What toasts say, one id per operation; ui/toaster shows them.
import { toast } from "react-hot-toast/headless";
import type { Detail } from "#shared/failure.ts";

const isOfWhole = ({ field, product, row }: Detail): boolean => !field && !product && row === undefined;

/** A failure and its details as the lines of one toast: what is said of the whole says more than its status does. */
export const lines = (message: string, details: readonly Detail[] = []): string => {
  const parts = details.filter((detail) => !isOfWhole(detail));
  return [
    ...details.filter(isOfWhole).map(lineOf),
    message,
    ...parts.slice(0, 5).map(lineOf),
    ...(parts.length > 5 ? [`and ${parts.length - 5} more`] : []),
  ].join("\n");
};

const lineOf = ({ row, message }: Detail): string => (row === undefined ? message : `Row ${row}: ${message}`);

interface Refused {
  code?: string;
  message: string;
  details?: readonly Detail[];
}

export const say = {
  working: (text: string, id: string) => toast.loading(text, { id }),
  done: (text: string, id?: string) => toast.success(text, { ...(id && { id }) }),
  failure: (text: string, id?: string) =>
    toast.error(text, { ...(id && { id }), ariaProps: { role: "alert", "aria-live": "assertive" } }),
  /** Why something was refused, with its details; that the session has ended is said already. */
  refused: ({ code, message, ...of }: Refused, id: string, details = of.details) =>
    code === "UNAUTHORIZED" ? toast.dismiss(id) : say.failure(lines(message, details), id),
  note: (text: string, id?: string) => toast(text, { ...(id && { id }) }),
  forget: (id: string) => toast.dismiss(id),
};
