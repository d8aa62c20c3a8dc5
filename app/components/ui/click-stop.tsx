import type { ReactNode } from "react";

type Props = { className?: string; children: ReactNode };

/**
 * Stops clicks inside from reaching listeners around it, such as a clickable card. The browser's default actions
 * (following links, submitting forms) still happen.
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
