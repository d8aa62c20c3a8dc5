import { type RawBuilder, sql } from "kysely";
import type { PersonCounts } from "#app/contract/admin/user/person";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type Db, isUniqueViolation } from "#upstream/db/dialect";
import { rebuildOwnListsOf } from "#upstream/db/lists/own-list-anchors";
import { entriesOf, OWN_LIST_NAMES } from "#upstream/db/lists/own-lists";
import { STORED, storedAs } from "#upstream/db/stored-kinds";
import { Outdated } from "#upstream/db/transact";
import { bump, keysOf } from "#upstream/db/versions";
import { findSetting, updateSetting } from "#upstream/modules/config/settings";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { userKeys } from "#upstream/modules/user/write";
import { joinRights } from "#upstream/modules/zhiku/rights/join-rights";
import { rolesOf } from "#upstream/policy/require-staff";
import { sanctionsInForce } from "#upstream/policy/sanctions";
import { moveRows } from "./move-rows";
import { dropShared, type Pair } from "./shared-reactions";

type Needs = Pick<Services, "clock" | "config">;

/**
 * Merges one person into another: everything that the first wrote, did, bought and received becomes the other's, whose
 * name and picture stay; the first account is closed and its URL redirects. The other's login methods are kept, and
 * missing ones are taken from the first. The caller must delete files that become unused.
 * @param becomes whether the first, a member, becomes the other, an author whom nobody can log in as: sessions continue,
 * and so do the choices of notifications; else sessions end, and the other's choices count
 * @throws BusinessError CONFLICT if one is gone, the first is staff, or one is under a sanction
 */
export async function mergePeople(
  trx: Db,
  services: Needs,
  { from, into, becomes = false }: Pair & { becomes?: boolean },
): Promise<{ files: string[] }> {
  await refuseUnmergeable(trx, services, { from, into });
  await dropShared(trx, services, { from, into });
  await joinRights(trx, services, { from, into });
  await moveRows(trx, { from, into, becomes }).catch((error: unknown) => {
    // One of them has concurrently done the same as the other: restart, so that it counts once.
    throw isUniqueViolation(error) ? new Outdated("did the same meanwhile", { cause: error }) : error;
  });
  // Staff must log in to the console themselves.
  if (becomes) {
    await trx
      .updateTable("sessions")
      .set({ user_id: into, staff_until: "", sudo_until: "", proven_until: "" })
      .where("user_id", "=", from)
      .execute();
  }
  const gone = await trx.selectFrom("users").selectAll().where("id", "=", from).executeTakeFirstOrThrow();
  const files = await deleteUser(trx, services, from);
  await fillGaps(trx, into, gone);
  for (const id of [from, into].sort((one, other) => one - other)) await countPerson(trx, id);
  await recountAnchorsAt(trx, { from, into });
  await recommendInstead(trx, services, { from, into });
  await trx
    .insertInto("merged_people")
    .values({ from_id: from, into_id: into, merged_at: nowIso(services) })
    .execute();
  const changed = [...userKeys(from), ...userKeys(into), ...keysOf("news", [from, into])];
  await bump(trx, [...changed, "feed", "search", ...kindsWith("listed").map((kind) => STORED[kind].table)]);
  return { files };
}

async function refuseUnmergeable(trx: Db, services: Needs, { from, into }: Pair): Promise<void> {
  // Locked in the order of ids, so that two merges never deadlock.
  let there = 0;
  for (const id of [...new Set([from, into])].sort((one, other) => one - other)) {
    const { rows } = await sql`update users set follow_count = follow_count
      where id = ${id} and deleted_at is null returning id`.execute(trx);
    there += rows.length;
  }
  if (there < 2) throw new BusinessError("CONFLICT", "其中一个账号已经注销或并走了");
  if ((await rolesOf(trx, from)).length > 0)
    throw new BusinessError("CONFLICT", "并走的是工作人员的账号，请先收回他的角色");
  const under = await sanctionsInForce(trx, nowIso(services))
    .select("user_id")
    .where("user_id", "in", [from, into])
    .executeTakeFirst();
  if (under) throw new BusinessError("CONFLICT", "其中一个账号正受处罚，解除以后才能合并");
}

const FILLED = ["avatar", "headline", "bio", "company", "city"] as const;
type Gone = Record<(typeof FILLED)[number], string> & { phone: string | null; password_hash: string | null };

/** Fills the remaining person's empty profile fields and missing login methods. */
async function fillGaps(trx: Db, into: number, gone: Gone): Promise<void> {
  const kept = await trx.selectFrom("users").selectAll().where("id", "=", into).executeTakeFirstOrThrow();
  const filled = FILLED.filter((name) => kept[name] === "").map((name) => [name, gone[name]]);
  await trx
    .updateTable("users")
    .set({
      ...Object.fromEntries(filled),
      ...(kept.phone === null ? { phone: gone.phone, password_hash: kept.password_hash ?? gone.password_hash } : {}),
    })
    .where("id", "=", into)
    .execute();
}

/** Recomputes all counters of a person from rows, and the positions in their lists. */
async function countPerson(trx: Db, userId: number): Promise<void> {
  const set = OWN_LIST_NAMES.map((list): RawBuilder<unknown> => {
    const { table, are } = entriesOf(list, userId);
    return sql`${sql.ref(list)} = (select count(*) from ${table} where ${are})`;
  });
  const liked = kindsWith("owned").flatMap((kind) => {
    const { table, liked: column } = storedAs(kind);
    return column
      ? sql`(select coalesce(sum(a.${sql.ref(column)}), 0) from ${sql.table(table)} a
          where a.author_id = ${userId} and a.deleted_at is null)`
      : [];
  });
  set.push(sql`liked_count = ${sql.join(liked, sql` + `)}`);
  await sql`update users set ${sql.join(set)} where id = ${userId}`.execute(trx);
  await rebuildOwnListsOf(trx, userId);
}

/** Recomputes positions in other people's lists that contain the person, whose id changes. */
async function recountAnchorsAt(trx: Db, { from, into }: Pair): Promise<void> {
  const rows = await trx
    .selectFrom("own_list_anchors")
    .select("owner_id")
    .distinct()
    .where("list", "in", ["follow_count", "fans_count"])
    .where("item_id", "in", [from, into])
    .orderBy("owner_id")
    .execute();
  for (const { owner_id } of rows) await rebuildOwnListsOf(trx, owner_id);
}

/** Replaces the person in the recommended authors, keeping one entry at the first position. */
async function recommendInstead(trx: Db, services: Needs, { from, into }: Pair): Promise<void> {
  const key = "recommend-author";
  const { value: ids, version } = await findSetting(trx, key);
  if (!ids.includes(from)) return;
  const value = [...new Set(ids.map((id) => (id === from ? into : id)))];
  await updateSetting(trx, services, { key, value, version });
}

const COUNTED = {
  ...(Object.fromEntries(kindsWith("owned").map((kind) => [kind, `${STORED[kind].table} where author_id`])) as Record<
    KindWith<"owned">,
    string
  >),
  votes: "votes where user_id",
  likes: "likes where user_id",
  favorites: "favorites where user_id",
  following: "user_follows where follower_id",
  fans: "user_follows where followed_id",
  questionFollows: "question_follows where user_id",
  tagFollows: "tag_follows where user_id",
  drafts: "drafts where user_id",
  held: "reviews where author_id",
  rights: "zhiku_rights where user_id",
  orders: "zhiku_orders where user_id",
  notifications: "news where user_id",
  sessions: "sessions where user_id",
} satisfies Record<keyof PersonCounts, string>;

/** Counts of everything a person has, including deleted texts, which are moved as well. One statement. */
export async function countsOf(db: Db, userId: number): Promise<PersonCounts> {
  const counts = Object.entries(COUNTED).map(
    ([name, rows]) => sql`(select count(*) from ${sql.raw(rows)} = ${userId}) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<keyof PersonCounts, number>>`select ${sql.join(counts)}`.execute(db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, n]) => [name, Number(n)])) as PersonCounts;
}
