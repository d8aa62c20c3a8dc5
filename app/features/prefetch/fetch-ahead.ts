import { sharedAmongScripts } from "#app/components/ui/shared-among-scripts";

/**
 * Milliseconds. Firefox breaks off what is on its way before it tells a page that it is being left: that is no failure.
 */
const WARN_AFTER = 2_000;

/** Addresses that this tab has in the browser's cache, or is about to. */
const known = sharedAmongScripts("fetchedAhead", () => new Set<string>());

type Queue = { add: (hrefs: readonly string[]) => void; stop: () => void };

/**
 * Fetches addresses into the browser's cache, none twice, one after the other: of its six connections to us the reader
 * needs the rest. A failure is a warning, nothing more. After `stop` only the one that is on its way still comes.
 */
export function queueFetches(): Queue {
  const waiting: string[] = [];
  let running = false;
  const run = async () => {
    running = true;
    while (waiting.length > 0) await fetchAhead(waiting.shift() ?? "");
    running = false;
  };
  return {
    add(hrefs) {
      for (const href of hrefs) {
        if (known.has(href)) continue;
        known.add(href);
        waiting.push(href);
      }
      if (!running) void run();
    },
    stop() {
      for (const href of waiting.splice(0)) known.delete(href);
    },
  };
}

async function fetchAhead(href: string): Promise<void> {
  try {
    // No visit: it is not counted, and takes no message along that is for the page which is gone to.
    const answer = await fetch(href, { priority: "low", headers: { purpose: "prefetch" } });
    // What is not read to its end is not kept.
    await answer.arrayBuffer();
    if (answer.ok) return;
  } catch {
    // Told below.
  }
  known.delete(href);
  setTimeout(() => console.warn("Prefetch failed", href), WARN_AFTER);
}
