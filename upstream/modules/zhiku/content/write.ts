import type { Image } from "#app/contract/common";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { addToLists } from "#upstream/db/lists/site-lists";
import { toBit, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { writtenAt } from "#upstream/modules/content/written-at";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { type CutBodies, cutBodies, putIntoZhikuSearch } from "#upstream/modules/zhiku/search/entries";
import type { Rendered } from "#upstream/services/markdown/markdown";
import type { ZhikuFileRow } from "./file-row";
import { partsOf } from "./free-part";
import { listsOf } from "./lists";

/** Fields of a new document. */
export type ContentFields = {
  categoryId: number;
  type: ZhikuContentType;
  title: string;
  /** Public summary. */
  abstract: string;
  /** Text in Markdown; without `<!--more-->` nothing is free. */
  content: string;
  source: string;
  cover: Image | null;
  trial: boolean;
  recommended?: boolean;
  document: ZhikuFileRow | null;
  attachments: readonly ZhikuFileRow[];
  createdAt?: string;
};
/** A document with its whole and its free part rendered. */
export type RenderedContent = ContentFields & {
  createdAt: string;
  rendered: Rendered;
  freeHtml: string;
  /** Number of headings in the free part. */
  freeHeadings: number;
};
/** A new document, rendered and segmented. */
export type PreparedContent = RenderedContent & {
  cut: CutBodies;
  /** Names of the lists that the document joins. */
  lists: string[];
};

/** Renders a document; slow, so call it before the transaction if possible. */
export async function renderContent(
  services: Pick<Services, "markdown" | "clock">,
  fields: ContentFields,
): Promise<RenderedContent> {
  const { free, whole } = partsOf(fields.content);
  const open = free.trim() ? await services.markdown.render(free) : null;
  return {
    ...fields,
    createdAt: writtenAt(services, fields.createdAt),
    rendered: await services.markdown.render(whole),
    freeHtml: open?.html ?? "",
    freeHeadings: open?.headings.length ?? 0,
  };
}

/** Segments a rendered document for the search; call it before the transaction. */
export const cutContent = (
  services: Pick<Services, "search">,
  { abstract, rendered }: Pick<RenderedContent, "abstract" | "rendered">,
): Promise<CutBodies> => cutBodies(services, { abstract, plain: rendered.plain });

/** Renders, segments and completes a new document; call it before the transaction. */
export async function prepareContent(
  services: Pick<Services, "markdown" | "clock" | "db" | "cached" | "search">,
  fields: ContentFields,
): Promise<PreparedContent> {
  const one = await renderContent(services, fields);
  return { ...one, cut: await cutContent(services, one), lists: listsOf(await categoryTree(services), fields) };
}

/** Inserts a document with its files and everything that lists, search and caches need. */
export async function insertContent(
  trx: Db,
  services: Pick<Services, "search">,
  one: PreparedContent,
): Promise<{ id: number }> {
  const { categoryId, type, title, abstract, trial, rendered, createdAt } = one;
  const { id } = await insertRow(trx, one, { deleted_at: null });
  await addToLists(trx, one.lists, { createdAt, id });
  const entry = { id, categoryId, type, trial, title, abstract, plain: rendered.plain, createdAt };
  await putIntoZhikuSearch(trx, services, entry, one.cut);
  await bump(trx, ["zhiku-contents", `zhiku/${id}`]);
  return { id };
}

/** Inserts a document with its files, unpublished until `putContentsOnSite`. */
export const insertDraft = (trx: Db, one: RenderedContent): Promise<{ id: number }> =>
  insertRow(trx, one, { deleted_at: one.createdAt, draft: 1 });

async function insertRow(
  trx: Db,
  one: RenderedContent,
  state: { deleted_at: string | null; draft?: 1 },
): Promise<{ id: number }> {
  const { id } = await trx
    .insertInto("zhiku_contents")
    .values({ ...writtenColumns(one), ...state, created_at: one.createdAt, updated_at: one.createdAt })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertAttachments(trx, id, one.attachments);
  return { id };
}

/** Columns derived from what was written. */
export const writtenColumns = (one: Omit<RenderedContent, "attachments"> & { attachments: readonly unknown[] }) => ({
  category_id: one.categoryId,
  type: one.type,
  title: one.title,
  abstract: one.abstract,
  cover: one.cover && toJson(one.cover),
  source: one.source,
  trial: toBit(one.trial),
  recommended: toBit(one.recommended ?? false),
  length: one.rendered.length,
  attachment_count: one.attachments.length,
  document: one.document && toJson(one.document),
  headings: toJson(one.rendered.headings),
  free_headings: one.freeHeadings,
  ...contained(one.rendered.html),
  free_html: one.freeHtml,
  content_html: one.rendered.html,
  content: one.content,
});

/** Number of tables and pictures in rendered Markdown; such tags in the source are escaped, so they can be counted. */
export const contained = (html: string) => ({
  table_count: html.split("<table").length - 1,
  picture_count: html.split("<img ").length - 1,
});

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
