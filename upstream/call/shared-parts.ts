import { isDeepStrictEqual } from "node:util";
import type { Memo } from "#app/contract/transport";
import type { VersionKey, Versions } from "#upstream/db/versions";
import type { SharedCall } from "./context";
import { createKeptValues } from "./kept-values";

/** Approximate bytes of all cached parts. */
const BYTES_MAX = 16 * 1024 * 1024;
/** Maximum bytes of one part; a page of long answers is one part. */
const PART_BYTES_MAX = 512 * 1024;

type Options = {
  versions: Versions;
  bytesMax?: number;
  /** Whether to compare each cached part with a newly made one. */
  check: boolean;
};

/** Returns a part of a call's reply, as described at `SharedPart`. @param memo of the page that the call is made for */
export type SharedParts = <T>(
  call: SharedCall,
  memo: Memo | null,
  ...part: [name: string, make: (call: SharedCall) => Promise<T>]
) => Promise<T>;

/**
 * Creates the cache for the parts of personal replies that are the same for everybody, like `createSharedReplies` for
 * whole replies: of a list of comments, everything except who liked which.
 */
export function createSharedParts({ versions, bytesMax = BYTES_MAX, check }: Options): SharedParts {
  const parts = createKeptValues<{ data: unknown; dependsOn: readonly VersionKey[] }>({
    versions,
    bytesMax,
    valueBytesMax: PART_BYTES_MAX,
  });
  return async <T>(
    call: SharedCall,
    memo: Memo | null,
    ...[name, make]: [name: string, make: (call: SharedCall) => Promise<T>]
  ): Promise<T> => {
    const { now, kept } = await parts.find(name, memo);
    if (kept) {
      if (check) {
        // Adds nothing to the reply, or a dependency that was not kept would be missing only where nothing is checked.
        const made = await make({ ...call, dependsOn: () => {}, cached: (_of, _keys, value) => value() });
        await parts.expectTrue(name, ({ data }) => isDeepStrictEqual(made, data));
      }
      call.dependsOn(...kept.dependsOn);
      return kept.data as T;
    }
    const dependsOn = new Set<VersionKey>();
    const note = (...keys: readonly VersionKey[]) => {
      call.dependsOn(...keys);
      for (const key of keys) dependsOn.add(key);
    };
    const cached: SharedCall["cached"] = (of, keys, made) => {
      note(...keys);
      return call.cached(of, keys, made);
    };
    const data = await make({ ...call, dependsOn: note, cached });
    if (now !== null && dependsOn.size > 0) parts.keep(name, { data, dependsOn: [...dependsOn] }, now);
    return data;
  };
}
