import { useEffect, useState } from "react";
import { isComposing } from "#app/components/ui/is-composing";
import { handleReaderKey } from "./handle-reader-key";
import { KeyHelp } from "./key-help";

const KEYS = ["/", "j", "k", "?"];
/** Elements with their own key handling, such as fields. */
const ELSEWHERE = "input,textarea,select,[contenteditable],dialog[open],[popover]";

/**
 * Keyboard shortcuts for readers on every page. They can be switched off in the appearance menu, which users of speech
 * input need (WCAG 2.1.4).
 */
export function ReaderKeys() {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!KEYS.includes(key) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isComposing(event) || document.documentElement.dataset.keys === "off") return;
      if (target instanceof Element && target.closest(ELSEWHERE)) return;
      // Firefox would start its own search on a slash.
      event.preventDefault();
      if (key === "?") setAsked(true);
      else handleReaderKey(key);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return asked ? <KeyHelp open onClose={() => setAsked(false)} /> : null;
}
