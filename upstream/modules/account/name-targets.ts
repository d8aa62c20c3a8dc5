import { KINDS, type Kind } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import { STORED } from "#upstream/db/stored-kinds";

type Row = Record<string, unknown>;
/** A table that rows refer to, and its column with the name to show. */
type Named = { table: keyof Database; name: string };

/** Number of names read by one statement. */
const BATCH = 500;

/** Foreign keys by column, for rows without `target_kind`. */
const FIXED: Record<string, Named> = {
  followed_id: { table: "users", name: "nickname" },
  question_id: { table: "questions", name: STORED.question.named },
  answer_id: { table: "answers", name: STORED.answer.named },
  content_id: { table: "zhiku_contents", name: "title" },
};

const isKind = (kind: unknown): kind is Kind => typeof kind === "string" && Object.hasOwn(KINDS, kind);

function targetOf(row: Row): (Named & { id: number }) | null {
  if (isKind(row.target_kind)) {
    const { table, named } = STORED[row.target_kind];
    return { table, name: named, id: Number(row.target_id) };
  }
  const column = Object.keys(FIXED).find((one) => typeof row[one] === "number");
  const fixed = column === undefined ? undefined : FIXED[column];
  return fixed ? { ...fixed, id: Number(row[column as string]) } : null;
}

/**
 * Adds `targetName` to rows that refer to a text or a person by id: its title or beginning, or the person's nickname. Rows
 * whose target was deleted stay as they are.
 */
export async function nameTargets(db: Db, rows: readonly Row[]): Promise<Row[]> {
  const names = new Map<string, string>();
  const wanted = new Map<string, Named & { ids: Set<number> }>();
  for (const row of rows) {
    const target = targetOf(row);
    if (!target) continue;
    const one = wanted.get(target.table) ?? { ...target, ids: new Set() };
    wanted.set(target.table, one);
    one.ids.add(target.id);
  }
  for (const { table, name, ids } of wanted.values()) {
    const all = [...ids];
    for (let at = 0; at < all.length; at += BATCH) {
      const found = await db
        .selectFrom(table as "articles")
        .select(["id", `${name as "title"} as name`])
        .where("id", "in", all.slice(at, at + BATCH))
        .where("deleted_at", "is", null)
        .execute();
      for (const one of found) names.set(`${table}/${one.id}`, one.name);
    }
  }
  return rows.map((row) => {
    const target = targetOf(row);
    const targetName = target && names.get(`${target.table}/${target.id}`);
    return targetName === undefined || targetName === null ? row : { ...row, targetName };
  });
}
