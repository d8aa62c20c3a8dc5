import { replaceText } from "#app/features/write/text/apply-edit";
import { changed, type TextChange } from "#app/features/write/text/text-edit";

/** Finds what has to change in a text because of an upload that has ended, in the order of the text. */
type Find = (text: string) => TextChange[];

/**
 * Creates what replaces the placeholders of ended uploads. Only what is typed into a focused field can be undone by the
 * browser, so placeholders stay in the field while its author writes into another one, composes a word, or goes through
 * what can be undone, which brings them back; the form never sends them.
 */
export function createSettledMarks(textarea: HTMLTextAreaElement) {
  const finds: Find[] = [];
  let composing = false;
  const replace = () => {
    if (!textarea.value.includes("(upload:")) return;
    const { activeElement: before } = document;
    if (composing || (before !== textarea && before?.matches("input, textarea, select"))) return;
    const changes = (find: Find) => find(textarea.value).reverse();
    if (finds.every((find) => changes(find).length === 0)) return;
    textarea.focus({ preventScroll: true });
    // It can't have the focus while a preview is shown instead.
    const focused = document.activeElement === textarea;
    if (focused) for (const find of finds) for (const change of changes(find)) replaceText(textarea, change);
    if (focused && before !== textarea) {
      if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
      else textarea.blur();
    }
  };
  // Not at once: a command or a paste may be about to change a range of the text as it is.
  const replaceSoon = () => queueMicrotask(replace);
  const onFormData = ({ formData }: FormDataEvent) => {
    const text = finds.reduce((all, find) => find(all).reduceRight(changed, all), textarea.value);
    formData.set(textarea.name, text);
  };
  return {
    /** Replaces the placeholders of an upload that has ended. @returns how many there are now */
    settle(find: Find): number {
      const { length } = find(textarea.value);
      finds.push(find);
      replace();
      // Otherwise nobody is told that the text that the form sends has changed.
      if (find(textarea.value).length > 0) textarea.dispatchEvent(new Event("input", { bubbles: true }));
      return length;
    },
    /** Waits for the moments in which placeholders can be replaced. @returns a function that stops it */
    watch(): () => void {
      const ended = new AbortController();
      const { signal } = ended;
      const onInput = (event: Event) => {
        if (!(event instanceof InputEvent && event.inputType.startsWith("history"))) replaceSoon();
      };
      const onComposition = ({ type }: Event) => {
        composing = type !== "compositionend";
        // The browser has not finished yet.
        if (!composing) setTimeout(replace);
      };
      textarea.addEventListener("input", onInput, { signal });
      textarea.addEventListener("focus", replaceSoon, { signal });
      textarea.addEventListener("compositionstart", onComposition, { signal });
      textarea.addEventListener("compositionend", onComposition, { signal });
      // It stays, because the draft is sent once more after the tools are gone.
      textarea.form?.addEventListener("formdata", onFormData);
      return () => ended.abort();
    },
  };
}
