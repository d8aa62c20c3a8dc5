import { type FormResult, NOT_SENT } from "#app/forms/form-result";

/** A call of the editor that did not succeed; `message` is fit to show. */
export class RequestError extends Error {
  override name = "RequestError";
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type Options = { body?: FormData; signal?: AbortSignal; keepalive?: boolean };

/**
 * Asks a resource route of this site. Not by Remix's fetchers: those load the page's data anew after each write and
 * show an error page when the network is gone, and a draft must also be sent while the page is being closed.
 * @returns what the route says, or that it could not be reached
 * @throws the error of `signal`, once it is aborted
 */
export async function send<R extends FormResult<unknown, object, unknown, unknown>>(
  path: string,
  { body, signal, keepalive }: Options = {},
): Promise<R | typeof NOT_SENT> {
  const init: RequestInit = { credentials: "same-origin", headers: { accept: "application/json" }, redirect: "error" };
  if (body) Object.assign(init, { method: "POST", body });
  if (signal) init.signal = signal;
  if (keepalive) init.keepalive = true;
  try {
    const response = await fetch(path, init);
    const result = (await response.json()) as Partial<R> | null;
    return result?.status ? (result as R) : NOT_SENT;
  } catch (error) {
    if (signal?.aborted) throw error;
    return NOT_SENT;
  }
}

/**
 * The data of such a route.
 * @throws RequestError where there are none
 */
export async function request<Data>(path: string, options: Options = {}): Promise<Data> {
  const result = await send<FormResult<Data>>(path, options);
  if (result.status === "ok") return result.data;
  throw new RequestError(result.code, result.message);
}

/** A form of these texts. */
export function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
