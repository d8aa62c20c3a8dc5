import { sql } from "kysely";
import type { Image } from "#app/contract/common";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { addToLists, removeFromLists } from "#upstream/db/list-position";
import { toBit, toJson } from "#upstream/db/schema/columns";
import { countUsers } from "#upstream/db/user-counters";
import { bump } from "#upstream/db/versions";
import { writtenAt } from "#upstream/modules/content/written-at";
import { type CategoryTree, categoryTree } from "#upstream/modules/zhiku/category/tree";
import { putIntoZhikuSearch, removeFromZhikuSearch } from "#upstream/modules/zhiku/search/entries";
import type { Rendered } from "#upstream/services/markdown/markdown";
import type { ZhikuFileRow } from "./file-row";
import { listsOf } from "./lists";

/** Stands alone on a line of the Markdown and ends the part that is free to all. */
const FREE_PART_END = /^<!--\s*more\s*-->[ \t]*$/m;

/** Fields of a new document. */
export type ContentFields = {
  categoryId: number;
  type: ZhikuContentType;
  title: string;
  /** Written for everybody. */
  abstract: string;
  /** Markdown; without `<!--more-->` nothing of it is free. */
  content: string;
  source: string;
  cover: Image | null;
  trial: boolean;
  recommended?: boolean;
  document: ZhikuFileRow | null;
  attachments: readonly ZhikuFileRow[];
  createdAt?: string;
};
/** A new document with its Markdown rendered, whole and as far as it is free. */
export type PreparedContent = ContentFields & {
  createdAt: string;
  rendered: Rendered;
  freeHtml: string;
  /** The lists that it joins. */
  lists: string[];
};

/** Renders and completes a new document, which is slow; before the transaction. */
export async function prepareContent(
  services: Pick<Services, "markdown" | "clock" | "db" | "cached">,
  fields: ContentFields,
): Promise<PreparedContent> {
  const mark = FREE_PART_END.exec(fields.content);
  const free = mark ? fields.content.slice(0, mark.index) : "";
  const rest = mark ? fields.content.slice(mark.index + mark[0].length) : fields.content;
  return {
    ...fields,
    createdAt: writtenAt(services, fields.createdAt),
    rendered: await services.markdown.render(`${free}\n${rest}`),
    freeHtml: free.trim() ? (await services.markdown.render(free)).html : "",
    lists: listsOf(await categoryTree(services), fields),
  };
}

/** Writes a content with its files and all that lists, search and caches need. */
export async function insertContent(
  trx: Db,
  services: Pick<Services, "search">,
  one: PreparedContent,
): Promise<{ id: number }> {
  const { categoryId, type, title, abstract, trial, rendered, createdAt } = one;
  const { id } = await trx
    .insertInto("zhiku_contents")
    .values({
      category_id: categoryId,
      type,
      title,
      abstract,
      cover: one.cover && toJson(one.cover),
      source: one.source,
      trial: toBit(trial),
      recommended: toBit(one.recommended ?? false),
      length: rendered.length,
      attachment_count: one.attachments.length,
      document: one.document && toJson(one.document),
      created_at: createdAt,
      updated_at: createdAt,
      deleted_at: null,
      headings: toJson(rendered.headings),
      free_html: one.freeHtml,
      content_html: rendered.html,
      content: one.content,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertAttachments(trx, id, one.attachments);
  await addToLists(trx, one.lists, { createdAt, id });
  await putIntoZhikuSearch(trx, services, {
    id,
    categoryId,
    type,
    trial,
    title,
    abstract,
    plain: rendered.plain,
    createdAt,
  });
  await bump(trx, ["zhiku-contents", `zhiku/${id}`]);
  return { id };
}

async function insertAttachments(trx: Db, contentId: number, files: readonly ZhikuFileRow[]): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto("zhiku_attachments")
    .values(
      files.map(({ key, fileName, contentType, bytes }, position) => ({
        content_id: contentId,
        position,
        key,
        file_name: fileName,
        content_type: contentType,
        bytes,
      })),
    )
    .execute();
}

/**
 * Takes a content down: nobody's favorites and history hold it any more. Its row and its files stay. `tree` is read before the transaction.
 * @throws BusinessError DOCUMENT_NOT_EXIST when it is not there
 */
export async function deleteContent(
  trx: Db,
  services: Pick<Services, "search" | "clock">,
  tree: CategoryTree,
  id: number,
): Promise<void> {
  const gone = found(
    await trx
      .updateTable("zhiku_contents")
      .set({ deleted_at: nowIso(services) })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .returning(["category_id", "type", "created_at"])
      .executeTakeFirst(),
    "DOCUMENT_NOT_EXIST",
  );
  const scope = { categoryId: gone.category_id, type: gone.type };
  await removeFromLists(trx, listsOf(tree, scope), { createdAt: gone.created_at, id });
  await removeFromZhikuSearch(trx, services, { id, ...scope });
  for (const [table, counter, time] of [
    ["zhiku_favorites", "zhiku_favorite_count", "created_at"],
    ["zhiku_readings", "zhiku_reading_count", "read_at"],
  ] as const) {
    const left = await trx
      .deleteFrom(table)
      .where("content_id", "=", id)
      .returning(["user_id", sql.ref<string>(time).as("since")])
      .execute();
    await countUsers(
      trx,
      left.map(({ user_id: userId, since }) => ({ userId, counter, by: -1, key: { createdAt: since, id } })),
    );
  }
  await bump(trx, ["zhiku-contents", `zhiku/${id}`]);
}
