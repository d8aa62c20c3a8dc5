import { ossApi } from "#app/contract/files/oss";
import { uploadApi } from "#app/contract/files/upload";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { processUpload } from "./confirm";
import { presignMemberUpload, presignPublicUpload, receiveRemotePicture } from "./write";

export const oss = implement(ossApi, {
  authUploadUrl: ({ body }, call) => presignMemberUpload(call, body),
  uploadUrl: ({ body }, call) => presignPublicUpload(call, body),
});

export const upload = implement(uploadApi, {
  async confirm({ body: { key } }, call) {
    const { db, objects, viewer } = call;
    const row = found(await db.selectFrom("objects").selectAll().where("key", "=", key).executeTakeFirst());
    if (row.owner_id !== null && row.owner_id !== viewer?.userId) throw new BusinessError("FORBIDDEN");
    const shown = { key, url: objects.publicUrl(key), fileName: row.file_name, contentType: row.content_type };
    if (row.confirmed === 1) return { ...shown, bytes: row.bytes, width: row.width, height: row.height };
    const taken = await processUpload(call, row).catch(async (error: unknown) => {
      // Sent twice: the other call was first.
      const now = await db.selectFrom("objects").selectAll().where("key", "=", key).executeTakeFirst();
      if (now?.confirmed !== 1) throw error;
      return { bytes: now.bytes, width: now.width, height: now.height };
    });
    return { ...shown, ...taken };
  },
  remote: ({ body: { url } }, call) => receiveRemotePicture(call, url),
});
