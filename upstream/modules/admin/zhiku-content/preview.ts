import type { z } from "zod";
import type { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import type { ZhikuDenial } from "#app/contract/zhiku/content";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { categoryRef, categoryTree } from "#upstream/modules/zhiku/category/tree";
import { findEditedContent } from "#upstream/modules/zhiku/content/change";
import { headingsFor, previewOf } from "#upstream/modules/zhiku/content/view";
import { contained, renderContent } from "#upstream/modules/zhiku/content/write";
import { keptContent, writtenContent } from "./fields";

type Input = z.output<typeof adminZhikuContentApi.preview.body>;
type Preview = z.input<typeof adminZhikuContentApi.preview.data>;

/** Reason why each kind of reader can't read a document that is not a trial; null if they can. */
const DENIED: Record<Input["as"], ZhikuDenial | null> = {
  visitor: "NOT_LOGIN",
  member: "RIGHTS_NOT_SUBSCRIBED",
  entitled: null,
};

/**
 * Returns a document as a kind of reader would get it, by the same renderer as when it is stored, without storing
 * anything.
 * @throws BusinessError INVALID_PARAMS by field if it could not be saved
 */
export async function previewContent(call: StaffCall, { id, as, ...fields }: Input): Promise<Preview> {
  const [held, row] =
    id === undefined ? [null, null] : [await keptContent(call.db, id), await findEditedContent(call.db, id)];
  const written = await writtenContent(call, fields, held);
  const ready = await renderContent(call, written);
  const denied = written.trial && as === "member" ? null : DENIED[as];
  const { table_count, picture_count } = contained(ready.rendered.html);
  const { title, abstract, cover, type, trial, source, document, attachments } = written;
  return {
    content: {
      id: id ?? 0,
      title,
      abstract,
      cover,
      type,
      trial,
      source,
      category: categoryRef(await categoryTree(call), written.categoryId),
      attachmentCount: attachments.length,
      readCount: row?.read_count ?? 0,
      favoriteCount: row?.favorite_count ?? 0,
      createdAt: row?.created_at ?? nowIso(call),
      updatedAt: nowIso(call),
      contentHtml: denied ? ready.freeHtml : ready.rendered.html,
      headings: headingsFor(ready.rendered.headings, denied ? ready.freeHeadings : null),
      length: ready.rendered.length,
      tableCount: table_count,
      pictureCount: picture_count,
      version: row?.version ?? 1,
      viewer: { favorited: false, denied },
    },
    attachments: attachments.map(({ fileName, contentType, bytes }, at) => ({
      id: at + 1,
      fileName,
      contentType,
      bytes,
      preview: previewOf(contentType),
      downloadCount: 0,
    })),
    original: document && { fileName: document.fileName, contentType: document.contentType, bytes: document.bytes },
  };
}
