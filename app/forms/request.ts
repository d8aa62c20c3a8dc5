import { type FormResult, NOT_SENT } from "#app/forms/form-result";

/** A failed request of one of our scripts; `message` is fit to show. */
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
 * Sends a request to a resource route of this site. It does not use Remix's fetchers: those reload the page's data
 * after each write and show an error page when the network is down, and a draft must also be sent while the page is
 * being closed.
 * @returns the route's result, or `NOT_SENT` if it could not be reached
 * @throws the abort reason of `signal`
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
 * The data returned by such a route.
 * @throws RequestError if it refused
 */
export async function request<Data>(path: string, options: Options = {}): Promise<Data> {
  const result = await send<FormResult<Data>>(path, options);
  if (result.status === "ok") return result.data;
  throw new RequestError(result.code, result.message);
}

/** Builds a form from text fields. */
export function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
