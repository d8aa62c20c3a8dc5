import { parse, serialize } from "cookie";
import { env } from "#app/server/env.server";
import { isReaction } from "./react.server";

const MINUTES = 10;
const cookieName = () => (env().secure ? "__Host-pending" : "pending");

/**
 * `Set-Cookie` that remembers what a visitor asked for until the login is done. Only our own forms can set it: a post
 * from another site never gets here, and an address can't carry it.
 */
export const rememberReaction = (text: string): string => cookie(isReaction(text) ? text : "", MINUTES * 60);

/** `Set-Cookie` that forgets it. */
export const forgetReaction = (): string => cookie("", 0);

/** What is to be done after the login, if anything. */
export function pendingReaction(request: Request): string | null {
  const text = parse(request.headers.get("cookie") ?? "")[cookieName()] ?? "";
  return isReaction(text) ? text : null;
}

function cookie(value: string, maxAge: number): string {
  return serialize(cookieName(), value, { httpOnly: true, sameSite: "lax", secure: env().secure, path: "/", maxAge });
}
