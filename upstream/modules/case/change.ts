import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { relist } from "#upstream/modules/content/enlist";
import { currentTags } from "#upstream/modules/content/taggings";
import { shownKeys } from "#upstream/modules/content/version-keys";
import { updateAtVersion } from "#upstream/policy/update-at-version";
import { type PreparedCase, searchedWords } from "./write";

/** A case for editing, even if it is unpublished; undefined if there is none. */
export function findEditedCase(db: Db, id: number) {
  return db.selectFrom("cases").selectAll().where("id", "=", id).executeTakeFirst();
}

type Change = {
  /** The current row. */
  before: { id: number; classification_id: number | null; tags: string; deleted_at: string | null };
  version: number;
  changed: PreparedCase;
};

/**
 * Updates a case if it still has the given version, with its lists, search entry and caches.
 * @throws BusinessError CONFLICT
 */
export async function updateCase(
  trx: Db,
  services: Pick<Services, "clock" | "search">,
  { before, version, changed }: Change,
): Promise<void> {
  const { id } = before;
  // An unpublished one doesn't count among the texts that carry its tags.
  const carried = before.deleted_at === null ? fromJson<string[]>(before.tags) : [];
  const row = await updateAtVersion(
    trx,
    "cases",
    { id, version },
    {
      title: changed.title,
      content: changed.content,
      content_html: changed.rendered.html,
      excerpt: changed.excerpt,
      headings: toJson(changed.rendered.headings),
      classification_id: changed.classificationId,
      tags: toJson(await currentTags(trx, changed.tags, carried)),
      cover: changed.cover && toJson(changed.cover),
      report: changed.report && toJson(changed.report),
      updated_at: nowIso(services),
    },
  );
  // An unpublished case is in no list.
  if (before.deleted_at !== null) await bump(trx, shownKeys("case", { id }));
  else await relist(trx, services, { kind: "case", row, words: searchedWords(changed) }, before);
}
