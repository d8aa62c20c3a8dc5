import { parse, serialize } from "cookie";
import { env } from "#app/server/env.server";

/** A cookie that our server sets and reads; scripts can't read it. */
export type OwnCookie = {
  /** Name of the cookie in the browser. */
  name(): string;
  /** Value in a request; null if missing. */
  read(request: Request): string | null;
  /** Value in a Cookie header; null if missing. */
  readIn(header: string | null | undefined): string | null;
  /** `Set-Cookie` that stores a value for `seconds`. */
  set(value: string, seconds: number): string;
  /** `Set-Cookie` that removes it. */
  clear(): string;
};

/**
 * Every cookie of ours, by what it decides. "login": who reads a page. "page": something else on a page, which is then
 * neither shared nor made from a template. "form": only what a form or a login does. "server": only whom the web server
 * admits.
 */
export const COOKIES = {
  token: "login",
  flash: "page",
  weixin: "page",
  handover: "page",
  pending: "form",
  toll: "server",
} as const;

type CookieName = keyof typeof COOKIES;
type Use = (typeof COOKIES)[CookieName];

/** A pattern of Cookie headers with a cookie of one of these uses, over https or http. */
export function cookiesFor(...uses: Use[]): RegExp {
  const names = Object.entries(COOKIES).flatMap(([name, use]) => (uses.includes(use) ? [name] : []));
  return new RegExp(`(?:^|;\\s*)(?:__Host-)?(?:${names.join("|")})=`);
}

/** Encodes only what a cookie can't contain (RFC 6265), so that a long token keeps its length. */
const encode = (value: string) => value.replace(/[^\w\-.~+/=]/gu, encodeURIComponent);

/**
 * Creates access to a cookie of the table; all cookies go through this. The prefix `__Host-` binds it to this host over
 * https; it can't be set over plain http.
 */
export function ownCookie(shortName: CookieName): OwnCookie {
  const name = () => (env().secure ? `__Host-${shortName}` : shortName);
  const set = (value: string, maxAge: number) =>
    serialize(name(), value, { httpOnly: true, sameSite: "lax", secure: env().secure, path: "/", maxAge, encode });
  const readIn = (header: string | null | undefined) => (header ? (parse(header)[name()] ?? null) : null);
  return {
    name,
    read: (request) => readIn(request.headers.get("cookie")),
    readIn,
    set,
    clear: () => set("", 0),
  };
}
