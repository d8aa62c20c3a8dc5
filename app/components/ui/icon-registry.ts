/** SVG data of an icon. */
export type IconData = { body: string; width: number; height: number };

/** Maximum URL length of an icon request. */
const MAX_URL = 500;
const ROTATE = 750;
const TIMEOUT = 5_000;
/**
 * Milliseconds before a failure is logged. Safari aborts pending requests before a page knows that it is being left;
 * that is not a failure.
 */
const TELL_AFTER = 2_000;

const known = new Map<string, IconData>();
const asked = new Set<string>();
const listeners = new Set<() => void>();

/** Icons whose SVG data this page has. */
export const iconRegistry = {
  get: (name: string): IconData | null => known.get(name) ?? null,
  set(name: string, data: IconData): void {
    known.set(name, data);
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Requests an icon from our own endpoint, once. */
  load(name: string): void {
    if (asked.has(name)) return;
    asked.add(name);
    fetchIcon(name).then(
      (data) => iconRegistry.set(name, data),
      (error: unknown) => setTimeout(() => console.error("Failed to load custom icons", name, error), TELL_AFTER),
    );
  },
};

let configured = false;

/** Iconify's loader is only loaded now, since most readers never need it. */
async function fetchIcon(name: string): Promise<IconData> {
  const { addAPIProvider, loadIcon } = await import("@iconify/react");
  if (!configured) {
    addAPIProvider("", {
      resources: [location.origin],
      path: "/icons/",
      maxURL: MAX_URL,
      rotate: ROTATE,
      timeout: TIMEOUT,
    });
    configured = true;
  }
  const { body, width, height } = await loadIcon(name);
  return { body, width, height };
}
