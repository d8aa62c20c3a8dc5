import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { contains, containsWord, startsWith } from "#upstream/db/like";
import type { Database } from "#upstream/db/schema";
import { sharesName } from "#upstream/db/shares-name";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";
import { nameKey } from "#upstream/text/name-key";
import { peopleByPinyin } from "./people-by-pinyin";
import { tagsByPinyin } from "./tags-by-pinyin";

const PEOPLE_MAX = 8;
const TAGS_MAX = 8;
/** Maximum number of people with matching names among whom the most followed are selected. */
const NAMED_MAX = 200;

/** Titles of these questions, in order; missing ones are omitted. */
export async function questionTitles(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("questions")
    .select(["id", "title", "answer_count as answerCount"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** People whose name starts with this in any spelling or in pinyin, most followers first. */
export async function peopleToCall(db: Db, beginning: string) {
  const key = nameKey(beginning);
  if (key === "") return [];
  const sounding = (await peopleByPinyin(db, beginning)).slice(0, NAMED_MAX);
  const named = db
    .selectFrom("users")
    .select("id")
    .where((eb) =>
      eb.or([
        eb.and([eb("name_key", ">=", key), eb("name_key", "<", `${key}\u{10ffff}`)]),
        eb.and([sharesName, startsWith(sql.ref("nickname"), beginning)]),
        ...(sounding.length > 0 ? [eb("id", "in", sounding)] : []),
      ]),
    )
    .where("deleted_at", "is", null)
    .limit(NAMED_MAX);
  return mostFollowed(db, named, PEOPLE_MAX + 1);
}

/** People whose name starts with this in any spelling, most followers first. */
export async function peopleByName(db: Db, beginning: string, limit: number) {
  const key = nameKey(beginning);
  if (key === "") return [];
  const named = db
    .selectFrom("users")
    .select("id")
    .where("name_key", ">=", key)
    .where("name_key", "<", `${key}\u{10ffff}`)
    .where("deleted_at", "is", null)
    .orderBy("name_key")
    .limit(NAMED_MAX);
  return mostFollowed(db, named, limit);
}

/** The most followed people of a query. */
const mostFollowed = (db: Db, named: SelectQueryBuilder<Database, "users", { id: number }>, limit: number) =>
  db
    .selectFrom("users as u")
    .select(AUTHOR_COLUMNS)
    .where("u.id", "in", named)
    .orderBy("u.fans_count", "desc")
    .orderBy("u.id")
    .limit(limit)
    .execute();

/** People to mention: those who asked and answered a question, then the most recently followed. */
export async function peopleToMention(db: Db, userId: number, questionId: number | null) {
  const { rows } = await sql<{ id: number }>`select id from (
      select author_id as id, 0 as place, 0 as best from questions where id = ${questionId ?? 0} and deleted_at is null
      union all select * from (select author_id, 1, -score from answers
        where question_id = ${questionId ?? 0} and deleted_at is null order by score desc limit ${sql.lit(PEOPLE_MAX)}) a
      union all select * from (select followed_id, 2, 0 from user_follows
        where follower_id = ${userId} order by created_at desc limit ${sql.lit(PEOPLE_MAX)}) f
    ) people order by place, best`.execute(db);
  const ids = [...new Set(rows.map((row) => row.id))].slice(0, PEOPLE_MAX + 1);
  if (ids.length === 0) return [];
  const people = await db
    .selectFrom("users as u")
    .select(AUTHOR_COLUMNS)
    .where("u.id", "in", ids)
    .where("u.deleted_at", "is", null)
    .execute();
  return ids.flatMap((id) => people.find((person) => person.author_user_id === id) ?? []);
}

/** Tags that match in their name, its pinyin or a synonym; most used first. */
export async function tagsLike(db: Db, q: string): Promise<{ name: string; total: number; synonym: string | null }[]> {
  const named = await db
    .selectFrom("tags")
    .select(["name", "total"])
    .where("total", ">", 0)
    .where("alias_of", "is", null)
    .where("hidden_at", "is", null)
    .where(containsWord(sql.ref("name"), q))
    .orderBy("total", "desc")
    .orderBy("name")
    .limit(TAGS_MAX)
    .execute();
  const meant = await db
    .selectFrom("tags as s")
    .innerJoin("tags as t", "t.name", "s.alias_of")
    .select(["t.name", "t.total", "s.name as synonym"])
    .where("t.total", ">", 0)
    .where("t.hidden_at", "is", null)
    .where(contains(sql.ref("s.ruled_key"), nameKey(q)))
    .orderBy("t.total", "desc")
    .orderBy("s.name")
    .limit(TAGS_MAX)
    .execute();
  const sounding = await tagsByPinyin(db, q);
  const all = [...[...named, ...sounding].map((tag) => ({ ...tag, synonym: null })), ...meant];
  const once = new Map(all.toReversed().map((tag) => [tag.name, tag]));
  return [...once.values()].sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1)).slice(0, TAGS_MAX);
}
