import type { ReactNode } from "react";

type Props = { className?: string; children: ReactNode };

/**
 * Stops clicks inside from reaching listeners around it, such as a clickable card. The browser's default actions
 * (following links, submitting forms) still happen.
 */
export function ClickStop({ className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops propagation, also of clicks by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key that activates a link or button causes a click
    <span className={className} onClick={(event) => event.stopPropagation()}>
      {children}
    </span>
  );
}
