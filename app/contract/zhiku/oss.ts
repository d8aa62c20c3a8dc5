import { z } from "zod";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { ossApi, presignBody, presignData } from "#app/contract/files/oss";
import { IMAGE_BYTES_MAX } from "#app/contract/limits";

/** Upload calls under zhiku's paths. */
export const zhikuOssApi = ofPart("zhiku", {
  uploadUrl: endpoint({
    method: "POST",
    path: "/api/pro/oss/getUploadPresignedUrl",
    summary: "公开小文件上传的限时地址",
    body: ossApi.uploadUrl.body,
    data: presignData,
  }),
  authUploadUrl: endpoint({
    method: "POST",
    path: "/api/pro/oss/getAuthUploadPresignedUrl",
    auth: "user",
    summary: "会员上传的限时地址",
    body: presignBody,
    data: presignData,
  }),
  upload: endpoint({
    method: "POST",
    path: "/api/pro/oss/upload",
    summary: "经服务器直接上传小文件，以 multipart/form-data 发送",
    encoding: "multipart",
    body: z.object({
      /** Name for display only; the server chooses the key. */
      fileName: z.string().min(1).max(200),
      file: z.file({ error: "请选择文件" }).min(1, "文件是空的").max(IMAGE_BYTES_MAX, "文件太大"),
    }),
    data: z.object({ key: z.string(), url: z.string() }),
  }),
});
