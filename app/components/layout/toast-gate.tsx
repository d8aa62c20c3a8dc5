import { Suspense, useSyncExternalStore } from "react";
import { lazyPart } from "#app/components/ui/lazy-part";
import { hadToasts, subscribeToasts } from "#app/components/ui/toast";

const Toasts = lazyPart(() => import("./toasts").then((module) => ({ default: module.Toasts })));

/** Place where toasts appear; most pages never have one to show. */
export function ToastGate() {
  const needed = useSyncExternalStore(subscribeToasts, hadToasts, () => false);
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
