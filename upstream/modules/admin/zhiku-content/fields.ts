import type { z } from "zod";
import type { zhikuContentFields } from "#app/contract/admin/zhiku/content";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson, imageFrom } from "#upstream/db/schema/columns";
import { chosenPicture } from "#upstream/modules/upload/chosen-picture";
import { cleanFileName } from "#upstream/modules/upload/file-name";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import type { KeptFile } from "#upstream/modules/zhiku/content/attachments";
import { type ContentPlace, filesOf, findEditedContent, placeOf } from "#upstream/modules/zhiku/content/change";
import type { ZhikuFileRow } from "#upstream/modules/zhiku/content/file-row";
import type { ContentFields } from "#upstream/modules/zhiku/content/write";

/** Fields of a document written by staff, with its files loaded. */
export type WrittenContent = Omit<ContentFields, "attachments"> & { attachments: readonly KeptFile[] };

/** State of a document, as logged. */
export type KeptContent = WrittenContent & { place: ContentPlace; version: number };

/** Loads a document's state, as logged. @throws BusinessError NOT_FOUND */
export async function keptContent(db: Db, id: number): Promise<KeptContent> {
  const row = found(await findEditedContent(db, id));
  const files = await filesOf(db, id);
  return {
    categoryId: row.category_id,
    type: row.type,
    title: row.title,
    abstract: row.abstract,
    content: row.content,
    source: row.source,
    cover: imageFrom(row.cover),
    trial: row.trial === 1,
    recommended: row.recommended === 1,
    document: row.document === null ? null : fromJson<ZhikuFileRow>(row.document),
    attachments: files.map((file) => ({
      id: file.id,
      key: file.key,
      fileName: file.file_name,
      contentType: file.content_type,
      bytes: file.bytes,
      downloadCount: file.download_count,
    })),
    place: placeOf(row),
    version: row.version,
  };
}

const NO_CATEGORY = "没有这个分类";
type Body = Omit<z.output<typeof zhikuContentFields>, "publishedAt">;

/**
 * Loads the pictures and files in a document's form.
 * @param before the stored document; null for a new one
 * @throws BusinessError INVALID_PARAMS by field: an unknown category, picture or file
 */
export async function writtenContent(
  call: StaffCall,
  { categoryId, cover, document, attachments, ...rest }: Body,
  before: KeptContent | null,
): Promise<WrittenContent> {
  if (!(await categoryTree(call)).byId.has(categoryId)) {
    throw new BusinessError("NOT_FOUND", NO_CATEGORY, { fields: { categoryId: NO_CATEGORY } });
  }
  const held = before ? [...before.attachments, ...(before.document ? [before.document] : [])] : [];
  const keys = [document, ...attachments.map(({ key }) => key)].filter(Boolean);
  const files = await filesUnder(call.db, keys, held);
  const original = document ? files.get(document) : null;
  if (original === undefined) throw invalid({ document: "请重新上传这个文件" });
  return {
    ...rest,
    categoryId,
    cover: await chosenPicture(call, cover, { held: [before?.cover ?? null], field: "cover", alt: rest.title }),
    document: original,
    attachments: attachments.map(({ key, fileName }, at) => {
      const file = files.get(key);
      if (!file) throw invalid({ [`attachments.${at}.fileName`]: "请重新上传这个文件" });
      const { contentType, bytes } = file;
      return { key, contentType, bytes, fileName: namedLike(fileName, key) };
    }),
  };
}

/** Loads files by key: those of the document, and uploads for documents. */
async function filesUnder(
  db: Db,
  keys: readonly string[],
  held: readonly ZhikuFileRow[],
): Promise<Map<string, ZhikuFileRow>> {
  const known = new Map(
    held.map(({ key, fileName, contentType, bytes }) => [key, { key, fileName, contentType, bytes }]),
  );
  const fresh = keys.filter((key) => !known.has(key) && key.startsWith("zhiku/"));
  if (fresh.length === 0) return known;
  const rows = await db
    .selectFrom("objects")
    .select(["key", "file_name", "content_type", "bytes"])
    .where("key", "in", fresh)
    .where("confirmed", "=", 1)
    .execute();
  for (const { key, file_name: fileName, content_type: contentType, bytes } of rows) {
    known.set(key, { key, fileName, contentType, bytes });
  }
  return known;
}

/** File name with the key's extension, so that the reader's computer can open it. */
function namedLike(fileName: string, key: string): string {
  const clean = cleanFileName(fileName);
  const end = key.slice(key.lastIndexOf("."));
  return /\.[\p{L}\p{N}]{1,8}$/u.test(clean) ? clean : clean + end;
}
