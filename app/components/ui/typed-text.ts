import { useState } from "react";

/**
 * The text that a field begins with, for `defaultValue`: what was typed before the scripts were there counts more than
 * what the server wrote. Otherwise React would put a textarea back to the server's text when it takes the page over.
 * The field needs `suppressHydrationWarning`.
 */
export function useTypedText(id: string, fromServer: string): string {
  const [text] = useState(() => {
    if (import.meta.env.SSR) return fromServer;
    const field = document.getElementById(id);
    return field instanceof HTMLTextAreaElement ? field.value : fromServer;
  });
  return text;
}
