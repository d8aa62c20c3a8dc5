import { ownCookie } from "./own-cookie.server";

/** Outcome of the last action, for the page that follows it. */
export type Flash = { kind: "success" | "error" | "info"; message: string };

const SECONDS = 60;
/** Code points; what is longer would not fit a cookie beside the others. */
const MESSAGE_MAX = 200;
const KINDS: readonly string[] = ["success", "error", "info"] satisfies Flash["kind"][];

/** Named in `hasOwnCookie`, so that a page with a message in it is never anybody else's. */
const cookie = ownCookie("flash");

/** `Set-Cookie` that shows a message on the next page. */
export function setFlash({ kind, message }: Flash): string {
  const short = [...message].slice(0, MESSAGE_MAX).join("");
  return cookie.set(Buffer.from(JSON.stringify([kind, short])).toString("base64url"), SECONDS);
}

/** `Set-Cookie` once the message was shown. */
export const clearFlash = (): string => cookie.clear();

/** The message for this page; null when there is none, or what is there was not written by us. */
export function flashOf(request: Request): Flash | null {
  const value = cookie.read(request);
  if (!value) return null;
  try {
    const [kind, message] = JSON.parse(Buffer.from(value, "base64url").toString("utf8")) as unknown[];
    if (typeof message !== "string" || !KINDS.includes(kind as string)) return null;
    return { kind: kind as Flash["kind"], message: [...message].slice(0, MESSAGE_MAX).join("") };
  } catch {
    return null;
  }
}
