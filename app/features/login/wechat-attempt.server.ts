import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { ownCookie } from "#app/server/cookies/own-cookie.server";
import { tokenOf } from "#app/server/cookies/session.server";
import { safePath } from "#app/server/urls/safe-path.server";

const SECONDS = 10 * 60;
/** As long as the upstream's ticket: time to enter a phone number and a code. */
const TICKET_SECONDS = 30 * 60;
/** Pages of a browser with such a cookie are rendered one by one. */
const ENDED_SECONDS = 60;
const STATE_BYTES = 32;

/**
 * A login, binding, payment or subscription by WeChat that this browser has started. `state` is sent to WeChat and
 * back; a response to a browser that did not start it is refused, so that nobody can be logged in to, or bound to,
 * somebody else's account.
 */
const wechatAttempt = z.object({
  state: z.string().regex(/^[\w-]{43}$/),
  purpose: z.enum(["login", "bind", "pay", "tell"]),
  /** Path to go to afterwards. */
  next: z.string().transform((next) => safePath(next)),
  /** Except for logins: the session it was started in, by its token's hash. */
  session: z.string().max(64).default(""),
  /** The upstream's proof of the owner, for binding. */
  proof: z.string().max(200).optional(),
  /** Once WeChat has agreed and a phone number is needed: the ticket of the WeChat account. */
  ticket: z.string().max(200).optional(),
  nickname: z.string().max(100).optional(),
  /** Once it has succeeded: its pages, loaded again, lead to `next`. */
  ended: z.literal(true).optional(),
});
export type WechatAttempt = z.output<typeof wechatAttempt>;

/** Listed in `hasOwnCookie`. */
const cookie = ownCookie("weixin");

/** Creates an attempt with a new state. */
export const beginWechat = (
  request: Request,
  { purpose, next, proof }: Pick<WechatAttempt, "purpose" | "next" | "proof">,
): WechatAttempt => ({
  state: randomBytes(STATE_BYTES).toString("base64url"),
  purpose,
  proof,
  next: safePath(next),
  session: purpose !== "login" ? sessionOf(request) : "",
});

/** Hash that identifies the session; empty without one. */
function sessionOf(request: Request): string {
  const token = tokenOf(request);
  return token === null ? "" : createHash("sha256").update(`weixin ${token}`).digest("base64url");
}

/**
 * The browser's attempt with this `state`; null if it has started none, or another. Binding only completes in the
 * session it was started in, so a planted cookie binds nothing.
 */
export function wechatAttemptOf(request: Request, state: string | null): WechatAttempt | null {
  const attempt = keptAttempt(request);
  return state && attempt?.state === state ? attempt : null;
}

/** The binding that this session has verified but not finished; null if none. */
export function provenBindingOf(request: Request): WechatAttempt | null {
  const attempt = keptAttempt(request);
  return attempt?.purpose === "bind" && attempt.proof ? attempt : null;
}

function keptAttempt(request: Request): WechatAttempt | null {
  const value = cookie.read(request);
  if (!value) return null;
  try {
    const attempt = wechatAttempt.parse(JSON.parse(Buffer.from(value, "base64url").toString("utf8")));
    return attempt.purpose === "login" || attempt.session === sessionOf(request) ? attempt : null;
  } catch {
    return null;
  }
}

/** `Set-Cookie` that stores an attempt for ten minutes; with a ticket for thirty. */
export const rememberWechat = (attempt: WechatAttempt): string =>
  stored(attempt, attempt.ticket ? TICKET_SECONDS : SECONDS);

const stored = (attempt: WechatAttempt, seconds: number): string =>
  cookie.set(Buffer.from(JSON.stringify(attempt)).toString("base64url"), seconds);

/** `Set-Cookie` that stores for a minute that an attempt succeeded, and nothing by which it could be repeated. */
export const endWechat = ({ state, purpose, next, session }: WechatAttempt): string =>
  stored({ state, purpose, next, session, ended: true }, ENDED_SECONDS);

/** `Set-Cookie` that removes it. */
export const forgetWechat = (): string => cookie.clear();
