import { type RefObject, useEffect, useRef } from "react";

type SearchWords = { field: RefObject<HTMLInputElement>; onSubmit: () => void };

/**
 * Keeps a search field in sync with the page's query, except while a new query is being typed. A finished search takes
 * the focus, and with it a phone's on-screen keyboard, from its field.
 * @param words the page's query, empty if it has none
 */
export function useSearchWords(words: string): SearchWords {
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(words);
  const sent = useRef<string>();
  useEffect(() => {
    const { current } = field;
    if (!current || shown.current === words) return;
    if (sent.current === undefined || sent.current === current.value) {
      current.value = words;
      if (sent.current !== undefined) current.blur();
    }
    shown.current = words;
    sent.current = undefined;
  }, [words]);
  const onSubmit = () => {
    sent.current = field.current?.value;
  };
  return { field, onSubmit };
}
