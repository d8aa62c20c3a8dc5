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

/** Encodes only what a cookie can't contain (RFC 6265), so that a long token keeps its length. */
const encode = (value: string) => value.replace(/[^\w\-.~+/=]/gu, encodeURIComponent);

/**
 * Creates access to a cookie; all cookies go through this. The prefix `__Host-` binds it to this host over https; it
 * can't be set over plain http.
 */
export function ownCookie(shortName: string): OwnCookie {
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
