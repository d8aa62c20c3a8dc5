import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { cleanImage } from "#upstream/services/storage/clean-image";
import { isOfType } from "#upstream/services/storage/file-type";
import { BusyError } from "#upstream/services/storage/gate";
import { incomingKey, isPicture } from "./rules";

type Announced = { key: string; content_type: string; bytes: number };
/** Size of a checked upload in bytes and pixels (0 if not a picture). */
export type Confirmed = { bytes: number; width: number; height: number };

/**
 * Records that a file is at its public key. If the upload expired meanwhile, the file is deleted.
 * @throws BusinessError NOT_FOUND if it expired
 */
export async function markConfirmed(
  { db, objects }: Pick<Services, "db" | "objects">,
  key: string,
  confirmed: Confirmed,
): Promise<void> {
  const known = await db
    .updateTable("objects")
    .set({ ...confirmed, confirmed: 1 })
    .where("key", "=", key)
    .returning("key")
    .executeTakeFirst();
  if (known) return;
  for (const stored of [key, incomingKey(key)]) await objects.remove(stored);
  throw new BusinessError("NOT_FOUND", "这次上传已经过期了，请重新上传");
}

/** Checks that are running in this process, by key: whoever asks for the same one gets its result. */
const current = new Map<string, Promise<Confirmed>>();

/**
 * Checks an uploaded file once, however many ask for it at once. A refused one is forgotten, so that nothing else can
 * be uploaded to the same URL and checked without counting as an upload.
 * @throws BusinessError NOT_FOUND if nothing was uploaded, UPLOAD_REJECTED, RATE_LIMITED if too many wait
 */
export function processUpload(services: Pick<Services, "db" | "objects">, file: Announced): Promise<Confirmed> {
  const { key } = file;
  const before = current.get(key);
  if (before) return before;
  const checked = takeUpload(services, file)
    .catch(async (error: unknown) => {
      if (error instanceof BusinessError && error.code === "UPLOAD_REJECTED")
        await services.db.deleteFrom("objects").where("key", "=", key).where("confirmed", "=", 0).execute();
      throw error;
    })
    .finally(() => current.delete(key));
  current.set(key, checked);
  return checked;
}

/**
 * Checks an uploaded file, moves it to its public key (pictures re-encoded, other files unchanged) and records it. A
 * file that does not match its announcement is deleted.
 * @throws BusinessError NOT_FOUND if nothing was uploaded, UPLOAD_REJECTED, RATE_LIMITED if too many wait
 */
async function takeUpload(services: Pick<Services, "db" | "objects">, file: Announced): Promise<Confirmed> {
  const { objects } = services;
  const incoming = incomingKey(file.key);
  if (!isPicture(file.content_type)) {
    const confirmed = await takeAsItIs(objects, file, incoming);
    await markConfirmed(services, file.key, confirmed);
    return confirmed;
  }
  const uploaded = await objects.get(incoming);
  if (!uploaded) throw new BusinessError("NOT_FOUND", "文件还没有上传完成");
  const checked = await check(file, uploaded.bytes);
  if (!checked) {
    await objects.remove(incoming);
    throw new BusinessError("UPLOAD_REJECTED", "图片已损坏、太大或与类型不符");
  }
  const confirmed = { bytes: checked.bytes.byteLength, width: checked.width, height: checked.height };
  await objects.put(file.key, checked.bytes, file.content_type);
  // In this order, a concurrent call that no longer finds the upload finds the record.
  await markConfirmed(services, file.key, confirmed);
  await objects.remove(incoming);
  return confirmed;
}

/**
 * Moves a file that is not a picture without loading it into memory; parts of it are enough to check its type. Of two
 * concurrent calls, one moves it and the other finds it moved.
 */
async function takeAsItIs(objects: Services["objects"], file: Announced, incoming: string): Promise<Confirmed> {
  try {
    await moveChecked(objects, file, incoming);
  } catch (error) {
    const refused = error instanceof BusinessError && error.code === "UPLOAD_REJECTED";
    if (refused || (await objects.sizeOf(file.key)) !== file.bytes) throw error;
  }
  return { bytes: file.bytes, width: 0, height: 0 };
}

async function moveChecked(objects: Services["objects"], { key, content_type, bytes }: Announced, incoming: string) {
  const uploaded = await objects.sizeOf(incoming);
  if (uploaded === null) throw new BusinessError("NOT_FOUND", "文件还没有上传完成");
  const read = (from: number, to: number) => objects.readPart(incoming, { from, to: to - 1 });
  if (uploaded !== bytes || !(await isOfType(content_type, { bytes, read }))) {
    await objects.remove(incoming);
    throw new BusinessError("UPLOAD_REJECTED", "文件内容与类型不符");
  }
  await objects.move(incoming, key, content_type);
}

async function check({ key, content_type, bytes }: Announced, found: Uint8Array) {
  if (found.byteLength !== bytes) return null;
  return cleanImage(found, content_type, { avatar: key.startsWith("avatar/") }).catch((error: unknown) => {
    if (error instanceof BusyError) throw new BusinessError("RATE_LIMITED", undefined, { retryAfter: 2 });
    throw error;
  });
}
