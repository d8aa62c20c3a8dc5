import type { Db } from "#upstream/db/dialect";
import type { AppealTarget } from "./decisions";

/** Somebody's latest appeal on a subject; undefined if none. */
export const findAppeal = (db: Db, userId: number, { kind, id }: AppealTarget) =>
  db
    .selectFrom("appeals")
    .selectAll()
    .where("user_id", "=", userId)
    .where("target_kind", "=", kind)
    .where("target_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Row of an appeal. */
export type AppealRow = NonNullable<Awaited<ReturnType<typeof findAppeal>>>;
