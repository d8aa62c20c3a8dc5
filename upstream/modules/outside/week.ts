import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { readSetting } from "#upstream/modules/config/settings";
import { isDisused } from "#upstream/modules/content/taggings";

/** A text of the week. */
export type WeekItem = {
  kind: "question" | "answer" | "article";
  id: number;
  questionId: number;
  authorId: number;
  nickname: string;
  title: string;
  excerpt: string;
  tags: readonly string[];
};
/** Texts of a week by kind, best first. */
export type Week = Record<WeekItem["kind"], WeekItem[]>;

/** Maximum number of texts of each kind considered. */
const LOOKED_THROUGH = 300;

type Row = Omit<WeekItem, "kind" | "tags" | "id" | "questionId" | "authorId"> & {
  id: number;
  question_id: number;
  author_id: number;
  tags: string;
};

/** Public texts written between two times, best first: three statements, for many readers together. */
export async function textsOfWeek(
  services: Services,
  { since, until }: { since: string; until: string },
): Promise<Week> {
  const { db } = services;
  const { off } = await readSetting(services, "parts");
  const written = sql`x.deleted_at is null and x.created_at >= ${since} and x.created_at < ${until}`;
  return {
    question: await read(
      db,
      "question",
      sql`select x.id, x.id as question_id, x.author_id, u.nickname, x.title, x.excerpt, x.tags
        from questions x join users u on u.id = x.author_id where ${written}
        order by 3 * x.answer_count + 2 * x.follow_count + x.comment_count desc, x.id desc limit ${LOOKED_THROUGH}`,
    ),
    answer: await read(
      db,
      "answer",
      sql`select x.id, x.question_id, x.author_id, u.nickname, q.title, x.excerpt, q.tags
        from answers x join questions q on q.id = x.question_id and q.deleted_at is null
        join users u on u.id = x.author_id where ${written}
        order by x.accepted desc, x.score desc, x.vote_up desc, x.id desc limit ${LOOKED_THROUGH}`,
    ),
    article: off.includes("article")
      ? []
      : await read(
          db,
          "article",
          sql`select x.id, 0 as question_id, x.author_id, u.nickname, x.title, x.excerpt, x.tags
        from articles x join users u on u.id = x.author_id where ${written}
        order by 3 * x.favorite_count + 2 * x.like_count + x.comment_count desc, x.id desc limit ${LOOKED_THROUGH}`,
        ),
  };
}

async function read(db: Db, kind: WeekItem["kind"], query: ReturnType<typeof sql>): Promise<WeekItem[]> {
  const { rows } = (await query.execute(db)) as { rows: Row[] };
  return rows.map(({ id, question_id, author_id, tags, nickname, title, excerpt }) => ({
    kind,
    id: Number(id),
    questionId: Number(question_id),
    authorId: Number(author_id),
    nickname,
    title,
    excerpt,
    tags: fromJson<string[]>(tags),
  }));
}

/** People and tags that somebody follows. */
export type Followed = { people: Set<number>; tags: Set<string> };

/** People and tags that each of some members follows; two statements. */
export async function followedBy(db: Db, userIds: readonly number[]): Promise<(userId: number) => Followed> {
  const found = new Map<number, Followed>();
  const of = (userId: number): Followed => {
    const known = found.get(userId) ?? { people: new Set(), tags: new Set() };
    found.set(userId, known);
    return known;
  };
  if (userIds.length === 0) return of;
  const people = await db
    .selectFrom("user_follows")
    .select(["follower_id", "followed_id"])
    .where("follower_id", "in", userIds)
    .execute();
  for (const { follower_id, followed_id } of people) of(Number(follower_id)).people.add(Number(followed_id));
  const tags = await db
    .selectFrom("tag_follows as f")
    .leftJoin("tags as t", "t.name", "f.tag")
    .leftJoin("tags as used", (join) =>
      join.on((eb) =>
        eb.and([isDisused("t"), eb("used.total", ">", 0), sql<boolean>`lower(used.name) = lower(t.name)`]),
      ),
    )
    .select(["f.user_id", "f.tag", "t.alias_of", "used.name as used"])
    .where("f.user_id", "in", userIds)
    .execute();
  // Following a merged tag means following its target; one that no text carries any more, its other spellings.
  for (const { user_id, tag, alias_of, used } of tags) of(Number(user_id)).tags.add(alias_of ?? used ?? tag);
  return of;
}

/** Maximum number of texts per kind and section in a letter. */
const BEST = 3;
const FOLLOWED_MAX = 6;

/** Texts in one reader's letter; empty if there is nothing to send. */
export type Picked = { title: string; items: WeekItem[] }[];

/**
 * Selects a week's texts for one reader: first from what they follow, then the best of each kind; none of their own,
 * and none twice.
 */
export function pickFor(week: Week, { people, tags }: Followed, userId: number): Picked {
  const used = new Set<WeekItem>();
  const take = (items: readonly WeekItem[], max: number) => {
    const left = items.filter((item) => item.authorId !== userId && !used.has(item)).slice(0, max);
    for (const item of left) used.add(item);
    return left;
  };
  const all = [...week.question, ...week.answer, ...week.article];
  const followed = all.filter(({ authorId, tags: its }) => people.has(authorId) || its.some((tag) => tags.has(tag)));
  return [
    { title: "你关注的人与标签", items: take(followed, FOLLOWED_MAX) },
    { title: "上周的好问题", items: take(week.question, BEST) },
    { title: "上周的好回答", items: take(week.answer, BEST) },
    { title: "上周的好文章", items: take(week.article, BEST) },
  ].filter(({ items }) => items.length > 0);
}
