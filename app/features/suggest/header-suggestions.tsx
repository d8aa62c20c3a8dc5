import { type ComponentType, useEffect, useState } from "react";
import { createPortal } from "react-dom";

type Shown = { Suggestions: ComponentType<{ field: HTMLInputElement }>; field: HTMLInputElement };

/** Suggestions under the field of the header, fetched once somebody is in it; a plain field until then, and where that fails. */
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
  // The header has a form of its own, in which the list stands under its field.
  return shown?.field.form ? createPortal(<shown.Suggestions field={shown.field} />, shown.field.form) : null;
}
