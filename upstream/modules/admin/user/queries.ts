import { sql } from "kysely";
import type { z } from "zod";
import type { adminUserApi, Sanction } from "#app/contract/admin/user/user";
import { kindsWith } from "#app/contract/kinds";
import type { ReportTarget } from "#app/contract/moderation/report";
import { DAY } from "#runtime/time-units";
import type { Db } from "#upstream/db/dialect";
import { matchesPerson } from "#upstream/modules/admin/list/matching";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";
import { idsBy } from "#upstream/modules/content/ids-by";
import { sanctionsInForce } from "#upstream/policy/sanctions";

type Filter = z.output<typeof adminUserApi.list.query> & { now: Date };

const NEW_DAYS = 7;

const users = (db: Db) => db.selectFrom("users as u");
type Users = ReturnType<typeof users>;

function filtered(db: Db, { q, state, now }: Filter): Users {
  let found = users(db);
  const iso = now.toISOString();
  if (state === "closed") found = found.where("u.deleted_at", "is not", null);
  else if (state !== "all") found = found.where("u.deleted_at", "is", null);
  if (state === "new") found = found.where("u.created_at", ">", new Date(now.getTime() - NEW_DAYS * DAY).toISOString());
  if (state === "sanctioned") found = found.where("u.id", "in", sanctionsInForce(db, iso).select("user_id"));
  if (state === "staff") found = found.where("u.id", "in", db.selectFrom("staff").select("user_id"));
  return q === "" ? found : found.where(matchesPerson(q));
}

const COLUMNS = [...AUTHOR_COLUMNS, "u.phone", "u.created_at", "u.deleted_at"] as const;

/** One page of members, newest first; two statements. */
export async function listUsers(db: Db, filter: Filter) {
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await filtered(db, filter)
    .select(COLUMNS)
    .orderBy("u.id", "desc")
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute();
  return { total: Number(total), rows };
}

/** Active sanctions of several members. */
export const sanctionsOfAll = (db: Db, ids: readonly number[], now: string) =>
  sanctionsInForce(db, now)
    .select(["user_id", "kind", "id"])
    .where("user_id", "in", ids.length ? ids : [0])
    .orderBy("id")
    .execute();

/** Roles of several members. */
export const rolesOfAll = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("staff")
    .select(["user_id", "role"])
    .where("user_id", "in", ids.length ? ids : [0])
    .orderBy("granted_at")
    .orderBy("role")
    .execute();

/** A member, including closed accounts, with all account data for the console. */
export const findUser = (db: Db, id: number) =>
  users(db)
    .leftJoin("identities as i", (join) => join.onRef("i.user_id", "=", "u.id").on("i.provider", "=", "wechat"))
    .leftJoin("mail_addresses as m", "m.user_id", "u.id")
    .select([...COLUMNS, "u.bio", "u.company", "u.city", "u.password_hash", "i.subject as weixin", "m.address as mail"])
    .select(kindsWith("owned").map((kind) => `u.${kind}_count` as const))
    .where("u.id", "=", id)
    .executeTakeFirst();

/** All sanctions a member ever had, latest first. */
export async function sanctionsOf(db: Db, userId: number, now: string): Promise<Sanction[]> {
  const rows = await db
    .selectFrom("sanctions as s")
    .leftJoin("users as b", "b.id", "s.imposed_by")
    .leftJoin("users as l", "l.id", "s.lifted_by")
    .selectAll("s")
    .select(["b.nickname as imposer", "l.nickname as lifter"])
    .where("s.user_id", "=", userId)
    .orderBy("s.id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    from: row.from_at,
    until: row.until_at,
    by: row.imposer ?? "",
    liftedAt: row.lifted_at,
    liftedBy: row.lifter,
    inForce: row.lifted_at === null && (row.until_at === null || row.until_at > now),
  }));
}

/** Number of rows in each state. */
async function countStates(rows: Promise<{ state: string; total: number }[]>): Promise<(state: string) => number> {
  const counts = new Map((await rows).map(({ state, total }) => [state, Number(total)]));
  return (state) => counts.get(state) ?? 0;
}

/** Number of a member's held texts, by outcome. */
export async function heldOf(db: Db, userId: number) {
  const of = await countStates(
    db
      .selectFrom("reviews")
      .select(["state", (eb) => eb.fn.countAll<number>().as("total")])
      .where("author_id", "=", userId)
      .groupBy("state")
      .execute(),
  );
  return { waiting: of("waiting"), approved: of("approved"), refused: of("refused") };
}

/** Number of reports about a member and their texts. */
export async function reportsAbout(db: Db, userId: number) {
  const own = [
    sql`select 'user' as kind, cast(${userId} as bigint) as id`,
    ...kindsWith("owned").map((kind) => sql`select ${sql.lit(kind)}, id from ${idsBy(kind, userId)} as written`),
  ];
  const of = await countStates(
    db
      .selectFrom(sql<{ kind: ReportTarget; id: number }>`(${sql.join(own, sql` union all `)})`.as("own"))
      .innerJoin("reports as r", (join) =>
        join.onRef("r.target_kind", "=", "own.kind").onRef("r.target_id", "=", "own.id"),
      )
      .select(["r.state", (eb) => eb.fn.countAll<number>().as("total")])
      .groupBy("r.state")
      .execute(),
  );
  return { open: of("open"), upheld: of("upheld"), dismissed: of("dismissed") };
}

/** Number of a member's orders, and of paid ones. */
export async function ordersOf(db: Db, userId: number) {
  const rows = await db
    .selectFrom("zhiku_orders")
    .select(["state", (eb) => eb.fn.countAll<number>().as("total")])
    .where("user_id", "=", userId)
    .groupBy("state")
    .execute();
  const paid = rows.find(({ state }) => state === "paid")?.total ?? 0;
  return { paid: Number(paid), all: rows.reduce((sum, { total }) => sum + Number(total), 0) };
}
