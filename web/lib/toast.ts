// Toasts, one id per operation; shell/toaster shows them.
import { toast as hotToast } from "react-hot-toast/headless";
import type { Detail } from "#shared/failure.ts";

const isGeneral = ({ field, product, row }: Detail): boolean => !field && !product && row === undefined;

/** A failure and its details as the lines of one toast; general details come first. */
export const failureText = (message: string, details: readonly Detail[] = []): string => {
  const parts = details.filter((detail) => !isGeneral(detail));
  return [
    ...details.filter(isGeneral).map(lineOf),
    message,
    ...parts.slice(0, 5).map(lineOf),
    ...(parts.length > 5 ? [`and ${parts.length - 5} more`] : []),
  ].join("\n");
};

const lineOf = ({ row, message }: Detail): string => (row === undefined ? message : `Row ${row}: ${message}`);

interface Refusal {
  code?: string;
  message: string;
  details?: readonly Detail[];
}

export const toast = {
  loading: (text: string, id: string) => hotToast.loading(text, { id }),
  success: (text: string, id?: string) => hotToast.success(text, { ...(id && { id }) }),
  error: (text: string, id?: string) =>
    hotToast.error(text, { ...(id && { id }), ariaProps: { role: "alert", "aria-live": "assertive" } }),
  /** Why a call failed, with its details. An ended session has a toast of its own. */
  refusal: ({ code, message, ...of }: Refusal, id: string, details = of.details) =>
    code === "UNAUTHORIZED" ? hotToast.dismiss(id) : toast.error(failureText(message, details), id),
  info: (text: string, id?: string) => hotToast(text, { ...(id && { id }) }),
  dismiss: (id: string) => hotToast.dismiss(id),
};
