import { Suspense, useSyncExternalStore } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import { hadToasts, subscribeToasts } from "#app/components/ui/toast";

const Toasts = lazyPart(() => import("./toasts").then((module) => ({ default: module.Toasts })));

/** Loads the toasts' component once there is one; most pages never need it. */
export function ToastGate() {
  const needed = useSyncExternalStore(subscribeToasts, hadToasts, hadToasts);
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
