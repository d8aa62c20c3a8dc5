import { isVisit } from "#app/server/request/visit.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { ownCookie } from "./own-cookie.server";

/** Outcome of the last action, shown on the next page. */
export type Flash = {
  kind: "success" | "error" | "info";
  message: string;
  undo?: UndoOffer | undefined;
  /** Link to follow from the message, within this site. */
  link?: FlashLink | undefined;
};

/** Label and target of a link. */
export type FlashLink = { label: string; to: string };

/** Offer to undo the last action for a moment: its description and its audit log entries. */
export type UndoOffer = { what: string; log: number[] };

const SECONDS = 60;
/** Maximum length in code points; longer messages would not fit into a cookie beside the others. */
const MESSAGE_MAX = 200;
const KINDS: readonly string[] = ["success", "error", "info"] satisfies Flash["kind"][];

const cookie = ownCookie("flash");

/** `Set-Cookie` that shows a message on the next page. */
export function setFlash({ kind, message, undo, link }: Flash): string {
  const short = [...message].slice(0, MESSAGE_MAX).join("");
  const more = undo || link ? [undo?.what, undo && stepsOf(undo.log), link?.label, link?.to] : [];
  const value = [kind, short, ...more];
  return cookie.set(Buffer.from(JSON.stringify(value)).toString("base64url"), SECONDS);
}

/** Audit log ids as the first and the differences, so that hundreds fit into a cookie. */
function stepsOf(log: readonly number[]): number[] {
  const sorted = [...log].sort((a, b) => a - b);
  return sorted.map((id, at) => id - (sorted[at - 1] ?? 0));
}

/** The undo offer from the cookie; undefined if there is none, or we did not write it. */
function undoOf(what: unknown, steps: unknown): UndoOffer | undefined {
  if (typeof what !== "string" || !Array.isArray(steps) || !steps.every(Number.isSafeInteger)) return undefined;
  let id = 0;
  return { what, log: steps.map((step: number) => (id += step)) };
}

/** The link from the cookie; undefined if there is none, or it leads off this site. */
function linkOf(label: unknown, to: unknown): FlashLink | undefined {
  if (typeof label !== "string" || typeof to !== "string" || safePath(to, "") === "") return undefined;
  return { label: [...label].slice(0, MESSAGE_MAX).join(""), to };
}

/** `Set-Cookie` that removes the message once it was shown. */
export const clearFlash = (): string => cookie.clear();

/**
 * The message for this page; null if there is none, or the cookie was not written by us. Prefetches get none, so the
 * message stays for the page that follows the form.
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
