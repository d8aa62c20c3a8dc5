import { useEffect, useState } from "react";
import { isComposing } from "#app/components/ui/is-composing";

/**
 * Full-window mode of an editor: its title, text and publish button. The page behind is inert; Escape leaves. Done by
 * the style sheet instead of the Fullscreen API, which phones lack.
 */
export function useFullScreen(form: HTMLFormElement) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    if (!full) return;
    form.toggleAttribute("data-full", true);
    const behind = outside(form).filter((element) => !element.inert);
    for (const element of behind) element.inert = true;
    const onKeyDown = (event: KeyboardEvent) => {
      // A menu that closes on this key prevents its default.
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

/** Elements that neither contain the given one nor are inside it; live regions stay accessible. */
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
