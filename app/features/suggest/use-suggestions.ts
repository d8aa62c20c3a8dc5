import { useEffect, useRef, useState } from "react";
import { findSuggestions, isOfZhiku, recentLines, type SuggestedLine } from "./find-suggestions";
import { rememberSearch } from "./recent-searches";

/** Milliseconds without typing before suggestions are requested. */
const REST = 150;

/** Updates the suggestions below a search field while typing. @returns them, and a function to close them */
export function useSuggestions(field: HTMLInputElement) {
  const [lines, setLines] = useState<readonly SuggestedLine[]>([]);
  const closing = useRef(() => {});
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    const find = async () => {
      asked.abort();
      if (field.value.trim() === "") return setLines(recentLines(field));
      asked = new AbortController();
      const { signal } = asked;
      try {
        const found = await findSuggestions(field, signal);
        if (!signal.aborted && document.activeElement === field) setLines(found);
      } catch {
        if (!signal.aborted) setLines([]);
      }
    };
    const onInput = (event: Event) => {
      clearTimeout(timer);
      if (!(event instanceof InputEvent && event.isComposing)) timer = setTimeout(find, REST);
    };
    const onFocus = () => {
      if (field.value.trim() === "") setLines(recentLines(field));
    };
    const close = () => {
      clearTimeout(timer);
      asked.abort();
      setLines([]);
    };
    closing.current = close;
    const onSubmit = () => {
      if (!isOfZhiku(field)) rememberSearch(field.value);
      close();
    };
    const { form } = field;
    // The list is in the form, too: its button can be reached by Tab.
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && form?.contains(relatedTarget))) close();
    };
    // Includes what was typed while this code was loading.
    if (document.activeElement === field) find();
    field.addEventListener("input", onInput);
    field.addEventListener("compositionend", onInput);
    field.addEventListener("focus", onFocus);
    form?.addEventListener("focusout", onLeave);
    form?.addEventListener("submit", onSubmit);
    return () => {
      close();
      field.removeEventListener("input", onInput);
      field.removeEventListener("compositionend", onInput);
      field.removeEventListener("focus", onFocus);
      form?.removeEventListener("focusout", onLeave);
      form?.removeEventListener("submit", onSubmit);
    };
  }, [field]);
  return { lines, close: () => closing.current() };
}
