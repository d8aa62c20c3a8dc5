import type { Memo } from "#app/contract/transport";
import { currentVersion, type VersionKey, type Versions } from "#upstream/db/versions";

/** Value with the version keys of what it was made from. */
type Dependent = { dependsOn: readonly string[] };
type Entry<T> = { value: T; stamp: number; checked: number; bytes: number };

/** A valid cached value, and the current version read before anything else; null if it can't be read. */
type Found<T> = { now: number | null; kept: T | null };

type Options = {
  versions: Versions;
  /** Approximate bytes of all values. */
  bytesMax: number;
  /** Maximum bytes of one value; larger ones are rare and would evict many others. */
  valueBytesMax: number;
};

/**
 * Creates a cache of values that are valid until something they were made from changes, in whichever process. The
 * oldest are evicted first.
 */
export function createKeptValues<T extends Dependent>({ versions, bytesMax, valueBytesMax }: Options) {
  const entries = new Map<string, Entry<T>>();
  let bytes = 0;

  function drop(name: string, entry: Entry<T>): void {
    entries.delete(name);
    bytes -= entry.bytes;
  }

  async function isTrue(entry: Entry<T>, now: number): Promise<boolean> {
    if (entry.checked >= now) return true;
    if (await hasChanged(entry.value, entry.stamp)) return false;
    entry.checked = Math.max(entry.checked, now);
    return true;
  }

  /** Whether something that a value was made from has changed since a version. */
  const hasChanged = async ({ dependsOn }: T, stamp: number): Promise<boolean> =>
    (await versions.latest(dependsOn as VersionKey[])) > stamp;

  return {
    /** @param memo of a page, whose calls share one read of the current version */
    async find(name: string, memo: Memo | null): Promise<Found<T>> {
      try {
        const now = await currentVersion(versions, memo);
        const entry = entries.get(name);
        return { now, kept: entry && (await isTrue(entry, now)) ? entry.value : null };
      } catch {
        return { now: null, kept: null };
      }
    },
    /** @param stamp current version, read before anything the value was made from */
    keep(name: string, value: T, stamp: number): void {
      const old = entries.get(name);
      if (old && old.stamp > stamp) return;
      if (old) drop(name, old);
      const size = 2 * (name.length + JSON.stringify(value).length);
      if (size > valueBytesMax) return;
      entries.set(name, { value, stamp, checked: stamp, bytes: size });
      bytes += size;
      for (const [oldest, entry] of entries) {
        if (bytes <= bytesMax) break;
        drop(oldest, entry);
      }
    },
    /**
     * @throws Error if the cached value differs from the one just made, although none of its dependencies has changed
     * since
     */
    async expectTrue(name: string, isSame: (kept: T) => boolean): Promise<void> {
      const entry = entries.get(name);
      if (!entry || isSame(entry.value) || (await hasChanged(entry.value, entry.stamp))) return;
      throw new Error(`a kept value is old: ${name} depends on more than ${entry.value.dependsOn.join(" ")}`);
    },
    stats: () => ({ entries: entries.size, bytes }),
  };
}
