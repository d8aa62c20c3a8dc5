import { canKeep, keepsPages } from "./offline-choice";

/** Tells the worker which page is read, registering it first if necessary. */
export async function tellWorker(read: string): Promise<void> {
  if (!canKeep() || !keepsPages()) return;
  const { serviceWorker } = navigator;
  // The browser checks for a newer worker whenever a page is loaded.
  const registration = (await serviceWorker.getRegistration()) ?? (await serviceWorker.register("/sw.js"));
  const { active } = registration.active ? registration : await serviceWorker.ready;
  active?.postMessage({ read });
}
