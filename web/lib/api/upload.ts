// Requests with files, as multipart forms. XMLHttpRequest sends them, since fetch reports no progress of an upload; its
// answer becomes a Response.

export type Progress = (share: number) => void;

interface Sent {
  method: string;
  headers: Headers;
  body: XMLHttpRequestBodyInit | null;
  signal: AbortSignal;
}

/** Like fetch; reports the share sent, from 0 to 1. */
export const upload = (url: URL, { method, headers, body, signal }: Sent, onProgress: Progress): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      const { status, responseText } = request;
      resolve(new Response(status === 204 ? null : responseText, { status }));
    };
    request.onerror = () => reject(new TypeError("The upload broke off"));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });

export const multipart = (body: unknown, file: Record<string, File | undefined>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) if (value !== undefined) form.set(name, String(value));
  for (const [name, value] of Object.entries(file)) if (value) form.set(name, value);
  return form;
};
