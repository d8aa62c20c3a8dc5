import { useLocation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { FlashMessage } from "#app/components/ui/flash-message";
import { useRoot } from "#app/hooks/root";
import type { UndoOffer } from "#app/server/flash.server";

type Props = {
  /** Button by which the action is taken back, where that is offered. */
  undo?: (offer: UndoOffer) => ReactNode;
};

/** Outcome of the action that led here; stays while one is here, also when the page's data are asked for anew. */
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
