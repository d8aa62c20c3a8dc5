import { HOUR } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { ListedObject } from "#upstream/services/storage/list-objects";

/** Age in milliseconds from which a file or row is not still being written. */
const OLD = 24 * HOUR;
/** Maximum number of files checked per run. */
const LOOKED_AT_MAX = 5_000;
const PAGE = 500;
/** Keys of uploads, which have a row before their file. Files with other prefixes belong to other tables. */
const OF_UPLOADS = /^(?:avatar|cover|content|form|preview)\/\d{6}\/[0-9a-f]{32}\.[a-z0-9]+$/;
/** Keys of unconfirmed files; see `incomingKey`. */
const INCOMING = /^upload\/\d{6}\/[0-9a-f]{32}\.[a-z0-9]+$/;

/** Deletes stored files without a record; returns how many. */
export type RemoveOrphans = (services: Pick<Services, "db" | "objects" | "clock">) => Promise<number>;

/**
 * Creates the job that deletes files without a row: of unconfirmed uploads, or left by killed processes. Each run
 * continues where the last one stopped.
 * @returns how many were deleted
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
