import { parse, serialize } from "cookie";
import { env } from "./env.server";

/** A cookie that our pages set and read, and no script does. */
export type OwnCookie = {
  /** The name that browsers know it by. */
  name(): string;
  /** Its value in a request; null where there is none. */
  read(request: Request): string | null;
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
  return {
    name,
    read(request) {
      const header = request.headers.get("cookie");
      return header ? (parse(header)[name()] ?? null) : null;
    },
    set,
    clear: () => set("", 0),
  };
}
