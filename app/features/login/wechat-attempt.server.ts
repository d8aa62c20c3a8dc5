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
/** Attempts that a browser may have at the same time: one per tab. */
const ATTEMPTS_MAX = 3;
/** Length of the cookie's value that browsers accept; older attempts give way. */
const VALUE_MAX = 3_500;

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

/** Attempts of a browser, the latest first; `until` is the time at which each is forgotten, in seconds since 1970. */
const keptAttempts = z.array(wechatAttempt.extend({ until: z.number() }));
type Kept = z.output<typeof keptAttempts>;

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
 * The browser's attempt with this `state`; null if it has started none, or others. Binding only completes in the
 * session it was started in, so a planted cookie binds nothing.
 */
export function wechatAttemptOf(request: Request, state: string | null): WechatAttempt | null {
  return ownAttempts(request).find((attempt) => attempt.state === state) ?? null;
}

/** The binding that this session has verified but not finished; null if none. */
export function provenBindingOf(request: Request): WechatAttempt | null {
  return ownAttempts(request).find(({ purpose, proof }) => purpose === "bind" && proof) ?? null;
}

/** Attempts of this session, and logins. */
function ownAttempts(request: Request): Kept {
  const session = sessionOf(request);
  return allAttempts(request).filter((attempt) => attempt.purpose === "login" || attempt.session === session);
}

/** Attempts in the cookie that have not been forgotten. */
function allAttempts(request: Request): Kept {
  const value = cookie.read(request);
  if (!value) return [];
  try {
    const kept = keptAttempts.parse(JSON.parse(Buffer.from(value, "base64url").toString("utf8")));
    return kept.filter(({ until }) => until > nowInSeconds());
  } catch {
    return [];
  }
}

/** `Set-Cookie` that stores an attempt for ten minutes, with a ticket for thirty, beside those of other tabs. */
export const rememberWechat = (request: Request, attempt: WechatAttempt): string =>
  stored(request, attempt, attempt.ticket ? TICKET_SECONDS : SECONDS);

/** `Set-Cookie` that stores for a minute that an attempt succeeded, and nothing by which it could be repeated. */
export const endWechat = (request: Request, { state, purpose, next, session }: WechatAttempt): string =>
  stored(request, { state, purpose, next, session, ended: true }, ENDED_SECONDS);

/** `Set-Cookie` that removes an attempt, and leaves those of other tabs. */
export const forgetWechat = (request: Request, { state }: WechatAttempt): string => setAll(othersThan(request, state));

function stored(request: Request, attempt: WechatAttempt, seconds: number): string {
  const kept = { ...attempt, until: nowInSeconds() + seconds };
  return setAll([kept, ...othersThan(request, attempt.state)].slice(0, ATTEMPTS_MAX));
}

const othersThan = (request: Request, state: string): Kept =>
  allAttempts(request).filter((attempt) => attempt.state !== state);

function setAll(attempts: Kept): string {
  if (attempts.length === 0) return cookie.clear();
  const value = Buffer.from(JSON.stringify(attempts)).toString("base64url");
  if (value.length > VALUE_MAX && attempts.length > 1) return setAll(attempts.slice(0, -1));
  return cookie.set(value, Math.max(...attempts.map(({ until }) => until)) - nowInSeconds());
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);
