import { type RawBuilder, sql } from "kysely";
import { hasTrait, kindsWith } from "#app/contract/kinds";
import type { SearchSort } from "#app/contract/reading/search";
import type { Db } from "#upstream/db/dialect";
import { amongIds, idList } from "#upstream/db/id-list";
import { jsonListHas } from "#upstream/db/json-list-has";
import { STORED } from "#upstream/db/stored-kinds";
import type { FoundDocument } from "./find";
import type { Within } from "./search";

/** Condition on a row `d` of `search_documents` for the chosen filters; undefined if there are none. */
export function conditionOf({ authorId, tag, since }: Within): RawBuilder<unknown> | undefined {
  const conditions: RawBuilder<unknown>[] = [];
  if (since !== undefined) conditions.push(sql`d.created_at >= ${since}`);
  if (authorId !== undefined) {
    const written = kindsWith("searchable").filter((kind) => hasTrait(kind, "owned"));
    const theirs = written.map(
      (kind) => sql`(d.kind = ${sql.lit(kind)} and exists (select 1 from ${sql.table(STORED[kind].table)} t
        where t.id = d.item_id and t.author_id = ${authorId}))`,
    );
    conditions.push(sql`(${sql.join(theirs, sql` or `)})`);
  }
  if (tag !== undefined) {
    // Answers have the tags of their questions; those of cases are in their column only.
    conditions.push(sql`(exists (select 1 from taggings t where t.tag = ${tag} and (
      (t.kind = d.kind and t.item_id = d.item_id) or (d.kind = 'answer' and t.kind = 'question' and t.item_id = d.question_id)))
      or (d.kind = 'case' and exists (select 1 from cases c where c.id = d.item_id and ${jsonListHas("c.tags", tag)})))`);
  }
  return conditions.length === 0 ? undefined : sql.join(conditions, sql` and `);
}

/** Sorts hits in another order than by relevance. */
export async function sortHits(db: Db, found: readonly FoundDocument[], sort: SearchSort): Promise<FoundDocument[]> {
  if (sort === "best" || found.length === 0) return [...found];
  const list = idList(
    db,
    found.map(({ id }) => id),
  );
  const { rows } = await sql<{ id: number }>`select d.id from search_documents d where d.id ${amongIds(db, list)}
    order by ${sort === "liked" ? sql`${likes()} desc, ` : sql``}d.created_at desc, d.id desc`.execute(db);
  const byId = new Map(found.map((one) => [one.id, one]));
  return rows.flatMap(({ id }) => byId.get(id) ?? []);
}

/** SQL for the number of likes by kind; for questions the number of answers. */
function likes(): RawBuilder<number> {
  const cases = kindsWith("searchable").map((kind) => {
    const { table, score } = STORED[kind];
    const count =
      score === undefined
        ? sql`0`
        : sql`(select t.${sql.ref(score)} from ${sql.table(table)} t where t.id = d.item_id)`;
    return sql`when ${sql.lit(kind)} then ${count}`;
  });
  return sql<number>`case d.kind ${sql.join(cases, sql` `)} else 0 end`;
}
