import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { ownCookie } from "#app/server/own-cookie.server";
import { safePath } from "#app/server/safe-path.server";
import { tokenOf } from "#app/server/session.server";

const SECONDS = 10 * 60;
const STATE_BYTES = 32;

/**
 * A login, binding, payment or asking to be told by WeChat that this browser has begun. `state` goes to WeChat and comes back; what comes
 * back to a browser that did not begin it is refused, so that nobody can be logged in to, or bound to, another's
 * account.
 */
const wechatAttempt = z.object({
  state: z.string().regex(/^[\w-]{43}$/),
  purpose: z.enum(["login", "bind", "pay", "tell"]),
  /** Path to go to afterwards. */
  next: z.string().transform((next) => safePath(next)),
  /** For all but logging in: whose session it was begun in, by the token's hash. */
  session: z.string().max(64).default(""),
  /** For binding: the upstream's proof that the owner asks. */
  proof: z.string().max(200).optional(),
  /** Once WeChat has agreed and a phone number is wanted: what stands for the WeChat account, and its name. */
  ticket: z.string().max(200).optional(),
  nickname: z.string().max(100).optional(),
});
export type WechatAttempt = z.output<typeof wechatAttempt>;

/** Named in `hasOwnCookie`. */
const cookie = ownCookie("weixin");

/** A new attempt at WeChat, by whose state its answer is known. */
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

/** Fingerprint of the session, which nobody can know without it; empty without one. */
function sessionOf(request: Request): string {
  const token = tokenOf(request);
  return token === null ? "" : createHash("sha256").update(`weixin ${token}`).digest("base64url");
}

/**
 * The attempt of this browser that `state` belongs to; null when it has begun none, or another. Binding ends in the
 * session that it was begun in: a cookie that somebody else put here binds nothing.
 */
export function wechatAttemptOf(request: Request, state: string | null): WechatAttempt | null {
  const attempt = keptAttempt(request);
  return state && attempt?.state === state ? attempt : null;
}

/** The binding that this session has proven and not finished; null when there is none. */
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

/** `Set-Cookie` that remembers an attempt for ten minutes. */
export const rememberWechat = (attempt: WechatAttempt): string =>
  cookie.set(Buffer.from(JSON.stringify(attempt)).toString("base64url"), SECONDS);

/** `Set-Cookie` once it has ended. */
export const forgetWechat = (): string => cookie.clear();
