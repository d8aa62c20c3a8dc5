import { captchaApi } from "#app/contract/captcha";
import { NETWORK_MESSAGE, UNSURE_MESSAGE } from "#app/contract/codes";
import type { UpstreamReply } from "#app/contract/transport";
import { UpstreamError } from "./upstream-error";

/** Call as it leaves the app. */
export type OutgoingCall = {
  /** Method and path of the contract, e.g. `GET /api/article/:id`. */
  name: string;
  method: string;
  /** Path and query, e.g. `/api/article/12?page=2`. */
  target: string;
  params: Record<string, string>;
  query: Record<string, string>;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** JSON; null when there is none. */
  body: string | null;
  /** Aborts when nobody waits any longer. */
  signal: AbortSignal;
};

/** Reply as transports give it; over HTTP nobody says whether it lasts. */
type Arrived = Pick<UpstreamReply, "code" | "message" | "data" | "dependsOn"> & Partial<Pick<UpstreamReply, "lasting">>;

/** Way of a call to the upstream and back. @throws UpstreamError NETWORK where there is no reply of status 200 */
export type Transport = (call: OutgoingCall) => Promise<Arrived>;

/**
 * Makes the error of a call that came to nothing.
 * @param unsure whether it may have been done all the same
 */
export function broken(name: string, reason: string, unsure = false): UpstreamError {
  return new UpstreamError("NETWORK", unsure ? UNSURE_MESSAGE : NETWORK_MESSAGE, { reason }, name);
}

/** Names the kind of an error: its words may repeat what was sent, which is nobody's business who reads the log. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, cause } = error;
  const code = (error as NodeJS.ErrnoException).code ?? (cause as NodeJS.ErrnoException | undefined)?.code;
  return code ? `${name} ${code}` : name;
}

/** Calls that are no GET and change nothing that anybody would look for. */
const ASKED: ReadonlySet<string> = new Set([`${captchaApi.get.method} ${captchaApi.get.path}`]);

/** Whether a call of this name changes something. */
export const isWrite = (name: string): boolean => !name.startsWith("GET ") && !ASKED.has(name);
/**
 * Whether a write may have been done in spite of this status: a proxy says by it that it has no reply of who was asked,
 * the upstream that the database was lost meanwhile.
 */
export const isUnsure = (name: string, status?: number): boolean => isWrite(name) && (status === 502 || status === 504);
/** Whether nobody was there to be asked. */
export const isUnsent = (error: unknown): boolean =>
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH/.test(kindOf(error));
