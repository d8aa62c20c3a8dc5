import { type Kysely, sql } from "kysely";

/** Texts that proposals are about. */
const TEXTS = [
  ["article", "articles"],
  ["question", "questions"],
  ["answer", "answers"],
] as const;

/**
 * Messages about proposals used to be about no text, so they stayed after it, and after the proposal and its author.
 * They get the text as their target, those to its author the key by which they are deleted, and no longer name anybody;
 * those about a deleted text are hidden until it is restored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A path that no id follows is not cast, which PostgreSQL refuses.
  const messages = sql`news.verb = 'system' and news.target_kind = 'page' and news.path like '/proposal/%'
    and length(news.path) between 11 and 25 and ltrim(substr(news.path, 11), '0123456789') = ''`;
  // By the primary key: one lookup per message, however many proposals there are.
  const proposal = (column: string) => sql`(select ${sql.ref(column)} from proposals p where p.id = case
    when ${messages} then cast(substr(news.path, 11) as bigint) end)`;
  await sql`delete from news where ${messages} and ${proposal("p.id")} is null`.execute(db);
  await sql`delete from news where ${messages} and ${proposal("p.state")} = 'withdrawn'
    and user_id <> ${proposal("p.user_id")}`.execute(db);
  await sql`update news set target_kind = ${proposal("p.kind")}, target_id = ${proposal("p.item_id")},
    title = case when user_id = ${proposal("p.user_id")} then title else '有读者给你的内容提了修改建议' end,
    group_key = case when user_id = ${proposal("p.user_id")} then group_key
      else 'system/proposal/' || substr(news.path, 11) end
    where ${messages}`.execute(db);
  for (const [kind, table] of TEXTS)
    await sql`update news set hidden_at = (select t.deleted_at from ${sql.table(table)} t where t.id = news.target_id)
      where verb = 'system' and target_kind = ${kind} and path like '/proposal/%' and hidden_at is null`.execute(db);
}
