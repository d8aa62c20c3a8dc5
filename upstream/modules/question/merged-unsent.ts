import { type RawBuilder, sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";

/** Texts begun under a question that are not public: by whom a draft is, and the numbers of held texts. */
export type Unsent = {
  drafts: { userId: number; baseVersion: number }[];
  held: number[];
};

type Move = { from: number; to: number };

const draftOf = (questionId: number): string => `question/${questionId}/answer`;

/**
 * Moves what is begun under a question to another: drafts of answers, and held answers and comments. Whoever has a draft
 * under both keeps both where they are: a draft is of one text. The versions of held texts stay, for nobody changed a word.
 * @param only what another move took, to take just that back
 */
export async function moveUnsent(trx: Db, move: Move, only?: Unsent): Promise<Unsent> {
  return { drafts: await moveDrafts(trx, move, only?.drafts), held: await moveHeld(trx, move, only?.held) };
}

async function moveDrafts(trx: Db, { from, to }: Move, only?: Unsent["drafts"]): Promise<Unsent["drafts"]> {
  const there = trx.selectFrom("drafts as d").select("d.user_id").where("d.target", "=", draftOf(to));
  const rows = await trx
    .selectFrom("drafts")
    .select(["user_id", "base_version"])
    .where("target", "=", draftOf(from))
    .where("user_id", "not in", there)
    .orderBy("user_id")
    .orderBy("base_version")
    .execute();
  const drafts = rows
    .map((row) => ({ userId: row.user_id, baseVersion: row.base_version }))
    .filter((row) => !only || only.some((one) => one.userId === row.userId && one.baseVersion === row.baseVersion));
  for (const { userId, baseVersion } of drafts) {
    await trx
      .updateTable("drafts")
      .set({ target: draftOf(to) })
      .where("user_id", "=", userId)
      .where("target", "=", draftOf(from))
      .where("base_version", "=", baseVersion)
      .execute();
  }
  return drafts;
}

type Stands = { questionId?: number; targetKind?: string; targetId?: number };

async function moveHeld(trx: Db, { from, to }: Move, only?: readonly number[]): Promise<number[]> {
  if (only?.length === 0) return [];
  const rows = await trx
    .selectFrom("reviews")
    .select(["id", "kind", "fields"])
    .where("state", "in", ["waiting", "refused", "withdrawn"])
    .where("kind", "in", ["answer", "comment"])
    .where("target_id", "is", null)
    .where(named(from))
    .$if(only !== undefined, (query) => query.where("id", "in", only as number[]))
    .orderBy("id")
    .execute();
  const moved: number[] = [];
  for (const { id, kind, fields } of rows) {
    const stored = fromJson<Stands>(fields);
    const isOfIt =
      kind === "answer" ? stored.questionId === from : stored.targetKind === "question" && stored.targetId === from;
    if (!isOfIt) continue;
    const place = kind === "answer" ? { questionId: to } : { targetId: to };
    await trx
      .updateTable("reviews")
      .set({ fields: toJson({ ...stored, ...place }) })
      .where("id", "=", id)
      .execute();
    moved.push(id);
  }
  return moved;
}

/** Rows whose fields may name a question; which of them do is seen when they are read. */
const named = (id: number): RawBuilder<boolean> =>
  sql`(fields like ${`%"questionId":${id}%`} or fields like ${`%"targetId":${id}%`})`;
