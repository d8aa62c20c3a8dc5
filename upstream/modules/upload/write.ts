import type { z } from "zod";
import type { presignBody, presignData } from "#app/contract/files/oss";
import { IMAGE_BYTES_MAX } from "#app/contract/limits";
import { DAY } from "#runtime/time-units";
import { type Call, isoAgo, type MembersCall, nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError, invalid } from "#upstream/call/errors";
import { isByMember } from "#upstream/call/require-member";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { limitedWrite } from "#upstream/policy/limited-write";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import { fetchPicture } from "#upstream/services/external/fetch-picture";
import { FetchRefused } from "#upstream/services/external/guarded-fetch";
import { cleanImage } from "#upstream/services/storage/clean-image";
import { BusyError, createGate } from "#upstream/services/storage/gate";
import { extensionOf, newObjectKey } from "#upstream/services/storage/object-key";
import { shrinkPicture } from "#upstream/services/storage/shrink-picture";
import { type Confirmed, markConfirmed, processUpload } from "./confirm";
import { cleanFileName } from "./file-name";
import { incomingKey, requireUploadable, UPLOAD_MEGABYTES_PER_DAY } from "./rules";

/** Kind of zhiku's files, which only presigned URLs open. */
const ZHIKU_FILES = "zhiku";
/** Seconds within which an upload must start. */
const UPLOAD_SECONDS = 5 * 60;

/** Fetching a remote picture holds all of it, up to 50 MB, in memory. */
const remoteGate = createGate(4, 32);

type File = z.output<typeof presignBody>;
/** A file with any purpose. */
type AnyFile = Omit<File, "purpose">;
type Presigned = z.input<typeof presignData>;

/**
 * Presigns an upload by a member.
 * @throws BusinessError INVALID_PARAMS, UPLOAD_REJECTED over the quota, RATE_LIMITED
 */
export function presignMemberUpload(call: MembersCall, file: File): Promise<Presigned> {
  return memberUpload(call, file, (trx) => presign(trx, call, file));
}

/**
 * Presigns an upload by anybody for a public form.
 * @throws BusinessError INVALID_PARAMS, UPLOAD_REJECTED over a member's quota, RATE_LIMITED
 */
export function presignPublicUpload(call: Call, file: File): Promise<Presigned> {
  if (file.purpose !== "form") throw invalid({ purpose: "请先登录再上传" });
  return publicUpload(call, file, (trx) => presign(trx, call, file));
}

/**
 * Presigns staff's upload of a case's report, a PDF. @throws BusinessError UPLOAD_REJECTED over the quota, RATE_LIMITED
 */
export const presignReport = (call: StaffCall, file: AnyFile): Promise<Presigned> =>
  staffUpload(call, file, newObjectKey("report", "pdf", call.clock()));

/**
 * Presigns staff's upload of a zhiku document's file, of any supported type.
 * @throws BusinessError INVALID_PARAMS for another type, UPLOAD_REJECTED over the quota, RATE_LIMITED
 */
export async function presignZhikuFile(call: StaffCall, file: AnyFile): Promise<Presigned> {
  const extension = file.contentType === "image/svg+xml" ? null : extensionOf(file.contentType);
  if (!extension) throw invalid({ contentType: "只能上传 PDF、Office 文档、ZIP、EPUB、图片、文本或音视频" });
  return staffUpload(call, file, newObjectKey(ZHIKU_FILES, extension, call.clock()));
}

const staffUpload = (call: StaffCall, file: AnyFile, key: string): Promise<Presigned> =>
  memberUpload(call, file, (trx) => presignAs(trx, call, file, key));

/**
 * Stores a small file that was sent through the server itself.
 * @throws BusinessError INVALID_PARAMS, UPLOAD_REJECTED, RATE_LIMITED
 */
export async function receiveUpload(
  call: Call,
  { fileName, contentType, bytes }: { fileName: string; contentType: string; bytes: Uint8Array },
): Promise<{ key: string; url: string }> {
  const file = { purpose: "form", fileName, contentType, bytes: bytes.byteLength } as const;
  const { objects } = call;
  const key = newObjectKey(file.purpose, requireUploadable(file), call.clock());
  await publicUpload(call, file, (trx) => announce(trx, call, file, key));
  await objects.put(incomingKey(key), bytes, contentType);
  await processUpload(call, { key, content_type: contentType, bytes: bytes.byteLength });
  return { key, url: objects.publicUrl(key) };
}

/**
 * Copies a picture from another site, so that readers don't load it from there.
 * @throws BusinessError UPLOAD_REJECTED with the reason, or over the quota; RATE_LIMITED, also if too many are
 * being copied
 */
export async function receiveRemotePicture(
  call: MembersCall,
  url: string,
  purpose: "content" | "avatar" = "content",
): Promise<Confirmed & { key: string; url: string }> {
  const { db, objects } = call;
  const key = newObjectKey(purpose, "webp", call.clock());
  const fileName = new URL(url).pathname.split("/").at(-1) || "picture";
  const file = { fileName, contentType: "image/webp", bytes: IMAGE_BYTES_MAX };
  await memberUpload(call, file, (trx) => announce(trx, call, file, key));
  try {
    const picture = await remoteGate(async () => madeOver((await fetchPicture(call.guardedFetch, url)).bytes, purpose));
    if (!picture) throw new FetchRefused("不是能读的图片");
    const { data, ...size } = picture;
    const taken = { bytes: data.byteLength, ...size };
    await objects.put(key, data, "image/webp");
    await markConfirmed(call, key, taken);
    return { ...taken, key, url: objects.publicUrl(key) };
  } catch (error) {
    await db.deleteFrom("objects").where("key", "=", key).execute();
    if (error instanceof BusyError) throw new BusinessError("RATE_LIMITED", undefined, { retryAfter: 2 });
    if (error instanceof FetchRefused) {
      const { message, passing } = error;
      throw new BusinessError("UPLOAD_REJECTED", `取不到这张图片：${message}`, passing ? { passing } : undefined);
    }
    throw error;
  }
}

/** Resizes a remote picture as uploads are; an avatar becomes a square. */
async function madeOver(bytes: Buffer, purpose: "content" | "avatar") {
  const smaller = await shrinkPicture(bytes);
  if (purpose === "content" || !smaller) return smaller;
  const square = await cleanImage(smaller.data, "image/webp", { avatar: true });
  return square && { data: square.bytes, width: square.width, height: square.height };
}

type Announced = Pick<AnyFile, "bytes">;

/** Runs one upload by a member, limited by number and by size. */
const memberUpload = <T>(call: MembersCall, { bytes }: Announced, work: (trx: Db) => Promise<T>): Promise<T> =>
  limitedWrite(call, "upload", async (trx, userId) => {
    await requireQuota(trx, call, userId, bytes);
    return work(trx);
  });

/** Runs one upload by anybody: limited like a member's, or by network if anonymous. */
function publicUpload<T>(call: Call, file: Announced, work: (trx: Db) => Promise<T>): Promise<T> {
  if (isByMember(call)) return memberUpload(call, file, work);
  return transact(call.db, async (trx) => {
    const subject = networkOf(call.client.ip);
    await consumeLimits(trx, call, [
      { limit: "unknownUploadMinute", subject },
      { limit: "unknownUploadDay", subject },
    ]);
    return work(trx);
  });
}

/** @throws BusinessError INVALID_PARAMS if such a file is not accepted */
const presign = (trx: Db, call: Call, file: File): Promise<Presigned> =>
  presignAs(trx, call, file, newObjectKey(file.purpose, requireUploadable(file), call.clock()));

async function presignAs(trx: Db, call: Call, file: AnyFile, key: string): Promise<Presigned> {
  const { objects } = call;
  await announce(trx, call, file, key);
  const { contentType, bytes } = file;
  const put = await objects.presignPut(incomingKey(key), { contentType, bytes, seconds: UPLOAD_SECONDS });
  return {
    uploadUrl: put.url,
    headers: put.headers,
    key,
    url: objects.publicUrl(key),
    expiresAt: put.expiresAt.toISOString(),
  };
}

/** Records a file that will be uploaded under this key. */
async function announce(trx: Db, call: Call, file: AnyFile, key: string): Promise<void> {
  const { viewer } = call;
  await trx
    .insertInto("objects")
    .values({
      key,
      owner_id: viewer?.userId ?? null,
      file_name: cleanFileName(file.fileName),
      content_type: file.contentType,
      bytes: file.bytes,
      created_at: nowIso(call),
    })
    .execute();
}

/** @throws BusinessError UPLOAD_REJECTED over the daily quota, counted by announced bytes */
async function requireQuota(trx: Db, { clock, limits }: Call, userId: number, bytes: number): Promise<void> {
  const { used } = await trx
    .selectFrom("objects")
    .select((eb) => eb.fn.sum<number | string | null>("bytes").as("used"))
    .where("owner_id", "=", userId)
    .where("created_at", ">", isoAgo({ clock }, DAY))
    .executeTakeFirstOrThrow();
  const megabytes = limits.maxOf("uploadMegabytesDay") ?? UPLOAD_MEGABYTES_PER_DAY;
  if (Number(used ?? 0) + bytes > megabytes * 1024 * 1024) {
    throw new BusinessError("UPLOAD_REJECTED", "今天上传的文件已达上限，请明天再试");
  }
}
