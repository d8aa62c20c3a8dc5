import { type Kysely, sql } from "kysely";

/**
 * Messages about proposals used to be about no text, so they stayed after it, and after the proposal and its author.
 * They get the text as their target, those to its author the key by which they are deleted, and no longer name anybody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const proposal = (column: string) =>
    sql`(select ${sql.ref(column)} from proposals p where '/proposal/' || cast(p.id as text) = news.path)`;
  const messages = sql`verb = 'system' and target_kind = 'page' and path like '/proposal/%'`;
  await sql`delete from news where ${messages} and ${proposal("p.id")} is null`.execute(db);
  await sql`delete from news where ${messages} and ${proposal("p.state")} = 'withdrawn'
    and user_id <> ${proposal("p.user_id")}`.execute(db);
  await sql`update news set target_kind = ${proposal("p.kind")}, target_id = ${proposal("p.item_id")},
    title = case when user_id = ${proposal("p.user_id")} then title else '有读者给你的内容提了修改建议' end,
    group_key = case when user_id = ${proposal("p.user_id")} then group_key
      else 'system/proposal/' || substr(news.path, 11) end
    where ${messages}`.execute(db);
}
