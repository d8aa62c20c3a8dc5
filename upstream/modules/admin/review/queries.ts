import type { HeldKind } from "#app/contract/review";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";

const COLUMNS = [
  "r.id",
  "r.author_id",
  "r.kind",
  "r.state",
  "r.created_at",
  "r.decided_at",
  "r.fields",
  "r.target_id",
  "r.version",
  "r.reason",
  "r.published_id",
  "r.held_for",
  "r.word",
] as const;

/** Held texts of people who are still here, with their authors. */
const rows = (db: Db) =>
  db.selectFrom("reviews as r").innerJoin("users as u", "u.id", "r.author_id").where("u.deleted_at", "is", null);

/** Those that wait; of one kind where it is given. */
const waiting = (db: Db, kind: HeldKind | undefined) => {
  const all = rows(db).where("r.state", "=", "waiting");
  return kind === undefined ? all : all.where("r.kind", "=", kind);
};

type Page = { kind: HeldKind | undefined; page: number; pageSize: number };

/** A page of the queue, what waits longest first; two statements. */
export async function listQueue(db: Db, { kind, page, pageSize }: Page) {
  const { total } = await waiting(db, kind)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const list = await waiting(db, kind)
    .select([...COLUMNS, ...AUTHOR_COLUMNS])
    .orderBy("r.created_at")
    .orderBy("r.id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { total: Number(total), rows: list };
}

export type QueuedRow = Awaited<ReturnType<typeof listQueue>>["rows"][number];

/** A held text in whatever state. @throws BusinessError NOT_FOUND */
export async function findQueued(db: Db, id: number): Promise<QueuedRow> {
  const query = rows(db).select([...COLUMNS, ...AUTHOR_COLUMNS]);
  return found(await query.where("r.id", "=", id).executeTakeFirst());
}

/** Ids of those that wait before and after a text; null at the ends of the queue. */
export async function neighboursOf(db: Db, row: Pick<QueuedRow, "id" | "created_at">) {
  const beside = async (sign: "<" | ">", order: "asc" | "desc") => {
    const one = await waiting(db, undefined)
      .select("r.id")
      .where((eb) =>
        eb.or([
          eb("r.created_at", sign, row.created_at),
          eb.and([eb("r.created_at", "=", row.created_at), eb("r.id", sign, row.id)]),
        ]),
      )
      .orderBy("r.created_at", order)
      .orderBy("r.id", order)
      .limit(1)
      .executeTakeFirst();
    return one?.id ?? null;
  };
  return { previousId: await beside("<", "desc"), nextId: await beside(">", "asc") };
}

/** How many other texts of an author were let through, were refused, and wait. */
export async function pastOf(db: Db, { id, author_id }: Pick<QueuedRow, "id" | "author_id">) {
  const counts = await db
    .selectFrom("reviews")
    .select(["state", (eb) => eb.fn.countAll<number>().as("total")])
    .where("author_id", "=", author_id)
    .where("id", "!=", id)
    .groupBy("state")
    .execute();
  const of = (state: string) => Number(counts.find((one) => one.state === state)?.total ?? 0);
  return { approved: of("approved"), refused: of("refused"), waiting: of("waiting") };
}
