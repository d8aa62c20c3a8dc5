import type { Image } from "#app/contract/common";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { addToLists } from "#upstream/db/list-position";
import { toBit, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { writtenAt } from "#upstream/modules/content/written-at";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { putIntoZhikuSearch } from "#upstream/modules/zhiku/search/entries";
import type { Rendered } from "#upstream/services/markdown/markdown";
import type { ZhikuFileRow } from "./file-row";
import { partsOf } from "./free-part";
import { listsOf } from "./lists";

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
  const { free, whole } = partsOf(fields.content);
  return {
    ...fields,
    createdAt: writtenAt(services, fields.createdAt),
    rendered: await services.markdown.render(whole),
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
