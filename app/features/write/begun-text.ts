import { useEffect, useState } from "react";
import { useTypedText } from "#app/components/ui/typed-text";

/**
 * The text that a textarea of an editor begins with, as `useTypedText`. Once the page is taken over it is the server's:
 * what was typed before stays in the field, and is told from what the server wrote, as a draft has to be.
 */
export function useBegunText(id: string, value: string): string {
  const typed = useTypedText(id, value);
  const [fromServer] = useState(value);
  const [text, setText] = useState(typed);
  useEffect(() => setText(fromServer), [fromServer]);
  return text;
}
