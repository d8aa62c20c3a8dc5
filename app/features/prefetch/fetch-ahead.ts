import { sharedAmongScripts } from "#app/components/ui/shared-among-scripts";

/**
 * Milliseconds before a failure is logged. Firefox aborts pending requests before it tells a page that it is being
 * left; that is not a failure.
 */
const WARN_AFTER = 2_000;

/** URLs that this tab has fetched into the browser's cache, or is about to. */
const known = sharedAmongScripts("fetchedAhead", () => new Set<string>());

type Queue = { add: (hrefs: readonly string[]) => void; stop: () => void };

/**
 * Creates a queue that fetches URLs into the browser's cache, each once, one at a time, leaving the other connections
 * to the reader. Failures only cause a warning. After `stop`, only the running one completes.
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
    // Marks it as a prefetch, so that it is not counted as a visit and consumes no flash message.
    const response = await fetch(href, { priority: "low", headers: { purpose: "prefetch" } });
    // A response that is not read completely is not cached.
    await response.arrayBuffer();
    if (response.ok) return;
  } catch {
    // Reported below.
  }
  known.delete(href);
  setTimeout(() => console.warn("Prefetch failed", href), WARN_AFTER);
}
