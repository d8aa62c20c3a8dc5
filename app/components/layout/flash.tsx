import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { FlashMessage } from "#app/components/ui/flash-message";
import { useRoot } from "#app/hooks/root";
import type { UndoOffer } from "#app/server/cookies/flash.server";

type Props = {
  /** Button that undoes the action, if offered. */
  undo?: (offer: UndoOffer) => ReactNode;
};

/**
 * Outcome of the action that led here; stays while the page is shown, even if its data is reloaded. A reload of the page
 * before, for a background form, may get the message first, because whoever asks first removes the cookie.
 */
export function Flash({ undo }: Props) {
  const flash = useRoot()?.flash;
  const { key } = useLocation();
  // No page while the next one loads: then it is not known yet which one it belongs to.
  const page = useNavigation().location ? null : key;
  const [[keptFor, kept], keep] = useState([page, flash] as const);
  // On the way back to it, it would be told again.
  const latest = flash ?? (page && keptFor && page !== keptFor ? null : kept);
  if (latest !== kept || (page && !keptFor)) keep([page, latest]);
  const shown = (keptFor ?? key) === key ? latest : flash;
  return shown ? (
    <div key={key} ref={takeLostFocus} className="frame__flash" tabIndex={-1}>
      <FlashMessage kind={shown.kind} message={shown.message} action={shown.link}>
        {shown.undo && undo?.(shown.undo)}
      </FlashMessage>
    </div>
  ) : null;
}

/** Focuses a new message if the button that was pressed is gone. `placeLostFocus` is not loaded by every reader. */
function takeLostFocus(message: HTMLElement | null): void {
  if (document.activeElement === document.body) message?.focus({ preventScroll: true });
}
