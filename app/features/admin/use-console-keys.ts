import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isComposing } from "#app/components/ui/is-composing";

const ROW = "[data-queue-row]";

/**
 * Keys of the console: what says `data-key` is pressed, gone to or brought into focus by that key (several stand apart), a
 * row that one is at leads where its `data-way-…` of that key says; `j` and `k` go through the rows, where there are any,
 * `x` marks the row that one is at, Escape leaves a field. Nothing is decided while another page is on its way, which may be
 * meant, and a decision that is on its way is not left. Without scripts all of it is done by Tab and Enter.
 */
export function useConsoleKeys(): void {
  const { state, formMethod } = useNavigation();
  const under = useRef<Under>(null);
  under.current = state === "idle" ? null : formMethod === "POST" ? "decision" : "page";
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) {
        // The way out of a field, for who has no other key left.
        if (event.key === "Escape") event.target.blur();
        return;
      }
      // A key that is held goes through the rows, and decides once: what comes next nobody has read.
      if (event.repeat && event.key !== "j" && event.key !== "k") return;
      if (act(event.key, under.current)) event.preventDefault();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

function isTyping(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("textarea, select, input:not([type=checkbox])");
}

/** Load under way: of a page that one goes to, or of what was decided and the page after it. */
type Under = "decision" | "page" | null;

/** Does what a key means here. @returns whether it means anything */
function act(key: string, under: Under): boolean {
  if ((key === "j" || key === "k") && moveBy(key === "j" ? 1 : -1)) return true;
  const row = document.activeElement?.closest<HTMLElement>(ROW) ?? null;
  if (key === "x" && row) {
    boxOf(row)?.click();
    return true;
  }
  if (under === "decision") return false;
  const way = /^[a-z]$/.test(key) ? row?.getAttribute(`data-way-${key}`) : null;
  if (way) {
    // As a link that is not of this program: the part of the page that an address names is where Tab goes on.
    location.assign(way);
    return true;
  }
  const target = document.querySelector<HTMLElement>(`[data-key~="${CSS.escape(key)}"]`);
  if (!target || (under === "page" && !target.matches("a"))) return false;
  // Where nothing is marked, the row that one is at is meant.
  const decides = key === "a" || key === "h";
  if (decides && row && !document.querySelector(`${ROW} input:checked`)) boxOf(row)?.click();
  if (target.matches("a, button, summary")) target.click();
  else target.focus();
  return true;
}

const boxOf = (row: HTMLElement) => row.querySelector<HTMLInputElement>("input[type=checkbox]");

function moveBy(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  if (rows.length === 0) return false;
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
  next?.querySelector("a")?.focus();
  return true;
}
