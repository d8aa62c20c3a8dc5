import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { IconButton } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { closeToast, currentToasts, subscribeToasts, type Toast } from "#app/components/ui/toast";

const NONE: readonly Toast[] = [];
const ICONS: Record<Toast["kind"], string> = { success: "check-circle", error: "warning", info: "info" };

/** Shows toasts and announces them, above everything including open dialogs. */
export function Toasts() {
  const [ready, setReady] = useState(false);
  const current = useSyncExternalStore(subscribeToasts, currentToasts, () => NONE);
  const toasts = ready ? current : NONE;
  const element = useRef<HTMLDivElement>(null);
  // Screen readers only announce changes in a region that already exists.
  useEffect(() => setReady(true), []);
  useEffect(() => {
    const box = element.current;
    if (!box?.showPopover) return;
    // Reopened for each toast, so that it is above a dialog opened meanwhile.
    if (box.matches(":popover-open")) box.hidePopover();
    if (toasts.length > 0) box.showPopover();
  }, [toasts]);
  return (
    <div ref={element} className="toasts" role="status" aria-live="polite" {...{ popover: "manual" }}>
      {toasts.map(({ id, kind, message }) => (
        <p key={id} className={`toast toast--${kind}`}>
          <Icon name={ICONS[kind]} />
          <span>{message}</span>
          <IconButton icon="close" label="关闭提示" className="toast__close" onClick={() => closeToast(id)} />
        </p>
      ))}
    </div>
  );
}
