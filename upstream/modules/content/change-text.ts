import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { bump, type VersionKey } from "#upstream/db/versions";
import { notifyMentioned } from "#upstream/modules/notification/mentions";
import { fromColumns, isSameText, toColumns } from "./editor-columns";
import { type Enlisted, relist } from "./enlist";
import { giveFiles } from "./give-files";
import { type ListedRow, listedRowColumns } from "./listed";
import { findSource, type SourceRow, sourceView } from "./source";
import { currentTagsJson } from "./taggings";
import { keepVersions } from "./text-versions";
import { renderedColumns, type WrittenText } from "./written-text";

/** A change of a text. */
export type TextChange<K extends WrittenKind> = {
  id: number;
  /** Version that the change is based on. */
  version: number;
  /** Person who makes the change, if not its author. */
  by?: number;
  /** The author's reason for the change. */
  reason?: string;
  text: WrittenText<K>;
};

/** Additional work for texts of one kind; not done if the change changes nothing. */
type Beside<K extends WrittenKind> = {
  /** Takes locks that must be acquired before the text's. */
  lock?(before: SourceRow<K>): Promise<unknown>;
  /** Updates what belongs to the text. @returns the version keys of what it changed */
  after?(before: SourceRow<K>): Promise<VersionKey[]>;
};

/**
 * Stores a changed text and updates everything that depends on it; does nothing if nothing differs.
 * @throws BusinessError NOT_FOUND; FORBIDDEN if it is somebody else's; CONFLICT with the stored text as `data` if it
 * was changed since
 */
export async function changeText<K extends WrittenKind>(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  change: TextChange<K> & { kind: K },
  beside: Beside<K> = {},
): Promise<{ id: number; version: number }> {
  const { kind, id, version, by, reason = "", text } = change;
  const before = found(await findSource(trx, kind, id));
  const columns = await currentColumns(trx, kind, text, before as Placed);
  const same = before.author_id === text.authorId && isSameText(kind, before, columns);
  // Sent twice, or again after a lost reply.
  if (same) return { id, version: before.version };
  if (before.author_id !== text.authorId) throw new BusinessError("FORBIDDEN");
  if (before.version !== version) throw new BusinessError("CONFLICT", undefined, sourceView(kind, before));
  await beside.lock?.(before);
  const at = nowIso(services);
  const changed = await trx
    .updateTable(STORED[kind].table as "articles")
    .set({ ...columns, ...renderedColumns(kind, text.rendered), version: version + 1, updated_at: at })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("deleted_at", "is", null)
    .returning(listedRowColumns(kind) as (keyof ListedRow<"article">)[])
    .executeTakeFirst();
  // Somebody changed it concurrently: check again.
  if (!changed) return changeText(trx, services, change, beside);
  await keepVersions(
    trx,
    { kind, id },
    {
      before: { version, fields: fromColumns(kind, before), by: before.author_id, at: before.updated_at },
      after: { version: version + 1, fields: fromColumns(kind, columns), by: by ?? before.author_id, at, reason },
    },
  );
  if (by !== undefined) {
    const [was, is] = [before, columns].map((row) => Object.values(row).map(String));
    await giveFiles(trx, { from: by, to: text.authorId, before: was ?? [], after: is ?? [] });
  }
  const words = { title: "title" in text ? text.title : "", body: text.rendered.plain, cut: text.cut };
  await relist(trx, services, { kind, row: changed, words } as Enlisted, before as Placed);
  const others = (await beside.after?.(before)) ?? [];
  await bump(trx, [...others, ...(await notifyMentioned(trx, { kind, id }, text))]);
  return { id, version: version + 1 };
}

/** Columns of a row that determine the lists a text is in. */
type Placed = { tags?: string; classification_id?: number | null };

/** Columns of a submitted text, with its tags mapped to the current ones. */
async function currentColumns<K extends WrittenKind>(trx: Db, kind: K, text: WrittenText<K>, before: Placed) {
  const columns = toColumns(kind, text);
  if (!("tags" in columns)) return columns;
  return { ...columns, tags: await currentTagsJson(trx, columns.tags as string, before.tags ?? "[]") };
}
