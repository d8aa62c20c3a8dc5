import { type Kysely, sql } from "kysely";
import { required } from "./columns";

/** As it was when this was released: entries between two anchors. */
const GAP = 200;

/** Every entry of every list that is a person's own. */
const ENTRIES = sql`
  select author_id as owner_id, 'question_count' as list, created_at, id as item_id from questions
    where deleted_at is null
  union all select author_id, 'answer_count', created_at, id from answers where deleted_at is null
  union all select author_id, 'article_count', created_at, id from articles where deleted_at is null
  union all select author_id, 'comment_count', created_at, id from comments where deleted_at is null
  union all select receiver_id, 'received_count', created_at, id from comments
    where deleted_at is null and receiver_id is not null
  union all select follower_id, 'follow_count', created_at, followed_id from user_follows
  union all select followed_id, 'fans_count', created_at, follower_id from user_follows
  union all select f.user_id, 'follow_question_count', f.created_at, f.question_id from question_follows f
    join questions q on q.id = f.question_id where q.deleted_at is null
  union all select f.user_id, 'article_favorite_count', f.created_at, f.target_id from favorites f
    join articles a on a.id = f.target_id where f.target_kind = 'article' and a.deleted_at is null
  union all select f.user_id, 'case_favorite_count', f.created_at, f.target_id from favorites f
    join cases k on k.id = f.target_id where f.target_kind = 'case' and k.deleted_at is null
  union all select user_id, 'zhiku_favorite_count', created_at, content_id from zhiku_favorites
  union all select user_id, 'zhiku_reading_count', read_at, content_id from zhiku_readings`;

/** Stored positions in the lists of people, so that any page of them costs what the first does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("own_list_anchors")
    .addColumn("owner_id", "bigint", required)
    .addColumn("list", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("item_id", "bigint", required)
    .addColumn("ordinal", "integer", required)
    .addPrimaryKeyConstraint("own_list_anchors_key", ["owner_id", "list", "created_at", "item_id"])
    .execute();
  await db.schema
    .createIndex("own_list_anchors_ordinal")
    .on("own_list_anchors")
    .columns(["owner_id", "list", "ordinal"])
    .execute();
  await sql`insert into own_list_anchors (owner_id, list, created_at, item_id, ordinal)
    select owner_id, list, created_at, item_id, ordinal from (
      select owner_id, list, created_at, item_id,
        row_number() over (partition by owner_id, list order by created_at, item_id) as ordinal
      from (${ENTRIES}) as entries
    ) as numbered where ordinal % ${sql.lit(GAP)} = 0`.execute(db);
}
