import type { Db } from "#upstream/db/dialect";
import type { ClassificationsTable } from "#upstream/db/schema/classifications";

/** Query of the classifications of a kind that are not hidden, in the order set by staff. */
export const shownClassifications = (db: Db, kind: ClassificationsTable["kind"]) =>
  db
    .selectFrom("classifications")
    .where("kind", "=", kind)
    .where("hidden_at", "is", null)
    .orderBy("position")
    .orderBy("id");
