import { type RawBuilder, sql } from "kysely";
import { draftTargets } from "#app/contract/writing/draft-targets";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";

/** Unpublished texts under a question: owners of drafts, and numbers of held texts. */
export type Unsent = {
  drafts: { userId: number; baseVersion: number }[];
  held: number[];
};

/** Texts that an earlier move took, and the comments to which held replies move as well. */
type Limited = Unsent & { repliesTo: readonly number[] };

type Move = { from: number; to: number };

/**
 * Moves unpublished texts under a question to another: drafts of answers, held answers and comments. If somebody has a
 * draft under both, neither is moved. Versions of held texts stay the same, since no text changed.
 * @param only what to move back, instead of everything
 */
export async function moveUnsent(trx: Db, move: Move, only?: Limited): Promise<Unsent> {
  return { drafts: await moveDrafts(trx, move, only?.drafts), held: await moveHeld(trx, move, only) };
}

async function moveDrafts(trx: Db, { from, to }: Move, only?: Unsent["drafts"]): Promise<Unsent["drafts"]> {
  const there = trx.selectFrom("drafts as d").select("d.user_id").where("d.target", "=", draftTargets.answer(to));
  const rows = await trx
    .selectFrom("drafts")
    .select(["user_id", "base_version"])
    .where("target", "=", draftTargets.answer(from))
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
      .set({ target: draftTargets.answer(to) })
      .where("user_id", "=", userId)
      .where("target", "=", draftTargets.answer(from))
      .where("base_version", "=", baseVersion)
      .execute();
  }
  return drafts;
}

type Stands = { questionId?: number; targetKind?: string; targetId?: number; replyToId?: number | null };

async function moveHeld(trx: Db, { from, to }: Move, only?: Limited): Promise<number[]> {
  const rows = await trx
    .selectFrom("reviews")
    .select(["id", "kind", "fields"])
    .where("state", "in", ["waiting", "refused", "withdrawn"])
    .where("kind", "in", ["answer", "comment"])
    .where("target_id", "is", null)
    .where(named(from))
    .orderBy("id")
    .execute();
  const moved: number[] = [];
  for (const { id, kind, fields } of rows) {
    const stored = fromJson<Stands>(fields);
    const isOfIt =
      kind === "answer" ? stored.questionId === from : stored.targetKind === "question" && stored.targetId === from;
    const isMeant = !only || only.held.includes(id) || only.repliesTo.includes(stored.replyToId ?? 0);
    if (!isOfIt || !isMeant) continue;
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

/** SQL filter for rows whose fields may refer to a question; the exact check is made after reading them. */
const named = (id: number): RawBuilder<boolean> =>
  sql`(fields like ${`%"questionId":${id}%`} or fields like ${`%"targetId":${id}%`})`;
