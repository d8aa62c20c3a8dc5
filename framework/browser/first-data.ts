import { RemixBrowser } from "@remix-run/react";

/**
 * Resolves when the loaders' data has arrived. Without waiting, the first thing RemixBrowser does is suspend with no
 * boundary above it, and React fails with "Root did not complete" if a click forces hydration at that moment.
 */
export async function firstData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await reading;
  }
}
