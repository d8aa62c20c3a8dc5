import { DAY, HOUR } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { fileKeysIn, isFileKey } from "#upstream/services/storage/file-keys";
import { textsWithFiles } from "./file-references";

/**
 * Milliseconds for which a new upload is kept unused: text being typed in a browser is not stored on the server yet.
 */
const YOUNG = 30 * DAY;
/** Milliseconds for which an unused file is kept, since it may be put back. */
const GRACE = 7 * DAY;
/** Maximum number of files checked per run. */
const FILES = 20_000;
/** Keys per statement. */
const CHUNK = 500;
const NAME = "unused-files";

/**
 * Deletes uploads that no text, draft, held text, form or person has used for a while. Reads everything that may use
 * one, once a day over all processes. `markUsed` reports files that come into use meanwhile.
 * @returns how many were deleted
 */
export async function removeUnused(
  { db, objects, clock }: Pick<Services, "db" | "objects" | "clock">,
  filesMax = FILES,
): Promise<number> {
  const now = clock();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
  const after = await claim(db, { now: now.toISOString(), before: ago(DAY), ahead: ago(-HOUR) });
  if (after === null) return 0;
  const files = await db
    .selectFrom("objects")
    .select(["key", "unused_since"])
    .where("confirmed", "=", 1)
    .where("created_at", "<", ago(YOUNG))
    .where("key", ">", after)
    .orderBy("key")
    .limit(filesMax)
    .execute();
  const known = new Map(files.filter(({ key }) => isFileKey(key)).map(({ key, unused_since }) => [key, unused_since]));
  const unused = await notShown(db, known);
  const used = [...known].filter(([key, since]) => since !== null && !unused.has(key)).map(([key]) => key);
  await note(db, used, null);
  await note(
    db,
    [...unused].filter((key) => known.get(key) === null),
    now.toISOString(),
  );
  let removed = 0;
  for (const key of unused) {
    if ((known.get(key) ?? "~") > ago(GRACE)) continue;
    // Checked again now: it may have come into use during the scan.
    const gone = await db
      .deleteFrom("objects")
      .where("key", "=", key)
      .where("unused_since", "<=", ago(GRACE))
      .executeTakeFirst();
    if (!gone.numDeletedRows) continue;
    await objects.remove(key);
    removed += 1;
  }
  const last = files.length < filesMax ? "" : (files.at(-1)?.key ?? "");
  await db.updateTable("sweeps").set({ after: last }).where("name", "=", NAME).execute();
  return removed;
}

async function notShown(db: Db, known: ReadonlyMap<string, unknown>): Promise<Set<string>> {
  const left = new Set(known.keys());
  if (left.size === 0) return left;
  for await (const text of textsWithFiles(db)) for (const key of fileKeysIn(text)) left.delete(key);
  return left;
}

async function note(db: Db, keys: readonly string[], unusedSince: string | null): Promise<void> {
  for (let from = 0; from < keys.length; from += CHUNK) {
    await db
      .updateTable("objects")
      .set({ unused_since: unusedSince })
      .where("key", "in", keys.slice(from, from + CHUNK))
      .execute();
  }
}

/**
 * Claims the day's run for one process.
 * @returns the file after which to start; null if the run is taken
 */
async function claim(
  db: Db,
  { now, before, ahead }: { now: string; before: string; ahead: string },
): Promise<string | null> {
  await db
    .insertInto("sweeps")
    .values({ name: NAME })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const taken = await db
    .updateTable("sweeps")
    .set({ began_at: now })
    .where("name", "=", NAME)
    // A start time in the future was written before a clock was set back.
    .where((eb) => eb.or([eb("began_at", "<=", before), eb("began_at", ">", ahead)]))
    .returning("after")
    .executeTakeFirst();
  return taken?.after ?? null;
}
