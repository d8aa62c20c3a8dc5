import { ownCookie } from "./own-cookie.server";
import { isVisit } from "./visit.server";

/** Outcome of the last action, for the page that follows it. */
export type Flash = { kind: "success" | "error" | "info"; message: string; undo?: UndoOffer | undefined };

/** By which the last action can be taken back for a moment: what it was, and its rows of the log. */
export type UndoOffer = { what: string; log: number[] };

const SECONDS = 60;
/** Code points; what is longer would not fit a cookie beside the others. */
const MESSAGE_MAX = 200;
const KINDS: readonly string[] = ["success", "error", "info"] satisfies Flash["kind"][];

/** Named in `hasOwnCookie`, so that a page with a message in it is never anybody else's. */
const cookie = ownCookie("flash");

/** `Set-Cookie` that shows a message on the next page. */
export function setFlash({ kind, message, undo }: Flash): string {
  const short = [...message].slice(0, MESSAGE_MAX).join("");
  const value = undo ? [kind, short, undo.what, stepsOf(undo.log)] : [kind, short];
  return cookie.set(Buffer.from(JSON.stringify(value)).toString("base64url"), SECONDS);
}

/** Numbers of rows of the log as the first and the steps between them, so that hundreds fit a cookie. */
function stepsOf(log: readonly number[]): number[] {
  const sorted = [...log].sort((a, b) => a - b);
  return sorted.map((id, at) => id - (sorted[at - 1] ?? 0));
}

/** Offer that `setFlash` kept; undefined where there was none, or it was not written by us. */
function undoOf(what: unknown, steps: unknown): UndoOffer | undefined {
  if (typeof what !== "string" || !Array.isArray(steps) || !steps.every(Number.isSafeInteger)) return undefined;
  let id = 0;
  return { what, log: steps.map((step: number) => (id += step)) };
}

/** `Set-Cookie` once the message was shown. */
export const clearFlash = (): string => cookie.clear();

/**
 * The message for this page; null when there is none, or what is there was not written by us. What is fetched ahead while
 * a form is answered gets none, and leaves it for the page that the answer leads to.
 */
export function flashOf(request: Request): Flash | null {
  const value = isVisit(request) ? cookie.read(request) : null;
  if (!value) return null;
  try {
    const [kind, message, what, steps] = JSON.parse(Buffer.from(value, "base64url").toString("utf8")) as unknown[];
    if (typeof message !== "string" || !KINDS.includes(kind as string)) return null;
    const undo = undoOf(what, steps);
    return {
      kind: kind as Flash["kind"],
      message: [...message].slice(0, MESSAGE_MAX).join(""),
      ...(undo && { undo }),
    };
  } catch {
    return null;
  }
}
