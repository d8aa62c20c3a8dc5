import { NETWORK_MESSAGE, UNSENT_MESSAGE, UNSURE_MESSAGE } from "#app/contract/codes";
import { captchaApi } from "#app/contract/people/captcha";
import type { UpstreamReply } from "#app/contract/transport";
import { UpstreamError } from "#app/server/errors/upstream-error";

/** A call as it leaves the app. */
export type OutgoingCall = {
  /** Method and path in the contract, e.g. `GET /api/article/:id`. */
  name: string;
  method: string;
  /** Path and query, e.g. `/api/article/12?page=2`. */
  target: string;
  params: Record<string, string>;
  query: Record<string, string>;
  /** Headers by lower-case name. */
  headers: Record<string, string>;
  /** JSON; null if there is none. */
  body: string | null;
  /** Aborts when nobody waits any longer. */
  signal: AbortSignal;
  /** Noted by the transport: whether the call may have arrived; before, it certainly was not carried out. */
  sent: boolean;
};

/** Reply of a transport; over HTTP, it is unknown who gets the same, and whether it is valid. */
type Arrived = Pick<UpstreamReply, "code" | "message" | "data" | "dependsOn"> &
  Partial<Pick<UpstreamReply, "cacheScope" | "valid">>;

/**
 * Sends a call to the upstream and returns its reply. @throws UpstreamError NETWORK if there is no reply with status
 * 200
 */
export type Transport = (call: OutgoingCall) => Promise<Arrived>;

/**
 * Creates the error of a call that got no valid reply.
 * @param unsure whether the call may have been carried out all the same
 * @param answered whether something answered that is well, only not in the contract's way
 */
export function broken(name: string, reason: string, unsure = false, answered = false): UpstreamError {
  return new UpstreamError("NETWORK", unsure ? UNSURE_MESSAGE : NETWORK_MESSAGE, { reason, answered }, name);
}

/** Creates the error of a call that got no reply, in words for what a write may have changed. */
export function unanswered({ name, sent }: Pick<OutgoingCall, "name" | "sent">, reason: string): UpstreamError {
  if (sent || !isWrite(name)) return broken(name, reason, isWrite(name));
  return new UpstreamError("NETWORK", UNSENT_MESSAGE, { reason }, name);
}

/** Class of an error for the log; its message may repeat submitted data, which must not be logged. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, cause } = error;
  const code = (error as NodeJS.ErrnoException).code ?? (cause as NodeJS.ErrnoException | undefined)?.code;
  return code ? `${name} ${code}` : name;
}

/** Calls that are not GET but change nothing of importance. */
const ASKED: ReadonlySet<string> = new Set([`${captchaApi.get.method} ${captchaApi.get.path}`]);

/** Whether a call changes something. */
export const isWrite = (name: string): boolean => !name.startsWith("GET ") && !ASKED.has(name);
/**
 * Whether a write may have been carried out in spite of this status: a proxy got no reply in time, or the upstream lost
 * its database connection.
 */
export const isUnsure = (name: string, status?: number): boolean => isWrite(name) && (status === 502 || status === 504);
