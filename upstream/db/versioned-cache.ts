import type { Memo } from "#app/contract/transport";
import { currentVersion, type VersionKey, type Versions } from "./versions";

const ENTRIES_KEPT = 200;

/**
 * Caches small, often-read values in memory (texts, footers, classifications) until one of `keys` changes, in whichever
 * process.
 * @param memo of a page, whose calls share one read of the current version
 */
export type VersionedCache = <T>(
  name: string,
  keys: readonly VersionKey[],
  make: () => Promise<T>,
  memo?: Memo | null,
) => Promise<T>;

/** Creates a cache whose entries are valid until something they were made from changes. */
export function createVersionedCache(versions: Versions): VersionedCache {
  /** `checked` is the latest version at which the value was still valid. */
  const entries = new Map<string, { stamp: number; checked: number; value: Promise<unknown> }>();
  return async <T>(
    name: string,
    keys: readonly VersionKey[],
    make: () => Promise<T>,
    memo: Memo | null = null,
  ): Promise<T> => {
    const now = await currentVersion(versions, memo);
    const kept = entries.get(name);
    if (kept && kept.checked < now && (await versions.latest(keys)) <= kept.stamp) kept.checked = now;
    if (kept && kept.checked >= now) return kept.value as Promise<T>;
    const value = make();
    if (entries.size >= ENTRIES_KEPT) entries.clear();
    entries.set(name, { stamp: now, checked: now, value });
    value.catch(() => entries.delete(name));
    return value;
  };
}
