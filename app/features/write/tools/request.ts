import { NETWORK_MESSAGE } from "#app/contract/codes";

/** A call of the editor that did not succeed; `message` is fit to show. */
export class RequestError extends Error {
  override name = "RequestError";
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

type Options = { body?: FormData; signal?: AbortSignal; keepalive?: boolean };

/**
 * Asks a resource route of this site. Not by Remix's fetchers: those load the page's data anew after each write and
 * show an error page when the network is gone, and a draft must also be sent while the page is being closed.
 * @param accept statuses whose answers are the caller's to read, beside 200
 * @throws RequestError
 */
export async function request<T>(path: string, options: Options = {}, accept: readonly number[] = []): Promise<T> {
  const { body, signal, keepalive } = options;
  const init: RequestInit = { credentials: "same-origin", headers: { accept: "application/json" }, redirect: "error" };
  if (body) Object.assign(init, { method: "POST", body });
  if (signal) init.signal = signal;
  if (keepalive) init.keepalive = true;
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError(0, NETWORK_MESSAGE);
  }
  const answer = (await response.json().catch(() => null)) as (T & { message?: unknown }) | null;
  if (answer !== null && (response.ok || accept.includes(response.status))) return answer;
  throw new RequestError(response.status, typeof answer?.message === "string" ? answer.message : NETWORK_MESSAGE);
}

/** A form of these texts. */
export function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
