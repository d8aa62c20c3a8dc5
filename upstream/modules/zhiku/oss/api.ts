import { zhikuOssApi } from "#app/contract/zhiku/oss";
import { invalid } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { presignMemberUpload, presignPublicUpload, receiveUpload } from "#upstream/modules/upload/write";

export const zhikuOss = implement(zhikuOssApi, {
  uploadUrl: ({ body }, call) => presignPublicUpload(call, body),
  authUploadUrl: ({ body }, call) => presignMemberUpload(call, body),

  async upload({ body: { fileName, file } }, call) {
    if (!file.type) throw invalid({ file: "认不出文件的类型" });
    return receiveUpload(call, { fileName, contentType: file.type, bytes: new Uint8Array(await file.arrayBuffer()) });
  },
});
