import { useEffect, useState } from "react";
import { isComposing } from "#app/components/ui/is-composing";
import { answerKey } from "./answer-key";
import { KeyHelp } from "./key-help";

const KEYS = ["/", "j", "k", "?"];
/** Elements in which keys are typed, or mean something else. */
const ELSEWHERE = "input,textarea,select,[contenteditable],dialog[open],[popover]";

/**
 * The keys that readers have everywhere. They can be switched off beside the theme, as whoever speaks to the machine
 * must be able to (WCAG 2.1.4).
 */
export function ReaderKeys() {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!KEYS.includes(key) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isComposing(event) || document.documentElement.dataset.keys === "off") return;
      if (target instanceof Element && target.closest(ELSEWHERE)) return;
      // Firefox would search the page for what follows a slash.
      event.preventDefault();
      if (key === "?") setAsked(true);
      else answerKey(key);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return asked ? <KeyHelp open onClose={() => setAsked(false)} /> : null;
}
