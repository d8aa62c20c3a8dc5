import { sql } from "kysely";
import { expect } from "vitest";
import { everyKind, hasTrait, type Kind, type KindWith, kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { entriesOf, type OwnList } from "#upstream/db/lists/own-lists";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import { STORED } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { wilsonLowerBound } from "#upstream/modules/answer/rules";

/** Kinds of texts whose likes count for their authors. */
const LIKED = kindsWith("likable").filter((kind) => hasTrait(kind, "drafted"));

/** SQL for each stored counter; `x` is the row that stores it. */
const USER_COUNTERS = {
  ...Object.fromEntries(
    kindsWith("owned").map((kind) => [
      `${kind}_count`,
      `select count(*) from ${STORED[kind].table} where author_id = x.id and deleted_at is null`,
    ]),
  ),
  received_count: "select count(*) from comments where receiver_id = x.id and deleted_at is null",
  follow_count: "select count(*) from user_follows where follower_id = x.id",
  fans_count: "select count(*) from user_follows where followed_id = x.id",
  follow_question_count: `select count(*) from question_follows f join questions q on q.id = f.question_id
    where f.user_id = x.id and q.deleted_at is null`,
  ...Object.fromEntries(
    kindsWith("favoritable").map((kind) => [
      `${kind}_favorite_count`,
      `select count(*) from favorites f join ${STORED[kind].table} t on t.id = f.target_id
        where f.user_id = x.id and f.target_kind = '${kind}' and t.deleted_at is null`,
    ]),
  ),
  liked_count: `select (select count(*) from votes v join answers a on a.id = v.answer_id
      where v.value = 1 and a.author_id = x.id and a.deleted_at is null)${LIKED.map(
        (kind) => ` + (select count(*) from likes l join ${STORED[kind].table} a on a.id = l.target_id
      where l.target_kind = '${kind}' and a.author_id = x.id and a.deleted_at is null)`,
      ).join("")}`,
};
const commentsOn = (kind: string) =>
  `select count(*) from comments where target_kind = '${kind}' and target_id = x.id and deleted_at is null`;
const rowsOn = (table: string, kind: string) =>
  `select count(*) from ${table} where target_kind = '${kind}' and target_id = x.id`;
const reactions = (kind: Kind) => ({
  ...(hasTrait(kind, "likable") ? { like_count: rowsOn("likes", kind) } : {}),
  ...(hasTrait(kind, "favoritable") ? { favorite_count: rowsOn("favorites", kind) } : {}),
  ...(hasTrait(kind, "commentable") ? { comment_count: commentsOn(kind) } : {}),
  ...(hasTrait(kind, "inFeed")
    ? { hot: `select hot from feed_entries where kind = '${kind}' and item_id = x.id` }
    : {}),
});
const COUNTERS: Record<string, Record<string, string>> = {
  users: USER_COUNTERS,
  ...Object.fromEntries(everyKind.map((kind) => [STORED[kind].table, reactions(kind)])),
  questions: {
    ...reactions("question"),
    answer_count: "select count(*) from answers where question_id = x.id and deleted_at is null",
    follow_count: "select count(*) from question_follows where question_id = x.id",
    accepted_answer_id: "select max(id) from answers where question_id = x.id and accepted = 1 and deleted_at is null",
    top_answer_id: `select id from answers where question_id = x.id and deleted_at is null
      order by accepted desc, score desc, id desc limit 1`,
  },
  answers: {
    ...reactions("answer"),
    vote_up: "select count(*) from votes where answer_id = x.id and value = 1",
    vote_down: "select count(*) from votes where answer_id = x.id and value = -1",
  },
};

/** SQL for the deletion time of the comment `x`'s target, by kind. */
function targetsDeletedAt(): string {
  const deletedAt = (kind: KindWith<"commentable">) =>
    `when '${kind}' then (select t.deleted_at from ${STORED[kind].table} t where t.id = x.target_id)`;
  return kindsWith("commentable").map(deletedAt).join(" ");
}

/** Checked separately: these rows have no `deleted_at`, or count even if deleted. */
const VIOLATIONS: Record<string, string> = {
  "tags.total": "select name from tags x where total <> (select count(*) from taggings where tag = x.name)",
  "classifications.total": `select id from classifications x where total <> (case kind
    when 'article' then (select count(*) from articles where classification_id = x.id and deleted_at is null)
    else (select count(*) from cases where classification_id = x.id and deleted_at is null) end)`,
  // Replies deleted with their target are restored with it, and are counted until then.
  "comments.child_count": `select id from comments x where child_count <> (select count(*) from comments c
    where c.parent_id = x.id and (c.deleted_at is null or c.deleted_at = case x.target_kind ${targetsDeletedAt()} end))`,
  "comments.parent_id": `select c.id from comments c join comments p on p.id = c.parent_id
    where c.target_kind <> p.target_kind or c.target_id <> p.target_id`,
  feed_entries: `select item_id from feed_entries x where not exists (${kindsWith("inFeed")
    .map(
      (kind) =>
        `select 1 from ${STORED[kind].table} t where x.kind = '${kind}' and t.id = x.item_id and t.deleted_at is null`,
    )
    .join(" union all ")})`,
};

/** Fails, naming the place, if a stored counter, rank or list position does not match the rows. */
export async function expectConsistent(db: Db): Promise<void> {
  for (const [table, counters] of Object.entries(COUNTERS)) {
    for (const [counter, counted] of Object.entries(counters)) {
      const { rows } = await sql`select id, ${sql.ref(counter)} as stored, (${sql.raw(counted)}) as counted
        from ${sql.table(table)} x where deleted_at is null
        and ${sql.ref(counter)} is distinct from (${sql.raw(counted)})`.execute(db);
      expect(rows, `${table}.${counter}`).toEqual([]);
    }
  }
  for (const [name, query] of Object.entries(VIOLATIONS)) {
    expect((await sql.raw(query).execute(db)).rows, name).toEqual([]);
  }
  for (const { score, vote_up, vote_down } of await db.selectFrom("answers").selectAll().execute()) {
    expect(score).toBeCloseTo(wilsonLowerBound(vote_up, vote_down), 9);
  }
  await expectListsAsRebuilt(db);
  await expectOwnListsExact(db);
}

/** Fails if totals differ from recounted ones; the database is not changed. */
async function expectListsAsRebuilt(db: Db): Promise<void> {
  const totals = async (trx: Db) => {
    const rows = await trx.selectFrom("list_totals").select(["list", "total"]).where("total", "!=", 0).execute();
    return Object.fromEntries(rows.map((row) => [row.list, row.total]).sort());
  };
  const stored = await totals(db);
  class RolledBack extends Error {}
  let rebuilt: Record<string, number> = {};
  const trial = transact(db, async (trx) => {
    await rebuildLists(trx);
    rebuilt = await totals(trx);
    throw new RolledBack();
  });
  await expect(trial).rejects.toBeInstanceOf(RolledBack);
  expect(stored).toEqual(rebuilt);
}

/** Fails if an anchor of a member's list does not count the entries at or before it. */
export async function expectOwnListsExact(db: Db): Promise<void> {
  for (const anchor of await db.selectFrom("own_list_anchors").selectAll().execute()) {
    const { table, time, item, are } = entriesOf(anchor.list as OwnList, anchor.owner_id);
    const { rows } = await sql<{ counted: number }>`select count(*) as counted from ${table}
      where ${are} and (${time}, ${item}) <= (${anchor.created_at}, ${anchor.item_id})`.execute(db);
    expect({ ...anchor, ordinal: Number(rows[0]?.counted) }).toEqual(anchor);
  }
}
