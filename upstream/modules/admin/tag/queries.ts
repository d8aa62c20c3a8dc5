import { sql } from "kysely";
import type { z } from "zod";
import type { adminTagApi, EditedTag, ListedTag, TagState } from "#app/contract/admin/site/tag";
import type { Db } from "#upstream/db/dialect";
import { containsWord } from "#upstream/db/like";
import { pageOf } from "#upstream/modules/admin/list/page";
import { cursorAfter, readPosition } from "#upstream/modules/admin/list/position";
import { findRunning } from "#upstream/modules/taxonomy/moves";
import { countCarriers } from "#upstream/modules/taxonomy/tag-moves";

type Filter = z.output<typeof adminTagApi.list.query>;

const tagsLike = (db: Db, { q, state }: Pick<Filter, "q" | "state">) => {
  const tags = db.selectFrom("tags").$if(q !== "", (query) => query.where(containsWord(sql.ref("name"), q)));
  if (state === "hidden") return tags.where("hidden_at", "is not", null);
  if (state === "synonym") return tags.where("alias_of", "is not", null);
  return tags.where("total", ">", 0).where("alias_of", "is", null).where("hidden_at", "is", null);
};

/** Tags in a state, those with most texts first; two statements, continuing after the previous page. */
export async function listTags(db: Db, filter: Filter) {
  const position = readPosition(filter.cursor, ["count", "text"]);
  const { total } = await tagsLike(db, filter)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  let page = tagsLike(db, filter).select(["name", "total", "hidden_at", "alias_of"]);
  if (position) {
    const [used, name] = position;
    page = page.where(({ eb, or, and }) =>
      or([eb("total", "<", used), and([eb("total", "=", used), eb("name", ">", name)])]),
    );
  }
  const rows = await page
    .orderBy("total", "desc")
    .orderBy("name")
    .limit(filter.limit + 1)
    .execute();
  const { list, nextCursor } = pageOf(rows, filter.limit, (row) => cursorAfter(row.total, row.name));
  return { list: list.map(listedView), total: Number(total), nextCursor };
}

type Row = { name: string; total: number; hidden_at: string | null; alias_of: string | null };

const stateOf = ({ hidden_at, alias_of }: Row): TagState =>
  alias_of !== null ? "synonym" : hidden_at !== null ? "hidden" : "used";

const listedView = (row: Row): ListedTag => ({
  name: row.name,
  total: row.total,
  state: stateOf(row),
  meant: row.alias_of,
});

/** Maps a tag's row for the console. */
export async function editedView(db: Db, row: Row): Promise<EditedTag> {
  const synonyms = await db
    .selectFrom("tags")
    .select("name")
    .where("alias_of", "=", row.name)
    .orderBy("name")
    .execute();
  return {
    ...listedView(row),
    touched: await countCarriers(db, row.name),
    synonyms: synonyms.map(({ name }) => name),
    moving: (await findRunning(db, "tag", [row.name])) !== undefined,
  };
}
