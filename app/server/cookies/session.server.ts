import type { AppLoadContext } from "@remix-run/node";
import { TOKEN_PATTERN } from "#app/contract/people/session-token";
import { cookiesFor, ownCookie } from "./own-cookie.server";

const DAY = 24 * 60 * 60;
/** Maximum lifetime of a session cookie; the upstream ends an unused session earlier. */
const SESSION_SECONDS = 90 * DAY;

const cookie = ownCookie("token");

const TOKEN = cookiesFor("login");
/** Our cookies that carry more than the identity of the reader. */
const PASSING_COOKIE = cookiesFor("page");
/** Every cookie that our pages read. A request with one of them never shares its page with others. */
const OWN_COOKIE = cookiesFor("login", "page");

/** Whether a Cookie header contains one of our cookies; those of load balancers and the like don't count. */
export const hasOwnCookie = (header: string | undefined): boolean => header !== undefined && OWN_COOKIE.test(header);

/** Whether a Cookie header contains a session token, valid or not. */
export const hasToken = (header: string | undefined): boolean => header !== undefined && TOKEN.test(header);

/** Session token of a request whose only own cookie it is; null for any other. */
export const onlyTokenIn = (header: string | undefined): string | null =>
  header === undefined || PASSING_COOKIE.test(header) ? null : tokenIn(header);

/** Session token of a request; null if missing or malformed. */
export const tokenOf = (request: Request): string | null => tokenIn(request.headers.get("cookie"));

/** Session token in a Cookie header, like `tokenOf`. */
export function tokenIn(header: string | null | undefined): string | null {
  const value = cookie.readIn(header);
  return value !== null && TOKEN_PATTERN.test(value) ? value : null;
}

/** Whether a request has a session cookie that no login of ours has set: it would mean nothing for ever. */
export const hasBrokenToken = (request: Request): boolean => {
  const header = request.headers.get("cookie");
  return cookie.readIn(header) !== null && tokenIn(header) === null;
};

/** A copy of the arguments whose request carries the token of a login that was just made. */
export function withToken<A extends { request: Request }>(args: A, token: string): A {
  const headers = new Headers(args.request.headers);
  headers.set("cookie", `${cookie.name()}=${token}`);
  return { ...args, request: new Request(args.request.url, { headers }) };
}

/** `Set-Cookie` that logs in. */
export const setToken = (token: string): string => cookie.set(token, SESSION_SECONDS);

/**
 * Headers that make the browser delete cached pages and local drafts when a member logs out on purpose, so that the
 * next user of the computer does not find them. Drafts on the server stay. Not used for expired sessions, whose drafts
 * are still wanted.
 */
export const FORGET_ALL = { "clear-site-data": '"cache", "storage"' };

/** `Set-Cookie` that logs out. */
export const clearToken = (): string => cookie.clear();

/** Clears the cookie of a token that was rejected while the response was made, unless the response sets a new one. */
export function forgetEndedLogin(headers: Headers, { loginEnded }: AppLoadContext): void {
  const told = headers.getSetCookie().some((line) => line.startsWith(`${cookie.name()}=`));
  if (loginEnded && !told) headers.append("set-cookie", clearToken());
}
