import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Text of a field, for `defaultValue`: what was typed before hydration while React hydrates it, which would reset a
 * textarea to the server's text; then the server's text, so that the typed one counts as a change. The field needs
 * `suppressHydrationWarning`.
 */
export const useTypedText = (id: string, fromServer: string): string =>
  useSyncExternalStore(
    never,
    () => fromServer,
    () => {
      if (import.meta.env.SSR) return fromServer;
      return (document.getElementById(id) as HTMLTextAreaElement | null)?.value ?? fromServer;
    },
  );
