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

/** By the name of their field, in which there are several if the body is JSON. */
export type Files = Record<string, File | readonly File[] | undefined>;

export const multipart = (body: unknown, file: Files): FormData => {
  const form = new FormData();
  const fields = Object.values(file).some(Array.isArray) ? { form: JSON.stringify(body) } : (body ?? {});
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  for (const [name, value] of Object.entries(file)) for (const one of [value ?? []].flat()) form.append(name, one);
  return form;
};
