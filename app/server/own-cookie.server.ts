import { parse, serialize } from "cookie";
import { env } from "./env.server";

/** A cookie that our pages set and read, and no script does. */
export type OwnCookie = {
  /** The name that browsers know it by. */
  name(): string;
  /** Its value in a request; null where there is none. */
  read(request: Request): string | null;
  /** Its value in a Cookie header; null where there is none. */
  readIn(header: string | null | undefined): string | null;
  /** `Set-Cookie` that keeps a value for so many seconds. */
  set(value: string, seconds: number): string;
  /** `Set-Cookie` that removes it. */
  clear(): string;
};

/** The one way to a cookie. `__Host-` binds it to this host over https; plain http can't set it. */
export function ownCookie(shortName: string): OwnCookie {
  const name = () => (env().secure ? `__Host-${shortName}` : shortName);
  const set = (value: string, maxAge: number) =>
    serialize(name(), value, { httpOnly: true, sameSite: "lax", secure: env().secure, path: "/", maxAge });
  const readIn = (header: string | null | undefined) => (header ? (parse(header)[name()] ?? null) : null);
  return {
    name,
    read: (request) => readIn(request.headers.get("cookie")),
    readIn,
    set,
    clear: () => set("", 0),
  };
}
