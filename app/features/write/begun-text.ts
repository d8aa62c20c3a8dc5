import { useEffect, useState } from "react";
import { useTypedText } from "#app/forms/typed-text";

/**
 * Initial value of an editor's textarea, like `useTypedText`. After hydration it is the server's value: what was typed
 * before stays in the field and, as drafts require, counts as a change.
 */
export function useBegunText(id: string, value: string): string {
  const typed = useTypedText(id, value);
  const [fromServer] = useState(value);
  const [text, setText] = useState(typed);
  useEffect(() => setText(fromServer), [fromServer]);
  return text;
}
