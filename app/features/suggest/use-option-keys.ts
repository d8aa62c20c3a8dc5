import { useEffect, useRef, useState } from "react";
import { isComposing } from "#app/components/ui/is-composing";
import { stepOption } from "#app/components/ui/step-option";

type Options<One> = {
  /** Id of the list; its options have the ids `${id}-0` and so on. */
  id: string;
  options: readonly One[];
  onChoose: (option: One) => void;
  onClose: () => void;
};

/**
 * Lets a field's keys move through a list of options below it, which never gets the focus.
 * @returns the current index, or -1
 */
export function useOptionKeys<One>(field: HTMLInputElement, { id, options, onChoose, onClose }: Options<One>): number {
  const [marked, setMarked] = useState({ options, at: -1 });
  const current = marked.options === options ? marked.at : -1;
  const latest = useRef({ options, current, onChoose, onClose });
  latest.current = { options, current, onChoose, onClose };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const now = latest.current;
      if (now.options.length === 0 || isComposing(event)) return;
      const next = stepOption(event.key, now.current, now.options.length);
      const chosen = now.options[now.current];
      if (next !== undefined) setMarked({ options: now.options, at: next });
      else if (event.key === "Enter" && chosen) now.onChoose(chosen);
      else if (event.key === "Escape") now.onClose();
      else return;
      event.preventDefault();
    };
    field.addEventListener("keydown", onKeyDown);
    return () => field.removeEventListener("keydown", onKeyDown);
  }, [field]);

  const open = options.length > 0;
  useEffect(() => {
    field.setAttribute("aria-autocomplete", "list");
    if (open) field.setAttribute("aria-controls", id);
    else field.removeAttribute("aria-controls");
    if (current >= 0) field.setAttribute("aria-activedescendant", `${id}-${current}`);
    else field.removeAttribute("aria-activedescendant");
  }, [id, field, open, current]);
  return current;
}
