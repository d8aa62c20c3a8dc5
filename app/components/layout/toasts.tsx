import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { IconButton } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { closeToast, currentToasts, subscribeToasts, type Toast } from "#app/components/ui/toast";

/** Milliseconds that a toast is shown. */
const DURATION = 3000;
const ICONS: Record<Toast["kind"], string> = { success: "check-circle", error: "warning", info: "info" };

/** Shows toasts and announces them, above everything including open dialogs. */
export function Toasts() {
  const [ready, setReady] = useState(false);
  const current = useSyncExternalStore(subscribeToasts, currentToasts, currentToasts);
  const toasts = ready ? current : [];
  const element = useRef<HTMLDivElement>(null);
  // Screen readers only announce changes in a region that already exists.
  useEffect(() => setReady(true), []);
  useEffect(() => {
    // Reopened for each toast, so that it is above a dialog opened meanwhile; older browsers show it without a popover.
    element.current?.hidePopover?.();
    if (toasts.length > 0) element.current?.showPopover?.();
  }, [toasts]);
  return (
    <div ref={element} className="toasts" role="status" aria-live="polite" {...{ popover: "manual" }}>
      {toasts.map((toast) => (
        <ToastLine key={toast.id} {...toast} />
      ))}
    </div>
  );
}

/** One toast. Its time begins when it is shown: on a slow network this file may load later than a toast lasts. */
function ToastLine({ id, kind, message }: Toast) {
  useEffect(() => void setTimeout(closeToast, DURATION, id), [id]);
  return (
    <p className={`toast toast--${kind}`}>
      <Icon name={ICONS[kind]} />
      <span>{message}</span>
      <IconButton icon="close" label="关闭提示" className="toast__close" onClick={() => closeToast(id)} />
    </p>
  );
}
