import type { z } from "zod";
import type { zhikuContentApi } from "#app/contract/zhiku/content";
import { type Call, type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import type { ZhikuFileRow } from "#upstream/modules/zhiku/content/file-row";
import { findAccess } from "#upstream/modules/zhiku/content/queries";
import { previewOf } from "#upstream/modules/zhiku/content/view";
import { readerOf, requireReadable } from "#upstream/modules/zhiku/rights/reader";
import { limitedWrite } from "#upstream/policy/limited-write";
import { contentDisposition } from "#upstream/services/storage/download-query";
import { previewCopy } from "./preview-copy";

/** Validity of a URL in seconds. */
const SECONDS = 60;

type Use = "preview" | "download";
type DownloadGrant = { contentId: number; attachmentId: number | null; file: ZhikuFileRow; use: Use };
type Presigned = z.input<typeof zhikuContentApi.documentDownloadUrl.data>;

/**
 * Presigns an attachment for this person.
 * @throws BusinessError DOCUMENT_NOT_EXIST, USER_INFO_INCOMPLETE, RIGHTS_NOT_SUBSCRIBED, RATE_LIMITED
 */
export async function presignAttachment(
  call: MembersCall,
  { attachmentId, use }: { attachmentId: number; use: Use },
): Promise<Presigned> {
  const row = found(
    await call.db
      .selectFrom("zhiku_attachments")
      .select(["content_id", "key", "file_name as fileName", "content_type as contentType", "bytes"])
      .where("id", "=", attachmentId)
      .executeTakeFirst(),
    "DOCUMENT_NOT_EXIST",
  );
  const { content_id: contentId, ...file } = row;
  await requireAccess(call, contentId);
  return presign(call, { contentId, attachmentId, file, use });
}

/** Presigns a document's original. @throws BusinessError like `presignAttachment` */
export async function presignDocument(
  call: MembersCall,
  { contentId, use }: { contentId: number; use: Use },
): Promise<Presigned> {
  const file = await originalOf(call, contentId);
  return presign(call, { contentId, attachmentId: null, file, use });
}

/** Streams the original itself. @throws BusinessError like `presignAttachment` */
export async function streamDocument(call: MembersCall, contentId: number): Promise<Response> {
  const file = await originalOf(call, contentId);
  await record(call, { contentId, attachmentId: null, file, use: "download" });
  const { stream, bytes } = found(await call.objects.open(file.key), "DOCUMENT_NOT_EXIST");
  return new Response(stream, {
    headers: {
      "content-type": file.contentType,
      "content-length": String(bytes),
      "content-disposition": contentDisposition("attachment", file.fileName),
      "cache-control": "private, no-store",
    },
  });
}

async function originalOf(call: MembersCall, contentId: number): Promise<ZhikuFileRow> {
  const { document } = await requireAccess(call, contentId);
  return fromJson<ZhikuFileRow>(found(document, "DOCUMENT_NOT_EXIST"));
}

async function requireAccess(call: Call, contentId: number) {
  const content = found(await findAccess(call.db, contentId), "DOCUMENT_NOT_EXIST");
  requireReadable(await readerOf(call, call.viewer, await categoryTree(call)), content);
  return content;
}

async function presign(call: MembersCall, grant: DownloadGrant): Promise<Presigned> {
  const { file, use } = grant;
  const { userId } = call.viewer;
  const preview = use === "preview" ? previewOf(file.contentType) : null;
  if (use === "preview" && preview === null) throw new BusinessError("FORBIDDEN", "这类文件不能在线预览，请下载后打开");
  await record(call, grant);
  const key = preview === "pdf" ? await previewCopy(call, userId, file) : file.key;
  const { url, expiresAt } = await call.objects.presignGet(key, {
    seconds: SECONDS,
    reader: String(userId),
    ...(use === "preview" ? { inlineName: file.fileName } : { downloadName: file.fileName }),
  });
  const { fileName, contentType, bytes } = file;
  return { fileName, contentType, bytes, url, expiresAt: expiresAt.toISOString() };
}

/** Counts and logs a download. @throws BusinessError RATE_LIMITED */
function record(call: MembersCall, { contentId, attachmentId, use }: DownloadGrant): Promise<void> {
  return limitedWrite(call, "download", async (trx, userId) => {
    await trx
      .insertInto("zhiku_downloads")
      .values({
        user_id: userId,
        content_id: contentId,
        attachment_id: attachmentId,
        use,
        address: call.client.ip,
        created_at: nowIso(call),
      })
      .execute();
    if (use === "download") await count(trx, contentId, attachmentId);
  });
}

async function count(trx: Db, contentId: number, attachmentId: number | null): Promise<void> {
  if (attachmentId !== null) {
    await trx
      .updateTable("zhiku_attachments")
      .set((eb) => ({ download_count: eb("download_count", "+", 1) }))
      .where("id", "=", attachmentId)
      .execute();
  }
  await trx
    .updateTable("zhiku_contents")
    .set((eb) => ({ download_count: eb("download_count", "+", 1) }))
    .where("id", "=", contentId)
    .execute();
  // Pages show the download counts.
  await bump(trx, [`zhiku/${contentId}`]);
}
