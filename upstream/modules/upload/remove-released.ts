import { withinTime } from "#runtime/within-time";
import type { Services } from "#upstream/call/context";

/** Milliseconds that a call waits for files to be deleted; the others are deleted after its reply. */
const WAITS = 3_000;

/**
 * Deletes files whose rows a committed transaction deleted. The store does not decide how the call ends, since its
 * change is made: what it fails to delete is left to the job that removes files without a row.
 */
export async function removeReleased(
  { objects, note }: Pick<Services, "objects" | "note">,
  keys: readonly string[],
): Promise<void> {
  const left = new Set(keys);
  const removeAll = async () => {
    for (const key of keys) {
      await objects.remove(key);
      left.delete(key);
    }
  };
  const removed = removeAll().catch((error: unknown) => note("files_left", { files: left.size, error: String(error) }));
  await withinTime(removed, WAITS, undefined);
}
