import { BusinessError } from "#upstream/call/errors";
import { stateVersion } from "#upstream/modules/admin/state-version";
import type { Thing } from "./things";

type Seen = Pick<Thing, "version" | "name" | "removed_at">;

/** Version of an item for decisions on what was seen of it; see `seenVersion` in the contract. */
export const versionOfThing = (thing: Seen): string => `${wordsOf(thing)}.${removalOf(thing)}`;

/** Version of its words: of a text its number, of a person one derived from the name. */
const wordsOf = ({ version, name }: Seen): string => (version === null ? stateVersion(name) : String(version));

const removalOf = ({ removed_at }: Seen): string => (removed_at === null ? "" : Date.parse(removed_at).toString(36));

/** Version of the words and of the removal; that of reports continues after a `~`. */
const partsOf = (read: string): string[] => (read.split("~")[0] ?? "").split(".");

/**
 * Refuses a decision on an item that was changed, removed or restored since it was seen.
 * @param read version that was seen, if any
 * @throws BusinessError CONFLICT, saying which
 */
export function refuseChanged(thing: Seen, read: string | undefined): void {
  refuseRewritten(thing, read);
  if (read === undefined || partsOf(read)[1] === removalOf(thing)) return;
  throw new BusinessError("CONFLICT", `同事刚才${thing.removed_at === null ? "恢复" : "移除"}了它，请看过再处理`);
}

/** Refuses a decision on an item whose words were changed since it was seen. @throws BusinessError CONFLICT */
export function refuseRewritten(thing: Seen, read: string | undefined): void {
  if (read === undefined || partsOf(read)[0] === wordsOf(thing)) return;
  throw new BusinessError(
    "CONFLICT",
    thing.version === null ? "此人刚才改了昵称，请看过再处理" : "它刚才又改过，请看过再处理",
  );
}
