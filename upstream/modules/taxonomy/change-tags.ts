import type { Selectable } from "kysely";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { TagsTable } from "#upstream/db/schema/tags";
import { STORED } from "#upstream/db/stored-kinds";
import { bump } from "#upstream/db/versions";
import { changedSince } from "#upstream/policy/changed-since";
import { nameKey } from "#upstream/text/name-key";
import { beginMove, findFinishedMove, requireNoMove, tagsBefore, undoMove } from "./moves";
import { countCarriers, type KindWithTags, WITH_TAGS } from "./tag-moves";

/** Row of a tag. */
export type TagRow = Selectable<TagsTable>;
/** Number of things of each kind affected by a change. */
export type Touched = Record<KindWithTags, number>;
/** Result of a change: what it affects, the id of its move, and whether it has ended. */
export type TagChange = { touched: Touched; move: number | null; ended: boolean };

/** Row of the tag with this name; undefined if there is none. */
export const findTag = (db: Db, name: string): Promise<TagRow | undefined> =>
  db.selectFrom("tags").selectAll().where("name", "=", name).executeTakeFirst();

const synonymsOf = (db: Db, tag: string): Promise<TagRow[]> =>
  db.selectFrom("tags").selectAll().where("alias_of", "=", tag).orderBy("name").execute();

/** Bumps everything that shows tags, or links to them. */
const bumpTags = (trx: Db) => bump(trx, [...WITH_TAGS.map((kind) => STORED[kind].table), "feed"]);

/** Row of a name that is used, ruled or was used before. @throws BusinessError NOT_FOUND */
async function requireRow(trx: Db, name: string): Promise<TagRow> {
  const row = await findTag(trx, name);
  if (!row) throw new BusinessError("NOT_FOUND", `没有“${name}”这个标签`);
  return row;
}

/** @throws BusinessError NOT_FOUND; CONFLICT for a synonym or a hidden tag */
async function requireTag(trx: Db, name: string): Promise<TagRow> {
  const row = await requireRow(trx, name);
  if (row.alias_of !== null) throw new BusinessError("CONFLICT", `“${name}”是“${row.alias_of}”的同义词，不是标签`);
  if (row.hidden_at !== null) throw new BusinessError("CONFLICT", `“${name}”隐藏着，请先重新显示`);
  return row;
}

/** The call that changes a tag; a dry run only counts what it would touch. */
type Asked = Pick<StaffCall, "clock" | "client">;
type Become = { from: string; to: string };

/**
 * Merges a tag into another: things with both keep one, and the name becomes a synonym of the other.
 * @throws BusinessError NOT_FOUND, CONFLICT, INVALID_PARAMS by field
 */
export async function mergeTag(trx: Db, asked: Asked, change: Become): Promise<TagChange> {
  const { from, to } = change;
  const source = await requireTag(trx, from);
  if (to === from) throw invalid({ to: "请写另一个标签" });
  const target = await findTag(trx, to);
  if (!target) throw invalid({ to: "没有这个标签；要换一个新名字，请用改名" });
  if (target.alias_of !== null) throw invalid({ to: `它是“${target.alias_of}”的同义词，请并入“${target.alias_of}”` });
  if (target.hidden_at !== null) throw invalid({ to: "这个标签隐藏着，请先重新显示" });
  return become(trx, asked, change, [source, target]);
}

/**
 * Renames a tag to an unused name; the old name becomes a synonym.
 * @throws BusinessError NOT_FOUND, CONFLICT, INVALID_PARAMS by field
 */
export async function renameTag(trx: Db, asked: Asked, change: Become): Promise<TagChange> {
  const { from, to } = change;
  const source = await requireTag(trx, from);
  if (to === from) throw invalid({ to: "和现在的名字一样" });
  const target = await findTag(trx, to);
  if (target && target.alias_of !== null && target.alias_of !== from) {
    throw invalid({ to: `它是“${target.alias_of}”的同义词` });
  }
  if (target && target.hidden_at !== null) throw invalid({ to: "有一个同名的标签隐藏着" });
  const carried = sum(await countCarriers(trx, to));
  if (carried > 0 || (await synonymsOf(trx, to)).length > 0) {
    throw invalid({ to: `已经有这个标签（${carried} 份内容），请用合并` });
  }
  return become(trx, asked, change, target ? [source, target] : [source]);
}

async function become(trx: Db, asked: Asked, { from, to }: Become, rows: readonly TagRow[]): Promise<TagChange> {
  await requireNoMove(trx, "tag", [from, to]);
  const touched = await countCarriers(trx, from);
  if (asked.client.dryRun) return { touched, move: null, ended: true };
  const synonyms = (await synonymsOf(trx, from)).filter(({ name }) => name !== to);
  await trx
    .insertInto("tags")
    .values({ name: to })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ alias_of: null, ruled_key: null }))
    .execute();
  // Concurrent writers with the old name wait here, and then restart.
  await trx
    .updateTable("tags")
    .set({ alias_of: to, ruled_key: nameKey(from) })
    .where("name", "=", from)
    .execute();
  await trx.updateTable("tags").set({ alias_of: to }).where("alias_of", "=", from).execute();
  const move = await beginMove(trx, asked, {
    sort: "tag",
    source: from,
    target: to,
    tags: [...rows, ...synonyms],
  });
  await bumpTags(trx);
  return { touched, move: move.id, ended: move.ended };
}

/**
 * Undoes a merge or a rename. @throws BusinessError CONFLICT if the tag was changed since, or the move has not ended
 */
export async function unmergeTag(trx: Db, from: string, moveId: number): Promise<void> {
  const move = await findFinishedMove(trx, moveId);
  const now = await findTag(trx, from);
  if (now?.alias_of !== move.target) throw changedSince();
  const target = move.target === null ? undefined : await findTag(trx, move.target);
  if (!target || target.hidden_at !== null) throw changedSince();
  for (const { name, alias_of, hidden_at, ruled_key } of tagsBefore(move)) {
    // Its synonym target may have been changed.
    const held = await findTag(trx, name);
    if (name !== move.target && held?.alias_of !== move.target) continue;
    await trx.updateTable("tags").set({ alias_of, hidden_at, ruled_key }).where("name", "=", name).execute();
  }
  await undoMove(trx, move);
  await bumpTags(trx);
}

/** Removes a tag from everything, and prevents its use. @throws BusinessError NOT_FOUND, CONFLICT */
export async function hideTag(trx: Db, asked: Asked, name: string): Promise<TagChange> {
  const row = await requireTag(trx, name);
  await requireNoMove(trx, "tag", [name]);
  const touched = await countCarriers(trx, name);
  if (asked.client.dryRun) return { touched, move: null, ended: true };
  await trx
    .updateTable("tags")
    .set({ hidden_at: nowIso(asked), ruled_key: nameKey(name) })
    .where("name", "=", name)
    .execute();
  const move = await beginMove(trx, asked, { sort: "tag", source: name, target: null, tags: [row] });
  await bumpTags(trx);
  return { touched, move: move.id, ended: move.ended };
}

/** Restores a hidden tag on what had it. @throws BusinessError NOT_FOUND; CONFLICT if it is not hidden */
export async function showTag(trx: Db, name: string): Promise<void> {
  const row = await requireRow(trx, name);
  if (row.hidden_at === null) throw new BusinessError("CONFLICT", "这个标签没有隐藏");
  await requireNoMove(trx, "tag", [name]);
  await trx.updateTable("tags").set({ hidden_at: null, ruled_key: null }).where("name", "=", name).execute();
  const hidden = await trx
    .selectFrom("taxonomy_moves")
    .select("id")
    .where("sort", "=", "tag")
    .where("source", "=", name)
    .where("target", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (hidden) await undoMove(trx, await findFinishedMove(trx, hidden.id));
  await bumpTags(trx);
}

/**
 * Makes an unused name a synonym of a tag. @returns its row before; null if it had none
 * @throws BusinessError NOT_FOUND, CONFLICT, INVALID_PARAMS by field
 */
export async function addSynonym(
  trx: Db,
  { tag, synonym }: { tag: string; synonym: string },
): Promise<{ before: TagRow | null }> {
  await requireTag(trx, tag);
  if (synonym === tag) throw invalid({ synonym: "和标签一样" });
  const before = (await findTag(trx, synonym)) ?? null;
  if (before && before.alias_of !== null) throw invalid({ synonym: `已经是“${before.alias_of}”的同义词` });
  if (before && before.hidden_at !== null) throw invalid({ synonym: "这个标签隐藏着，请先重新显示" });
  const carried = sum(await countCarriers(trx, synonym));
  if (carried > 0 || (await synonymsOf(trx, synonym)).length > 0) {
    throw invalid({ synonym: `它是一个标签（${carried} 份内容），请用合并` });
  }
  await requireNoMove(trx, "tag", [tag, synonym]);
  const ruled = { alias_of: tag, ruled_key: nameKey(synonym) };
  await trx
    .insertInto("tags")
    .values({ name: synonym, ...ruled })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(ruled))
    .execute();
  await bumpTags(trx);
  return { before };
}

/** Removes a synonym. @returns its row before @throws BusinessError NOT_FOUND */
export async function removeSynonym(trx: Db, synonym: string): Promise<TagRow> {
  const before = await requireRow(trx, synonym);
  if (before.alias_of === null) throw new BusinessError("NOT_FOUND", `“${synonym}”不是同义词`);
  await requireNoMove(trx, "tag", [synonym]);
  await trx.updateTable("tags").set({ alias_of: null, ruled_key: null }).where("name", "=", synonym).execute();
  await bumpTags(trx);
  return before;
}

/** Restores the row of a name, if it is still as a change left it. @throws BusinessError CONFLICT */
export async function putTagRow(
  trx: Db,
  { name, before, aliasNow }: { name: string; before: TagRow | null; aliasNow: string | null },
): Promise<void> {
  const now = await findTag(trx, name);
  if ((now?.alias_of ?? null) !== aliasNow || (now?.total ?? 0) > 0 || (now?.hidden_at ?? null) !== null) {
    throw changedSince();
  }
  if (before) {
    const { alias_of, hidden_at, ruled_key } = before;
    if (alias_of !== null) await requireTag(trx, alias_of);
    await trx
      .insertInto("tags")
      .values({ name, alias_of, hidden_at, ruled_key })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ alias_of, hidden_at, ruled_key }))
      .execute();
  } else {
    await trx.deleteFrom("tags").where("name", "=", name).execute();
  }
  await bumpTags(trx);
}

const sum = (touched: Touched): number => WITH_TAGS.reduce((all, kind) => all + touched[kind], 0);
