import { useLocation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { FlashMessage } from "#app/components/ui/flash-message";
import { useRoot } from "#app/hooks/root";
import type { UndoOffer } from "#app/server/cookies/flash.server";

type Props = {
  /** Button that undoes the action, if offered. */
  undo?: (offer: UndoOffer) => ReactNode;
};

/** Outcome of the action that led here; stays while the page is shown, even if its data is reloaded. */
export function Flash({ undo }: Props) {
  const flash = useRoot()?.flash;
  const { key } = useLocation();
  const [kept, keep] = useState({ key, flash });
  if (flash && flash !== kept.flash) keep({ key, flash });
  const shown = flash ?? (kept.key === key ? kept.flash : null);
  return shown ? (
    <div className="frame__flash">
      <FlashMessage kind={shown.kind} message={shown.message} action={shown.link}>
        {shown.undo ? undo?.(shown.undo) : null}
      </FlashMessage>
    </div>
  ) : null;
}
