import { RemixBrowser } from "@remix-run/react";

/**
 * Resolves when the loaders' data is there. Before, RemixBrowser suspends with no boundary above it, as the first
 * thing that it does, and React fails with "Root did not complete" when a click makes it hydrate at once.
 */
export async function firstData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await reading;
  }
}
