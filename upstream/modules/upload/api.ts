import type { z } from "zod";
import { ossApi, type presignBody, type presignData } from "#app/contract/oss";
import { uploadApi } from "#app/contract/upload";
import { type Call, nowIso } from "../../context";
import type { Db } from "../../db/dialect";
import { transact } from "../../db/transact";
import { BusinessError, found, invalid } from "../../http/errors";
import { implement } from "../../http/implement";
import { limitedWrite } from "../../http/limited-write";
import { networkOf, spend } from "../../http/limits";
import { newObjectKey } from "../../services/storage/object-key";
import { takeIn } from "./confirm";
import { cleanFileName } from "./file-name";
import { incomingKey, requireUploadable, UPLOAD_BYTES_PER_DAY } from "./rules";

const DAY = 24 * 60 * 60 * 1000;
/** Seconds within which an upload has to begin. */
const UPLOAD_SECONDS = 5 * 60;

type File = z.output<typeof presignBody>;

export const oss = implement(ossApi, {
  authUploadUrl: ({ body }, call) =>
    limitedWrite(call, "upload", async (trx, userId) => {
      await requireQuota(trx, call, userId, body.bytes);
      return presign(trx, call, body);
    }),

  uploadUrl: ({ body }, call) => {
    if (body.purpose !== "form") throw invalid({ purpose: "请先登录再上传" });
    if (call.viewer) return limitedWrite(call, "upload", (trx) => presign(trx, call, body));
    return transact(call.db, async (trx) => {
      const subject = networkOf(call.client.ip);
      await spend(trx, call, [
        { limit: "unknownUploadMinute", subject },
        { limit: "unknownUploadDay", subject },
      ]);
      return presign(trx, call, body);
    });
  },
});

export const upload = implement(uploadApi, {
  async confirm({ body: { key } }, call) {
    const { db, objects, viewer } = call;
    const row = found(await db.selectFrom("objects").selectAll().where("key", "=", key).executeTakeFirst());
    if (row.owner_id !== null && row.owner_id !== viewer?.userId) throw new BusinessError("FORBIDDEN");
    const shown = { key, url: objects.publicUrl(key), fileName: row.file_name, contentType: row.content_type };
    if (row.confirmed === 1) return { ...shown, bytes: row.bytes, width: row.width, height: row.height };
    const taken = await takeIn(call, row);
    await db
      .updateTable("objects")
      .set({ ...taken, confirmed: 1 })
      .where("key", "=", key)
      .execute();
    return { ...shown, ...taken };
  },
});

/** @throws BusinessError INVALID_PARAMS when such a file is not taken */
async function presign(trx: Db, call: Call, file: File): Promise<z.input<typeof presignData>> {
  const { objects, clock, viewer } = call;
  const key = newObjectKey(file.purpose, requireUploadable(file), clock());
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

/** @throws BusinessError UPLOAD_REJECTED when somebody uploads too much in a day; counted by what was announced */
async function requireQuota(trx: Db, { clock }: Call, userId: number, bytes: number): Promise<void> {
  const { used } = await trx
    .selectFrom("objects")
    .select((eb) => eb.fn.sum<number | string | null>("bytes").as("used"))
    .where("owner_id", "=", userId)
    .where("created_at", ">", new Date(clock().getTime() - DAY).toISOString())
    .executeTakeFirstOrThrow();
  if (Number(used ?? 0) + bytes > UPLOAD_BYTES_PER_DAY) {
    throw new BusinessError("UPLOAD_REJECTED", "今天上传的文件已达上限，请明天再试");
  }
}
