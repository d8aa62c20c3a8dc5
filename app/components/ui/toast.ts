/** A passing message: what became of something that was done without leaving the page. */
export type Toast = { id: number; kind: "success" | "error" | "info"; message: string };

/** Milliseconds. */
const DURATION = 3000;
/** More would cover the page; the oldest goes first. */
const SHOWN_MAX = 3;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message for three seconds. In a browser only. */
export function toast(message: string, kind: Toast["kind"] = "error"): void {
  last += 1;
  const one = { id: last, kind, message };
  change([...toasts, one].slice(-SHOWN_MAX));
  setTimeout(() => closeToast(one.id), DURATION);
}

/** Takes a toast away; one that has gone already stays gone. */
export function closeToast(id: number): void {
  change(toasts.filter((one) => one.id !== id));
}

/** For `useSyncExternalStore`. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** Toasts that are shown now, the oldest first. */
export const currentToasts = (): readonly Toast[] => toasts;
/** Whether there has been one at all, and so something to show them is needed. */
export const hadToasts = (): boolean => last > 0;
