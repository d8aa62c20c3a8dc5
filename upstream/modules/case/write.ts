import { sql } from "kysely";
import type { Image } from "#app/contract/common";
import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { addToLists, type ListKey, removeFromLists } from "#upstream/db/list-position";
import { toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { addToFeed, removeFromFeed } from "#upstream/modules/content/feed";
import { shownKeys } from "#upstream/modules/content/keys";
import { hotRank } from "#upstream/modules/content/rules";
import { tidyTags } from "#upstream/modules/content/taggings";
import { writtenAt } from "#upstream/modules/content/written-at";
import type { Rendered } from "#upstream/services/markdown/markdown";
import type { CaseReport } from "./view";

/** Fields of a new case. */
export type CaseFields = {
  title: string;
  /** Markdown. */
  content: string;
  /** Shown in lists; the first words of the text, unless given. */
  excerpt?: string;
  classificationId: number | null;
  tags: readonly string[];
  cover: Image | null;
  /** The file that members can download. */
  report: CaseReport | null;
  /** For imports and the demo; now, unless given. */
  createdAt?: string;
};
/** A new case with its Markdown rendered. */
export type PreparedCase = Required<CaseFields> & { rendered: Rendered };

/** Renders and completes a new case, which is slow; before the transaction. */
export async function prepareCase(
  services: Pick<Services, "markdown" | "clock">,
  fields: CaseFields,
): Promise<PreparedCase> {
  const rendered = await services.markdown.render(fields.content);
  return {
    ...fields,
    title: fields.title.trim(),
    excerpt: fields.excerpt || rendered.excerpt,
    tags: tidyTags(fields.tags),
    createdAt: writtenAt(services, fields.createdAt),
    rendered,
  };
}

/** Writes a case with all that lists, counters, search and caches need. */
export async function insertCase(
  trx: Db,
  services: Pick<Services, "search">,
  one: PreparedCase,
): Promise<{ id: number }> {
  const { title, createdAt, classificationId, rendered } = one;
  const hot = hotRank(0, createdAt);
  const { id } = await trx
    .insertInto("cases")
    .values({
      classification_id: classificationId,
      title,
      content: one.content,
      content_html: rendered.html,
      excerpt: one.excerpt,
      headings: toJson(rendered.headings),
      cover: one.cover && toJson(one.cover),
      tags: toJson(one.tags),
      report: one.report && toJson(one.report),
      hot,
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await countInClassification(trx, classificationId, 1);
  await addToFeed(trx, { kind: "case", id, createdAt, hot });
  await addToLists(trx, listsOf(classificationId), { createdAt, id });
  await services.search.put(trx, [{ kind: "case", id, title, body: `${one.excerpt}\n${rendered.plain}`, createdAt }]);
  await bump(trx, [...shownKeys("case", { id }), "search"]);
  return { id };
}

/**
 * Takes a case off the site; its row stays.
 * @throws BusinessError NOT_FOUND when it is not there or deleted.
 */
export async function deleteCase(trx: Db, services: Pick<Services, "search" | "clock">, id: number): Promise<void> {
  const gone = found(
    await trx
      .updateTable("cases")
      .set({ deleted_at: nowIso(services) })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .returning(["classification_id", "created_at"])
      .executeTakeFirst(),
  );
  const key: ListKey = { createdAt: gone.created_at, id };
  await countInClassification(trx, gone.classification_id, -1);
  await removeFromFeed(trx, "case", id);
  await removeFromLists(trx, listsOf(gone.classification_id), key);
  await services.search.remove(trx, "case", id);
  await bump(trx, [...shownKeys("case", { id }), "search"]);
}

const listsOf = (classificationId: number | null): string[] => [
  "case",
  "feed",
  ...(classificationId === null ? [] : [`case/class/${classificationId}`]),
];

async function countInClassification(trx: Db, id: number | null, by: 1 | -1): Promise<void> {
  if (id === null) return;
  await trx
    .updateTable("classifications")
    .set({ total: sql`total + ${by}` })
    .where("id", "=", id)
    .execute();
}
