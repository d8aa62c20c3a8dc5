import { HOUR } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { ListedObject } from "#upstream/services/storage/list-objects";

/** Milliseconds after which nobody is still writing the row of a file, or the file of a row. */
const OLD = 24 * HOUR;
/** Files that one run looks at. */
const LOOKED_AT_MAX = 5_000;
const PAGE = 500;
/**
 * Prefixes of uploads' keys: each upload has a row, from before its file. Files under others belong to other tables.
 */
const OF_UPLOADS = /^(?:avatar|cover|content|form|preview)\/\d{6}\/[0-9a-f]{32}\.[a-z0-9]+$/;
/** Files nobody has looked at yet; see `incomingKey`. */
const INCOMING = /^upload\/\d{6}\/[0-9a-f]{32}\.[a-z0-9]+$/;

/** Removes stored files that no record names; gives how many. */
export type RemoveOrphans = (services: Pick<Services, "db" | "objects" | "clock">) => Promise<number>;

/**
 * Removes files that no row names: of uploads that were never confirmed, of processes that were killed between a file and
 * its row. Each run looks at the next of them, and after the last begins anew.
 * @returns how many were removed
 */
export function createOrphanRemover(lookedAtMax = LOOKED_AT_MAX): RemoveOrphans {
  let after = "";
  return async ({ db, objects, clock }) => {
    const before = new Date(clock().getTime() - OLD);
    let removed = await objects.removeUnfinished(before);
    for (let looked = 0; looked < lookedAtMax; looked += PAGE) {
      const listed = await objects.list(after, PAGE);
      const orphans = await orphansAmong(db, listed, before);
      for (const key of orphans) await objects.remove(key);
      removed += orphans.length;
      after = listed.at(-1)?.key ?? "";
      if (listed.length < PAGE) {
        after = "";
        break;
      }
    }
    return removed;
  };
}

async function orphansAmong(db: Services["db"], listed: readonly ListedObject[], before: Date): Promise<string[]> {
  const old = listed.filter(({ modified }) => modified < before).map(({ key }) => key);
  const uploads = old.filter((key) => OF_UPLOADS.test(key));
  const rows = uploads.length ? await db.selectFrom("objects").select("key").where("key", "in", uploads).execute() : [];
  const known = new Set(rows.map(({ key }) => key));
  return [...old.filter((key) => INCOMING.test(key)), ...uploads.filter((key) => !known.has(key))];
}
