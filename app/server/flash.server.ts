import { ownCookie } from "./own-cookie.server";
import { safePath } from "./safe-path.server";
import { isVisit } from "./visit.server";

/** Outcome of the last action, for the page that follows it. */
export type Flash = {
  kind: "success" | "error" | "info";
  message: string;
  undo?: UndoOffer | undefined;
  /** Page of this site where one may go on from it. */
  link?: FlashLink | undefined;
};

/** Words of a link, and where it leads. */
export type FlashLink = { label: string; to: string };

/** By which the last action can be taken back for a moment: what it was, and its rows of the log. */
export type UndoOffer = { what: string; log: number[] };

const SECONDS = 60;
/** Code points; what is longer would not fit a cookie beside the others. */
const MESSAGE_MAX = 200;
const KINDS: readonly string[] = ["success", "error", "info"] satisfies Flash["kind"][];

/** Named in `hasOwnCookie`, so that a page with a message in it is never anybody else's. */
const cookie = ownCookie("flash");

/** `Set-Cookie` that shows a message on the next page. */
export function setFlash({ kind, message, undo, link }: Flash): string {
  const short = [...message].slice(0, MESSAGE_MAX).join("");
  const more = undo || link ? [undo?.what, undo && stepsOf(undo.log), link?.label, link?.to] : [];
  const value = [kind, short, ...more];
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

/** Link that `setFlash` kept; undefined where there was none, or it leads away from here. */
function linkOf(label: unknown, to: unknown): FlashLink | undefined {
  if (typeof label !== "string" || typeof to !== "string" || safePath(to, "") === "") return undefined;
  return { label: [...label].slice(0, MESSAGE_MAX).join(""), to };
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
    const [kind, message, what, steps, label, to] = JSON.parse(
      Buffer.from(value, "base64url").toString("utf8"),
    ) as unknown[];
    if (typeof message !== "string" || !KINDS.includes(kind as string)) return null;
    const undo = undoOf(what, steps);
    const link = linkOf(label, to);
    return {
      kind: kind as Flash["kind"],
      message: [...message].slice(0, MESSAGE_MAX).join(""),
      ...(undo && { undo }),
      ...(link && { link }),
    };
  } catch {
    return null;
  }
}
