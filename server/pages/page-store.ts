import { encode, type FinalPage, keepSmallestForm } from "./page";

/** A stored page, and what is known of its validity. */
export type StoredPage = {
  page: FinalPage;
  /** Version read before the page was rendered. */
  version: number;
  /** The latest version at which it was found to be valid. */
  checked: number;
  createdAt: number;
  until: number;
  /** Time until which no new rendering is tried, as one has just failed. */
  retryAfter: number;
  /** Read since it was last at the front of the eviction queue. */
  read: boolean;
  bytes: number;
};

type Given = Pick<StoredPage, "page" | "version" | "createdAt" | "until">;

/** Stores pages up to `maxBytes` in all. The oldest are dropped first, but those that were read get a second chance. */
export function createPageStore(maxBytes: number) {
  const entries = new Map<string, StoredPage>();
  let bytes = 0;

  function drop(key: string, entry: StoredPage): void {
    entries.delete(key);
    bytes -= entry.bytes;
  }

  function put(key: string, entry: StoredPage): void {
    entries.set(key, entry);
    bytes += entry.bytes;
  }

  return {
    get: (key: string): StoredPage | undefined => entries.get(key),
    /** Stores a page, unless a newer one is stored or it is too large. Its smallest encoding alone is kept. */
    keep(key: string, given: Given): void {
      const { page, version } = given;
      const old = entries.get(key);
      if (old && old.version > version) return;
      if (old) drop(key, old);
      if (encode(page, "identity").byteLength > maxBytes / 8) return;
      keepSmallestForm(page);
      put(key, { ...given, checked: version, retryAfter: 0, read: false, bytes: sizeOf(key, page) });
      for (const [oldest, entry] of entries) {
        if (bytes <= maxBytes) break;
        drop(oldest, entry);
        if (!entry.read) continue;
        entry.read = false;
        put(oldest, entry);
      }
    },
    /** Forgets a page that was no longer there at a version, unless a newer one is stored. */
    forget(key: string, version: number): void {
      const old = entries.get(key);
      if (old && old.version <= version) drop(key, old);
    },
    stats: () => ({ entries: entries.size, bytes }),
  };
}

/**
 * Approximate size of a cached page in bytes: the stored form, 1.2 times that for gzip, and all strings stored with it.
 * The key is counted three times at two bytes a character: as key, as address, and as requested URL.
 */
function sizeOf(key: string, { encoded, headers, dependsOn }: FinalPage): number {
  const texts = [...headers.flat(), ...dependsOn].reduce((sum, text) => sum + text.length, 3 * key.length);
  const body = (encoded.br ?? encoded.identity)?.byteLength ?? 0;
  return Math.ceil(body * 2.2) + 2 * texts + 1024;
}
