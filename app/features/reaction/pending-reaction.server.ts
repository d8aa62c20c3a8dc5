import { ownCookie } from "#app/server/own-cookie.server";
import { isReaction } from "./react.server";

const MINUTES = 10;
const cookie = ownCookie("pending");

/**
 * `Set-Cookie` that remembers what a visitor asked for until the login is done. Only our own forms can set it: a post
 * from another site never gets here, and an address can't carry it.
 */
export const rememberReaction = (text: string): string =>
  isReaction(text) ? cookie.set(text, MINUTES * 60) : cookie.clear();

/** `Set-Cookie` that forgets it. */
export const forgetReaction = (): string => cookie.clear();

/** Reaction that is to be done after the login, if anything. */
export function pendingReaction(request: Request): string | null {
  const text = cookie.read(request) ?? "";
  return isReaction(text) ? text : null;
}
