import { isDeepStrictEqual } from "node:util";
import { fromJson, toJson } from "#upstream/db/schema/columns";

type Versioned = { version: number };

/**
 * Whether an item's state is as it was logged: no change came since, or each was undone, which increases
 * the version.
 */
export function isUnchanged(now: Versioned, logged: Versioned): boolean {
  const contentOf = (state: Versioned) => fromJson<unknown>(toJson({ ...state, version: 0 }));
  return now.version === logged.version || isDeepStrictEqual(contentOf(now), contentOf(logged));
}
