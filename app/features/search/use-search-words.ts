import { type RefObject, useEffect, useRef } from "react";

type SearchWords = { field: RefObject<HTMLInputElement>; onSubmit: () => void };

/**
 * Keeps a field for searches true to the words whose results the page shows, but for what is typed while they are on
 * their way. A search that is there takes the focus, and with it a phone's keyboard, from its field.
 * @param words those of the page, empty where it shows none
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
