import { type ComponentType, useEffect, useState } from "react";
import { createPortal } from "react-dom";

type Shown = { Suggestions: ComponentType<{ field: HTMLInputElement }>; field: HTMLInputElement };

/**
 * Suggestions for the header's search field, loaded when it gets the focus; a plain field until then, and if that
 * fails.
 */
export function HeaderSuggestions() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const begin = (element: EventTarget | null) => {
      if (!(element instanceof HTMLInputElement && element.matches(".search-box__input"))) return;
      import("./suggestions")
        .then(({ default: Suggestions }) => setShown({ Suggestions, field: element }))
        .catch(() => {});
    };
    const onFocus = ({ target }: FocusEvent) => begin(target);
    begin(document.activeElement);
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  // The header has its own form, which contains the list below the field.
  return shown?.field.form ? createPortal(<shown.Suggestions field={shown.field} />, shown.field.form) : null;
}
