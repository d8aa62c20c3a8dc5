import type { AppLoadContext } from "@remix-run/node";
import { ownCookie } from "./own-cookie.server";

const DAY = 24 * 60 * 60;
/** As long as a login can last: the upstream ends it before, when it is not used. */
const SESSION_SECONDS = 90 * DAY;

const cookie = ownCookie("token");

const cookieNamed = (names: string) => new RegExp(`(?:^|;\\s*)(?:__Host-)?(?:${names})=`);
const PASSING = "flash|weixin|handover";
const TOKEN = cookieNamed("token");
/** Cookies of ours that say more than who asks. */
const PASSING_COOKIE = cookieNamed(PASSING);
/** Every cookie that our pages read. A request with one of them never shares its page with others. */
const OWN_COOKIE = cookieNamed(`token|${PASSING}`);

/** Whether a Cookie header holds a cookie of ours; those of balancers and the like do not count. */
export const hasOwnCookie = (header: string | undefined): boolean => header !== undefined && OWN_COOKIE.test(header);

/** Whether a Cookie header holds a login, a good one or not. */
export const hasToken = (header: string | undefined): boolean => header !== undefined && TOKEN.test(header);

/** Token of a request whose page shows nothing by cookies but who asks; null for any other. */
export const onlyTokenIn = (header: string | undefined): string | null =>
  header === undefined || PASSING_COOKIE.test(header) ? null : tokenIn(header);

/** The token of a request, or null; a value that no token can have counts as none. */
export const tokenOf = (request: Request): string | null => tokenIn(request.headers.get("cookie"));

/** The token in a Cookie header, as of `tokenOf`. */
export function tokenIn(header: string | null | undefined): string | null {
  const value = cookie.readIn(header);
  return value && /^[\w-]{20,200}$/.test(value) ? value : null;
}

/** Copy of a request as it will come from now on, with the token of a login that was just made. */
export function withToken<A extends { request: Request }>(args: A, token: string): A {
  const headers = new Headers(args.request.headers);
  headers.set("cookie", `${cookie.name()}=${token}`);
  return { ...args, request: new Request(args.request.url, { headers }) };
}

/** `Set-Cookie` that logs in. */
export const setToken = (token: string): string => cookie.set(token, SESSION_SECONDS);

/**
 * Data that the browser forgets when somebody logs out by their own will: kept pages and drafts, which who comes next
 * to this
 * computer shall not find. Drafts on the server stay. Not for sessions that ended: there the drafts are still wanted.
 */
export const FORGET_ALL = { "clear-site-data": '"cache", "storage"' };

/** `Set-Cookie` that logs out. */
export const clearToken = (): string => cookie.clear();

/** Takes a token away that was refused while the answer was made, unless this very answer brings another. */
export function forgetEndedLogin(headers: Headers, { loginEnded }: AppLoadContext): void {
  const told = headers.getSetCookie().some((line) => line.startsWith(`${cookie.name()}=`));
  if (loginEnded && !told) headers.append("set-cookie", clearToken());
}
