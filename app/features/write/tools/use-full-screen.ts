import { useEffect, useState } from "react";
import { isComposing } from "#app/components/ui/is-composing";

/**
 * An editor over the whole window: its title, its text and the way to publish. The page behind can't be reached
 * meanwhile; Escape leads back. By the style sheet, not by the browser's full screen, which phones don't have.
 */
export function useFullScreen(form: HTMLFormElement) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    if (!full) return;
    form.toggleAttribute("data-full", true);
    const behind = outside(form).filter((element) => !element.inert);
    for (const element of behind) element.inert = true;
    const onKeyDown = (event: KeyboardEvent) => {
      // A menu that closes by this key says so.
      if (event.key === "Escape" && !event.defaultPrevented && !isComposing(event)) setFull(false);
    };
    addEventListener("keydown", onKeyDown);
    return () => {
      form.removeAttribute("data-full");
      for (const element of behind) element.inert = false;
      removeEventListener("keydown", onKeyDown);
    };
  }, [form, full]);
  return { full, setFull };
}

/** Elements that are neither within one nor around it; messages are still read out. */
function outside(element: Element): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at: Element | null = element; at?.parentElement && at !== document.body; at = at.parentElement) {
    for (const sibling of at.parentElement.children) {
      if (sibling !== at && sibling instanceof HTMLElement && !sibling.matches(".toasts, script, style, link"))
        found.push(sibling);
    }
  }
  return found;
}
