/** A temporary message about something that was done without leaving the page. */
export type Toast = { id: number; kind: "success" | "error" | "info"; message: string };

/** Maximum number shown; the oldest is removed first. On narrow screens more would cover the foot of a form. */
const shownMax = (): number => (matchMedia("(max-width: 767.9px)").matches ? 1 : 3);

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message for three seconds, as soon as the component that shows it has loaded. In browsers only. */
export function toast(message: string, kind: Toast["kind"] = "error"): void {
  last += 1;
  change([...toasts, { id: last, kind, message }].slice(-shownMax()));
}

/** Removes a toast, if it is still shown. */
export function closeToast(id: number): void {
  change(toasts.filter((one) => one.id !== id));
}

/** Adds a listener for changes, for `useSyncExternalStore`; returns a function that removes it. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** Toasts shown now, oldest first. */
export const currentToasts = (): readonly Toast[] => toasts;
/** Whether there has ever been one, so that the component is needed. */
export const hadToasts = (): boolean => last > 0;
