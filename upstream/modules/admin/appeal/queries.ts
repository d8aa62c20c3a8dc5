import { sql } from "kysely";
import type { AppealState } from "#app/contract/moderation/appeal";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { decisionStands } from "#upstream/modules/appeal/decisions";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";

/** Appeals by open accounts, with member, decider and answerer. */
const rows = (db: Db) =>
  db
    .selectFrom("appeals as a")
    .innerJoin("users as u", "u.id", "a.user_id")
    .leftJoin("users as d", "d.id", "a.decision_by")
    .leftJoin("users as r", "r.id", "a.answered_by")
    .where("u.deleted_at", "is", null);

/** Appeals in a state; open ones only if their decision is still in force. */
const inState = (db: Db, state: AppealState, now: string) => {
  const all = rows(db).where("a.state", "=", state);
  return state === "open" ? all.where(decisionStands(now)) : all;
};

type Page = { state: AppealState; page: number; pageSize: number };

/** One page of appeals: open ones oldest first, others by latest answer; two statements. */
export async function listAppeals(db: Db, { state, page, pageSize }: Page, now: string) {
  const { total } = await inState(db, state, now)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const list = await inState(db, state, now)
    .selectAll("a")
    .select([...AUTHOR_COLUMNS, "d.nickname as decider", "r.nickname as answerer"])
    .$if(state === "open", (query) => query.orderBy("a.created_at").orderBy("a.id"))
    .$if(state !== "open", (query) => query.orderBy("a.answered_at", "desc").orderBy("a.id", "desc"))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { total: Number(total), rows: list };
}

export type ListedRow = Awaited<ReturnType<typeof listAppeals>>["rows"][number];

/** An appeal in any state, and whether its decision is still in force. @throws BusinessError NOT_FOUND */
export async function findListed(db: Db, id: number, now: string): Promise<ListedRow & { stands: boolean }> {
  const row = await rows(db)
    .selectAll("a")
    .select([...AUTHOR_COLUMNS, "d.nickname as decider", "r.nickname as answerer"])
    .select(sql<number>`case when ${decisionStands(now)} then 1 else 0 end`.as("stands"))
    .where("a.id", "=", id)
    .executeTakeFirst();
  const { stands, ...appeal } = found(row);
  return { ...appeal, stands: Number(stands) === 1 };
}

/** Ids of the neighbours of an appeal in the queue; null at its ends. */
export async function neighboursOfAppeal(
  db: Db,
  { id, created_at }: Pick<ListedRow, "id" | "created_at">,
  now: string,
) {
  const beside = async (sign: "<" | ">", order: "asc" | "desc") => {
    const one = await inState(db, "open", now)
      .select("a.id")
      .where((eb) =>
        eb.or([
          eb("a.created_at", sign, created_at),
          eb.and([eb("a.created_at", "=", created_at), eb("a.id", sign, id)]),
        ]),
      )
      .orderBy("a.created_at", order)
      .orderBy("a.id", order)
      .limit(1)
      .executeTakeFirst();
    return one?.id ?? null;
  };
  return { previousId: await beside("<", "desc"), nextId: await beside(">", "asc") };
}
