import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { moveChoices } from "./move-choices";
import type { Pair } from "./shared-reactions";

/**
 * Columns with a person's id whose rows are moved unchanged. `tests/upstream/people/merge-people.test.ts` requires a
 * decision for each column that refers to a person.
 */
export const MOVED = [
  "questions.author_id",
  "answers.author_id",
  "articles.author_id",
  "comments.author_id",
  "comments.receiver_id",
  "text_versions.author_id",
  "objects.owner_id",
  "likes.user_id",
  "favorites.user_id",
  "favorite_folders.user_id",
  "favorite_places.user_id",
  "votes.user_id",
  "question_follows.user_id",
  "user_follows.follower_id",
  "user_follows.followed_id",
  "form_submissions.user_id",
  "reports.reporter_id",
  "reviews.author_id",
  "appeals.user_id",
  "sanctions.user_id",
  "zhiku_rights.user_id",
  "zhiku_orders.user_id",
  "zhiku_redeem_codes.used_by",
  "zhiku_journeys.user_id",
  "zhiku_downloads.user_id",
] as const;

/** Columns of tables with one row per person and key: if the other person has one, theirs is kept. */
export const MOVED_ONCE = {
  "tag_follows.user_id": ["tag"],
  "proposals.user_id": ["kind", "item_id"],
  "mail_addresses.user_id": [],
  "wechat_receivers.user_id": [],
  "consents.user_id": ["key", "agreed_version"],
  "known_devices.user_id": ["device"],
  "drafts.user_id": ["target", "base_version"],
  "identities.user_id": ["provider"],
  "form_submissions.once_by": ["form_id"],
  "zhiku_profiles.user_id": [],
  "zhiku_favorites.user_id": ["content_id"],
  "zhiku_readings.user_id": ["content_id"],
  "zhiku_searches.user_id": ["q"],
} as const satisfies Record<string, readonly string[]>;

const partsOf = (place: string) => {
  const [table = "", column = ""] = place.split(".");
  return { table: sql.table(table), column: sql.ref(column), qualified: sql.ref(place) };
};

/** Moves one person's rows to another. What both had done is removed before, see `dropShared`. */
export async function moveRows(trx: Db, { from, into, becomes }: Pair & { becomes: boolean }): Promise<void> {
  await dropSharedReports(trx, { from, into });
  await moveChoices(trx, { from, into, becomes });
  for (const place of MOVED) {
    const { table, column } = partsOf(place);
    await sql`update ${table} set ${column} = ${into} where ${column} = ${from}`.execute(trx);
  }
  for (const [place, keys] of Object.entries(MOVED_ONCE)) {
    const { table, column, qualified } = partsOf(place);
    const name = place.split(".")[0] ?? "";
    const same = keys.map((key) => sql`o.${sql.ref(key)} = ${sql.ref(`${name}.${key}`)}`);
    await sql`update ${table} set ${column} = ${into} where ${qualified} = ${from} and not exists (select 1
      from ${table} o where ${sql.join([sql`o.${column} = ${into}`, ...same], sql` and `)})`.execute(trx);
  }
  await trx.updateTable("form_submissions").set({ once_by: null }).where("once_by", "=", from).execute();
  await trx
    .updateTable("reports")
    .set({ target_id: into })
    .where("target_kind", "=", "user")
    .where("target_id", "=", from)
    .execute();
  await moveNews(trx, { from, into });
}

/** SQL for a person's id in a column after the merge. */
const movedIn = (column: string, { from, into }: Pair) =>
  sql`case when ${sql.ref(column)} = ${from} then ${into} else ${sql.ref(column)} end`;

/** SQL for the id of a target after the merge. */
const movedTarget = (pair: Pair) =>
  sql`case when target_kind = 'user' then ${movedIn("target_id", pair)} else target_id end`;

/**
 * Deletes reports that would be somebody's second on the same thing: by both, or on both. An open one is kept rather
 * than a decided one, or staff would never see it.
 */
async function dropSharedReports(trx: Db, pair: Pair): Promise<void> {
  const both = sql`${pair.from}, ${pair.into}`;
  await sql`delete from reports where id in (select id from (
    select id, row_number() over (partition by ${movedIn("reporter_id", pair)}, target_kind, ${movedTarget(pair)}
        order by case when state = 'open' then 0 else 1 end, id) as place
      from reports where reporter_id in (${both}) or (target_kind = 'user' and target_id in (${both})))
    as reported where place > 1)`.execute(trx);
}

/** Moves notifications, without duplicates and without those about one's own actions. */
async function moveNews(trx: Db, { from, into }: Pair): Promise<void> {
  const moved = (column: string) => movedIn(column, { from, into });
  const target = movedTarget({ from, into });
  const isMoved = sql`case when user_id = ${from} or actor_id = ${from} or (target_kind = 'user' and target_id = ${from})
    then 1 else 0 end`;
  // Duplicates are found by all columns that change at once: somebody who followed both had caused one for each.
  const both = sql`${from}, ${into}`;
  await sql`delete from news where id in (select id from (
    select id, row_number() over (partition by ${moved("user_id")}, verb, ${moved("actor_id")}, target_kind, ${target},
        source_kind, source_id order by ${isMoved}, id) as place
      from news where verb <> 'system' and (user_id in (${both}) or actor_id in (${both})
        or (target_kind = 'user' and target_id in (${both})))) as told where place > 1)`.execute(trx);
  await trx.updateTable("news").set({ user_id: into }).where("user_id", "=", from).execute();
  await trx.updateTable("news").set({ actor_id: into }).where("actor_id", "=", from).execute();
  await sql`update news set target_id = ${into}, group_key = verb || '/user/' || ${String(into)}
    where target_kind = 'user' and target_id = ${from} and verb <> 'system'`.execute(trx);
  await trx.deleteFrom("news").where("user_id", "=", into).where("actor_id", "=", into).execute();
}
