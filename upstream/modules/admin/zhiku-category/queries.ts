import type { EditedZhikuCategory } from "#app/contract/admin/zhiku/category";
import type { Db } from "#upstream/db/dialect";
import { imageFrom } from "#upstream/db/schema/columns";

/** All categories for the console, parents before their children; two statements. */
export async function listEditedCategories(db: Db): Promise<EditedZhikuCategory[]> {
  const rows = await db.selectFrom("zhiku_categories").selectAll().orderBy("position").orderBy("id").execute();
  const counts = await db
    .selectFrom("zhiku_contents")
    .select(["category_id"])
    .select((eb) => [
      eb.fn.countAll<number>().as("written"),
      eb.fn.sum<number>(eb.case().when("deleted_at", "is", null).then(1).else(0).end()).as("public"),
    ])
    .groupBy("category_id")
    .execute();
  const counted = new Map(counts.map((one) => [one.category_id, one]));
  const below = (parent: number | null): EditedZhikuCategory[] =>
    rows
      .filter(({ parent_id }) => parent_id === parent)
      .flatMap((row) => [
        {
          id: row.id,
          parentId: row.parent_id,
          name: row.name,
          description: row.description,
          cover: urlOf(row.cover),
          banner: urlOf(row.banner),
          hidden: row.hidden_at !== null,
          version: row.version,
          publicCount: Number(counted.get(row.id)?.public ?? 0),
          writtenCount: Number(counted.get(row.id)?.written ?? 0),
        },
        ...below(row.id),
      ]);
  return below(null);
}

const urlOf = (column: string | null): string => imageFrom(column)?.url ?? "";
