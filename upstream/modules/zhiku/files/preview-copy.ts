import { MINUTE } from "#runtime/time-units";
import { type Call, isoAgo, nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { ZhikuFileRow } from "#upstream/modules/zhiku/content/file-row";
import { BusyError } from "#upstream/services/storage/gate";
import { newObjectKey } from "#upstream/services/storage/object-key";
import { watermarkPdf } from "./watermark";

const MIB = 1024 * 1024;
/** Larger files can only be downloaded. */
const BYTES_MAX = 30 * MIB;
/** Milliseconds after which a copy is deleted; its URL has expired long before. */
const LIFETIME = 10 * MINUTE;
const KIND = "preview";

/**
 * Creates a copy of a PDF with the reader's id across its pages, kept for a few minutes; returns its key.
 * @throws BusinessError FORBIDDEN if there is no preview, RATE_LIMITED if too many wait
 */
export async function previewCopy(call: Call, userId: number, file: ZhikuFileRow): Promise<string> {
  const { db, objects, clock } = call;
  const tooLarge = file.bytes > BYTES_MAX;
  const original = tooLarge ? null : await objects.get(file.key);
  if (!original) {
    throw new BusinessError("FORBIDDEN", tooLarge ? "文件太大，不能在线预览，请下载后阅读" : "文件暂时无法预览");
  }
  const bytes = await watermarkPdf(original.bytes, `ID ${userId}  ${nowIso(call).slice(0, 10)}`).catch(
    (error: unknown) => {
      if (error instanceof BusyError) throw new BusinessError("RATE_LIMITED", undefined, { retryAfter: 2 });
      call.note("preview_failed", { key: file.key, error: String(error) });
      throw new BusinessError("FORBIDDEN", "文件暂时无法预览，请下载后阅读");
    },
  );
  const key = newObjectKey(KIND, "pdf", clock());
  await db
    .insertInto("objects")
    .values({
      key,
      owner_id: null,
      file_name: file.fileName,
      content_type: "application/pdf",
      bytes: bytes.length,
      confirmed: 1,
      created_at: nowIso(call),
    })
    .execute();
  await objects.put(key, bytes, "application/pdf");
  return key;
}

/** Deletes copies whose URLs have expired. */
export async function expirePreviews({
  db,
  objects,
  clock,
}: Pick<Services, "db" | "objects" | "clock">): Promise<void> {
  const past = await db
    .deleteFrom("objects")
    .where("key", ">", `${KIND}/`)
    .where("key", "<", `${KIND}0`)
    .where("created_at", "<=", isoAgo({ clock }, LIFETIME))
    .returning("key")
    .execute();
  for (const { key } of past) await objects.remove(key);
}
