import { canKeep, keepsPages } from "./offline-choice";

/** Tells the worker what is read now; there is one from the first time on. */
export async function tellWorker(read: string): Promise<void> {
  if (!canKeep() || !keepsPages()) return;
  const { serviceWorker } = navigator;
  // Its file is looked at for a newer one whenever a page is loaded.
  const registration = (await serviceWorker.getRegistration()) ?? (await serviceWorker.register("/sw.js"));
  const { active } = registration.active ? registration : await serviceWorker.ready;
  active?.postMessage({ read });
}
