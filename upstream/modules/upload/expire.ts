import { HOUR } from "#runtime/time-units";
import { isoAgo, type Services } from "#upstream/call/context";
import { incomingKey } from "./rules";

/** Milliseconds after which an unconfirmed upload is deleted: its URL has expired, and the slowest body has arrived. */
const CONFIRM_WITHIN = 2 * HOUR;
/** Presigned URLs have expired by then; repeated uploads are found until then. */
const LOOKED_AFTER = 3 * HOUR;

/** Deletes unconfirmed uploads, and what was uploaded again after the confirmation. */
export async function expireUploads({ db, objects, clock }: Pick<Services, "db" | "objects" | "clock">): Promise<void> {
  const late = isoAgo({ clock }, CONFIRM_WITHIN);
  const confirmed = await db
    .selectFrom("objects")
    .select("key")
    .where("confirmed", "=", 1)
    .where("created_at", "<=", late)
    .where("created_at", ">", isoAgo({ clock }, LOOKED_AFTER))
    .execute();
  const forgotten = await db
    .deleteFrom("objects")
    .where("confirmed", "=", 0)
    .where("created_at", "<=", late)
    .returning("key")
    .execute();
  for (const { key } of [...confirmed, ...forgotten]) await objects.remove(incomingKey(key));
  // A process killed during confirmation may already have moved the file.
  for (const { key } of forgotten) await objects.remove(key);
}
