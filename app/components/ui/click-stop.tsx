import type { ReactNode } from "react";

type Props = { className?: string; children: ReactNode };

/**
 * Keeps clicks on what is inside from whatever listens around it: a button in a card that is clickable as a whole.
 * What the browser itself does (follow a link, submit a form) goes on.
 */
export function ClickStop({ className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it does nothing by itself, a key's click is stopped as well
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key that follows a link or presses a button makes a click
    <span className={className} onClick={(event) => event.stopPropagation()}>
      {children}
    </span>
  );
}
