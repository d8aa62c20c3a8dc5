import { zhikuContentApi } from "#app/contract/zhiku/content";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { show, showPage } from "#upstream/call/shown";
import { fromJson } from "#upstream/db/schema/columns";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { isFavorite } from "#upstream/modules/zhiku/favorites/queries";
import { presignAttachment, presignDocument, streamDocument } from "#upstream/modules/zhiku/files/download";
import { withStandings } from "#upstream/modules/zhiku/reading/standings";
import { readerOf } from "#upstream/modules/zhiku/rights/reader";
import type { Heading } from "#upstream/services/markdown/markdown";
import type { ZhikuFileRow } from "./file-row";
import { attachmentsOf, findAccess, findContent, listContents, recommendedContents, relatedContents } from "./queries";
import { headingsFor, previewOf, zhikuListedView, zhikuSummaryView } from "./view";

const RECOMMENDED_MAX = 8;
const NOT_THERE = "DOCUMENT_NOT_EXIST";

export const zhikuContent = implement(zhikuContentApi, {
  async get({ params: { id } }, call) {
    const { row, summary, headings } = await call.sharedPart(`zhiku/content/${id}`, async (shared) => {
      shared.dependsOn(`zhiku/${id}`);
      const row = found(await findContent(shared.db, id), NOT_THERE);
      const summary = show(shared, zhikuSummaryView(row, await categoryTree(shared)));
      return { row, summary, headings: fromJson<Heading[]>(row.headings) };
    });
    const [reader, favorited] = await Promise.all([
      readerOf(call, call.viewer, await categoryTree(call)),
      isFavorite(call.db, call.viewer, id),
    ]);
    const denied = reader.denial(row);
    return {
      ...summary,
      source: row.source,
      contentHtml: denied ? row.free_html : row.content_html,
      headings: headingsFor(headings, denied ? row.free_headings : null),
      length: row.length,
      tableCount: row.table_count,
      pictureCount: row.picture_count,
      version: row.version,
      viewer: { favorited, denied },
    };
  },

  async attachmentList({ query: { contentId } }, { db, dependsOn }) {
    dependsOn(`zhiku/${contentId}`);
    const rows = found(await attachmentsOf(db, contentId), NOT_THERE);
    return rows.map((row) => ({
      id: row.id,
      fileName: row.file_name,
      contentType: row.content_type,
      bytes: row.bytes,
      preview: previewOf(row.content_type),
      downloadCount: row.download_count,
    }));
  },

  async hasDocument({ query: { contentId } }, { db, dependsOn }) {
    dependsOn(`zhiku/${contentId}`);
    const { document } = found(await findAccess(db, contentId), NOT_THERE);
    if (document === null) return { hasDocument: false, file: null };
    const { fileName, contentType, bytes } = fromJson<ZhikuFileRow>(document);
    return { hasDocument: true, file: { fileName, contentType, bytes } };
  },

  async list({ query }, call) {
    call.dependsOn("zhiku-contents");
    const tree = await categoryTree(call);
    const { rows, ...found } = await listContents(call.db, tree, query);
    const listed = await withStandings(call, tree, rows);
    return showPage(call, query, { ...found, rows: listed }, (row) => zhikuListedView(row, tree));
  },

  async recommendationList({ query: { contentId } }, call) {
    call.dependsOn("zhiku-contents");
    const tree = await categoryTree(call);
    const rows =
      contentId === undefined
        ? await recommendedContents(call.db, RECOMMENDED_MAX)
        : await relatedContents(call.db, tree, found(await findAccess(call.db, contentId), NOT_THERE), RECOMMENDED_MAX);
    return rows.map((row) => show(call, zhikuSummaryView(row, tree)));
  },

  attachmentDownloadUrl: ({ body }, call) => presignAttachment(call, body),
  documentDownloadUrl: ({ body }, call) => presignDocument(call, body),
  downloadDocument: ({ body }, call) => streamDocument(call, body.contentId),
});
