import { ownCookie } from "#app/server/cookies/own-cookie.server";
import { isReaction } from "./react.server";

const MINUTES = 10;
const cookie = ownCookie("pending");

/**
 * `Set-Cookie` that stores an anonymous reader's reaction until they have logged in. Only our own forms can set it:
 * posts from other sites are refused earlier, and it can't be in a URL.
 */
export const rememberReaction = (text: string): string =>
  isReaction(text) ? cookie.set(text, MINUTES * 60) : cookie.clear();

/** `Set-Cookie` that removes it. */
export const forgetReaction = (): string => cookie.clear();

/** Reaction to carry out after the login, if any. */
export function pendingReaction(request: Request): string | null {
  const text = cookie.read(request) ?? "";
  return isReaction(text) ? text : null;
}
