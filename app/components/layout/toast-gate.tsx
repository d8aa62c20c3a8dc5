import { lazy, Suspense, useSyncExternalStore } from "react";
import { hadToasts, subscribeToasts } from "#app/components/ui/toast";

const Toasts = lazy(() => import("./toasts").then((module) => ({ default: module.Toasts })));

/** Place where toasts appear; most pages never have one to show. */
export function ToastGate() {
  const needed = useSyncExternalStore(subscribeToasts, hadToasts, () => false);
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
