import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { isComposing } from "#app/components/ui/is-composing";

/** Milliseconds after which a followed link or sent form that has not started to load a page counts as leading nowhere. */
const GIVEN_UP_AFTER = 1_000;
const ROW = "[data-queue-row]";

/**
 * Keyboard shortcuts of the console. A key clicks, follows or focuses the element with that `data-key` (several keys
 * separated by spaces); on a row, it follows the row's `data-way-…` link of that key. `j` and `k` move between rows,
 * `x` selects the current row, Escape leaves a field. Decisions are ignored while another page is loading, since they
 * may be meant for it, and navigation is ignored while a decision is being sent. Without scripts, Tab and Enter do all
 * of it.
 */
export function useConsoleKeys(): void {
  const { state, formMethod } = useNavigation();
  const { key: page } = useLocation();
  const loading = useRef<Loading>(null);
  loading.current = state === "idle" ? null : formMethod === "POST" ? "decision" : "page";
  /** Load that a key has begun and React does not report yet. */
  const begun = useRef<Loading>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: either change shows that the page is loading or loaded
  useEffect(() => {
    begun.current = null;
  }, [state, page]);
  useEffect(() => {
    let giveUp: ReturnType<typeof setTimeout> | undefined;
    const pressed = (event: KeyboardEvent) => {
      if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) {
        // Leaves a field, where all other keys are text.
        if (event.key === "Escape") event.target.blur();
        return;
      }
      // Holding a key moves through rows, but decides only once, as nobody has read the next item yet.
      if (event.repeat && event.key !== "j" && event.key !== "k") return;
      const acted = act(event.key, loading.current ?? begun.current);
      if (acted) event.preventDefault();
      if (typeof acted === "boolean") return;
      begun.current = acted;
      // The timer of an earlier link would end the wait for this one.
      clearTimeout(giveUp);
      giveUp = setTimeout(() => {
        begun.current = null;
      }, GIVEN_UP_AFTER);
    };
    document.addEventListener("keydown", pressed);
    return () => {
      clearTimeout(giveUp);
      document.removeEventListener("keydown", pressed);
    };
  }, []);
}

function isTyping(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("textarea, select, input:not([type=checkbox])");
}

/** Kind of load in progress: another page, or a decision with the page after it. */
type Loading = "decision" | "page" | null;

/** Handles a key. @returns what it begins to load, or whether it has a meaning here */
function act(key: string, loading: Loading): boolean | "decision" | "page" {
  if ((key === "j" || key === "k") && moveBy(key === "j" ? 1 : -1)) return true;
  const row = document.activeElement?.closest<HTMLElement>(ROW) ?? null;
  if (key === "x" && row) {
    boxOf(row)?.click();
    return true;
  }
  if (loading === "decision") return false;
  const way = /^[a-z]$/.test(key) ? row?.getAttribute(`data-way-${key}`) : null;
  if (way) {
    // A normal navigation rather than a client-side one, so that Tab continues at the URL's fragment.
    location.assign(way);
    return true;
  }
  const target = document.querySelector<HTMLElement>(`[data-key~="${CSS.escape(key)}"]`);
  if (!target || (loading === "page" && !target.matches("a"))) return false;
  // Without a selection, the current row is decided on.
  const decides = key === "a" || key === "h";
  if (decides && row && !document.querySelector(`${ROW} input:checked`)) boxOf(row)?.click();
  if (target.matches("a, button, summary")) target.click();
  else target.focus();
  if (target.matches("a")) return "page";
  return target instanceof HTMLButtonElement && target.type === "submit" && target.form?.method === "post"
    ? "decision"
    : true;
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
