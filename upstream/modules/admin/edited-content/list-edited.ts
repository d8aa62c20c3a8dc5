import type { EditedKind } from "#app/contract/admin/edited";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";

type Page = { page: number; pageSize: number; state: "public" | "removed" };

/** One page of staff-written items, newest first, public or removed; two statements. */
export async function listEdited(db: Db, kind: EditedKind, { page, pageSize, state }: Page) {
  const { table } = STORED[kind];
  const query = db.selectFrom(table).where("deleted_at", state === "public" ? "is" : "is not", null);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await query
    .select(["id", "title", "version", "created_at", "updated_at", "deleted_at", "hide_at"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { list: rows.map(editedView), total: Number(total), page, pageSize };
}

type Row = {
  id: number;
  title: string;
  version: number;
  created_at: string;
  updated_at: string | null;
  deleted_at: string | null;
  hide_at: string | null;
};

/** Fields that the console's lists and pages show of every staff-written item. */
export const editedView = ({ id, title, version, created_at, updated_at, deleted_at, hide_at }: Row) => ({
  id,
  title,
  version,
  createdAt: created_at,
  updatedAt: updated_at,
  removedAt: deleted_at,
  hideAt: hide_at,
});
