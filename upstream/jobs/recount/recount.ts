import { sql } from "kysely";
import { everyKind, hasTrait, kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { RATED_KINDS, STORED, storedAs } from "#upstream/db/stored-kinds";
import { wilsonLowerBound } from "#upstream/modules/answer/rules";
import { rankInFeed } from "#upstream/modules/content/feed";
import { type QuestionCounts, rankQuestion } from "#upstream/modules/content/ranking";
import { countersOf, type ReactionCounter } from "#upstream/modules/content/reactions";
import { hotRank, reactionPoints } from "#upstream/modules/content/rules";

/** Rows of every table with ids above `after`, up to and including `upTo`. */
export type IdRange = { after: number; upTo: number };

/**
 * Computes every stored counter, score and rank from the rows that they count: after bulk writes, and to verify the
 * incremental counters. Without a range it reads all reactions once, and nothing else may write meanwhile; with a
 * range, its rows are locked first, so that others may write between two ranges.
 */
export async function recount(trx: Db, range?: IdRange): Promise<void> {
  await recountReactions(trx, range);
  await recountTexts(trx, range);
  await recountUsers(trx, range);
  await rescoreAnswers(trx, range);
  await rerank(trx, range);
}

/** SQL condition on the rows of a table, after `where`. */
const within = (range: IdRange | undefined) => (range ? sql`id > ${range.after} and id <= ${range.upTo}` : sql`1 = 1`);

const count = (table: string, condition: string) => sql.raw(`(select count(*) from ${table} where ${condition})`);

async function recountReactions(trx: Db, range: IdRange | undefined): Promise<void> {
  await sql`update answers set
    vote_up = ${count("votes v", "v.answer_id = answers.id and v.value = 1")},
    vote_down = ${count("votes v", "v.answer_id = answers.id and v.value = -1")}
    where ${within(range)}`.execute(trx);
  for (const kind of everyKind) {
    const { table } = STORED[kind];
    const rowsOf = (reactions: string) =>
      count(`${reactions} t`, `t.target_kind = '${kind}' and t.target_id = ${table}.id`);
    const set = [
      ...(hasTrait(kind, "likable") ? [sql`like_count = ${rowsOf("likes")}`] : []),
      ...(hasTrait(kind, "favoritable") ? [sql`favorite_count = ${rowsOf("favorites")}`] : []),
    ];
    if (set.length === 0) continue;
    await sql`update ${sql.table(table)} set ${sql.join(set)} where ${within(range)}`.execute(trx);
  }
  await sql`update questions set
    follow_count = ${count("question_follows f", "f.question_id = questions.id")}
    where ${within(range)}`.execute(trx);
}

/** Counts what belongs to each text, and what members have written; deleted texts keep their counts for a restore. */
async function recountTexts(trx: Db, range: IdRange | undefined): Promise<void> {
  for (const kind of kindsWith("commentable")) {
    const { table } = STORED[kind];
    const comments = count(
      "comments c",
      `c.target_kind = '${kind}' and c.target_id = ${table}.id and c.deleted_at is null`,
    );
    await sql`update ${sql.table(table)} set comment_count = ${comments}
      where deleted_at is null and ${within(range)}`.execute(trx);
  }
  await sql`update questions set
    answer_count = ${count("answers a", "a.question_id = questions.id and a.deleted_at is null")}
    where deleted_at is null and ${within(range)}`.execute(trx);
  const written = kindsWith("owned").flatMap((kind) => {
    const { table, receiver } = storedAs(kind);
    const rowsBy = (column: string) => count(`${table} t`, `t.${column} = users.id and t.deleted_at is null`);
    return [
      sql`${sql.ref(`${kind}_count`)} = ${rowsBy("author_id")}`,
      ...(receiver ? [sql`${sql.ref(receiver.counter)} = ${rowsBy(receiver.column)}`] : []),
    ];
  });
  await sql`update users set ${sql.join(written)} where deleted_at is null and ${within(range)}`.execute(trx);
}

async function recountUsers(trx: Db, range: IdRange | undefined): Promise<void> {
  const favorites = kindsWith("favoritable").map((kind) => {
    const kept = count(
      `favorites f join ${STORED[kind].table} t on t.id = f.target_id`,
      `f.user_id = users.id and f.target_kind = '${kind}' and t.deleted_at is null`,
    );
    return sql`${sql.ref(`${kind}_favorite_count`)} = ${kept}`;
  });
  const liked = kindsWith("owned").flatMap((kind) => {
    const { table, liked: column } = storedAs(kind);
    return column
      ? sql`(select coalesce(sum(a.${sql.raw(column)}), 0) from ${sql.table(table)} a
          where a.author_id = users.id and a.deleted_at is null)`
      : [];
  });
  const followed = "question_follows f join questions q on q.id = f.question_id";
  await sql`update users set
    follow_count = ${count("user_follows f", "f.follower_id = users.id")},
    fans_count = ${count("user_follows f", "f.followed_id = users.id")},
    follow_question_count = ${count(followed, "f.user_id = users.id and q.deleted_at is null")},
    ${sql.join(favorites)},
    liked_count = ${sql.join(liked, sql` + `)} where ${within(range)}`.execute(trx);
}

async function rescoreAnswers(trx: Db, range: IdRange | undefined): Promise<void> {
  const { rows } = await sql<{ id: number; vote_up: number; vote_down: number }>`
    select id, vote_up, vote_down from answers where ${within(range)}`.execute(trx);
  for (const { id, vote_up, vote_down } of rows) {
    await trx
      .updateTable("answers")
      .set({ score: wilsonLowerBound(vote_up, vote_down) })
      .where("id", "=", id)
      .execute();
  }
}

async function rerank(trx: Db, range: IdRange | undefined): Promise<void> {
  const { rows: questions } = await sql<QuestionCounts>`select id, author_id, created_at, answer_count, follow_count,
    comment_count, hot, top_answer_id from questions where deleted_at is null and ${within(range)}`.execute(trx);
  for (const question of questions) await rankInFeed(trx, "question", question.id, await rankQuestion(trx, question));
  for (const kind of RATED_KINDS) {
    const { table } = STORED[kind];
    const { rows: things } = await sql<{ id: number; created_at: string } & Record<ReactionCounter, number>>`
      select id, created_at, ${countersOf(kind)} from ${sql.table(table)}
      where deleted_at is null and ${within(range)}`.execute(trx);
    for (const thing of things) {
      const hot = hotRank(reactionPoints(thing), thing.created_at);
      await sql`update ${sql.table(table)} set hot = ${hot} where id = ${thing.id}`.execute(trx);
      await rankInFeed(trx, kind, thing.id, hot);
    }
  }
}
