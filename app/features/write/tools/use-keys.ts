import { useEffect } from "react";
import { isComposing } from "#app/components/ui/is-composing";
import { applyEdit, selectedIn } from "#app/features/write/text/apply-edit";
import { commandOf, continueBlock } from "#app/features/write/text/commands";

/** Binds the keys of the text: command shortcuts, Enter in lists, Ctrl+Enter to submit. */
export function useKeys(textarea: HTMLTextAreaElement): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || event.defaultPrevented) return;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        textarea.form?.requestSubmit(textarea.form.querySelector<HTMLButtonElement>("button[value=publish]"));
        return;
      }
      const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
      const selected = selectedIn(textarea);
      const edit = event.key === "Enter" && plain ? continueBlock(selected) : commandOf(event)?.edit(selected);
      if (!edit) return;
      event.preventDefault();
      applyEdit(textarea, edit);
    };
    textarea.addEventListener("keydown", onKeyDown);
    return () => textarea.removeEventListener("keydown", onKeyDown);
  }, [textarea]);
}
