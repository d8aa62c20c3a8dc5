import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { adminProfileApi, StaffProfile } from "#app/contract/admin/zhiku/profile";
import type { ProfileState } from "#app/contract/admin/zhiku/profile-states";
import type { Db } from "#upstream/db/dialect";
import { containsWord } from "#upstream/db/like";
import { matchesIdOr } from "#upstream/modules/admin/list/matching";
import { pageOf } from "#upstream/modules/admin/list/page";
import { beyond, cursorAfter, readPosition } from "#upstream/modules/admin/list/position";
import { AUTHOR_COLUMNS, authorView } from "#upstream/modules/author/author";
import { maskPhone } from "#upstream/modules/user/view";

type Filter = z.output<typeof adminProfileApi.list.query>;

const profiles = (db: Db) =>
  db
    .selectFrom("zhiku_profiles as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .selectAll("p")
    .select(AUTHOR_COLUMNS);

type ProfileRow = Awaited<ReturnType<ReturnType<typeof profiles>["execute"]>>[number];

/** Professional profiles in a state, after a list position: waiting ones oldest first, reviewed ones latest first. */
export async function listProfiles(db: Db, { state, q, cursor, limit }: Filter) {
  const position = readPosition(cursor, ["time", "id"]);
  const waiting = state === "waiting";
  const [time, way] = waiting ? (["p.updated_at", "asc"] as const) : (["p.reviewed_at", "desc"] as const);
  let query = waiting
    ? profiles(db).where("p.reviewed_at", "is", null)
    : profiles(db)
        .where("p.reviewed_at", "is not", null)
        .where("p.rejected", "=", state === "rejected" ? 1 : 0);
  if (position) query = query.where(beyond([time, "p.user_id"], way, position));
  if (q !== "") query = query.where(matching(q));
  const rows = await query
    .orderBy(time, way)
    .orderBy("p.user_id", way)
    .limit(limit + 1)
    .execute();
  const page = pageOf(rows, limit, ({ updated_at, reviewed_at, user_id }) =>
    cursorAfter(reviewed_at ?? updated_at, user_id),
  );
  return { list: page.list.map(profileView), nextCursor: page.nextCursor };
}

function matching(q: string): RawBuilder<boolean> {
  const columns = ["p.name", "p.company", "p.email", "u.nickname"];
  const inWords = columns.map((column) => containsWord(sql.ref(column), q));
  return matchesIdOr("p.user_id", q, inWords);
}

/** Number of profiles waiting for review. */
export async function countWaiting(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom("zhiku_profiles")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("reviewed_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

const stateOf = ({ reviewed_at, rejected }: Pick<ProfileRow, "reviewed_at" | "rejected">): ProfileState =>
  reviewed_at === null ? "waiting" : rejected === 1 ? "rejected" : "approved";

const profileView = (row: ProfileRow): StaffProfile => ({
  owner: authorView(row),
  name: row.name,
  company: row.company,
  department: row.department,
  position: row.position,
  email: row.email,
  phone: maskPhone(row.phone),
  state: stateOf(row),
  rejectReason: row.rejected === 1 ? row.reject_reason : "",
  updatedAt: row.updated_at,
  reviewedAt: row.reviewed_at,
});
