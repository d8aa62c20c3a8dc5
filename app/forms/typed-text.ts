import { useState } from "react";

/**
 * Initial text of a field, for `defaultValue`: what was typed before hydration takes precedence over the server's
 * value, to which React would otherwise reset a textarea. The field needs `suppressHydrationWarning`.
 */
export function useTypedText(id: string, fromServer: string): string {
  const [text] = useState(() => {
    if (import.meta.env.SSR) return fromServer;
    const field = document.getElementById(id);
    return field instanceof HTMLTextAreaElement ? field.value : fromServer;
  });
  return text;
}
