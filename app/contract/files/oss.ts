import { z } from "zod";
import { endpoint } from "#app/contract/endpoint";
import { ATTACHMENT_BYTES_MAX } from "#app/contract/limits";

/** Announcement of an upload: its purpose, content type and size in bytes. */
export const presignBody = z.object({
  /** Name for display only; the server chooses the key. */
  fileName: z.string().min(1, "文件没有名字").max(200, "文件名不能超过 200 个字"),
  contentType: z.string().max(100),
  bytes: z.number().int().positive("文件是空的").max(ATTACHMENT_BYTES_MAX, "文件不能超过 200 MB"),
  purpose: z.enum(["avatar", "cover", "content", "form", "attachment"]).default("content"),
});

/** Purpose of an upload, which determines types, size and place. */
export type UploadPurpose = z.output<typeof presignBody>["purpose"];

/** URL and headers for the PUT; `url` is its public URL once it is confirmed. */
export const presignData = z.object({
  uploadUrl: z.string(),
  headers: z.record(z.string(), z.string()),
  key: z.string(),
  url: z.string(),
  expiresAt: z.string(),
});

/** Calls for presigned upload URLs. */
export const ossApi = {
  authUploadUrl: endpoint({
    method: "POST",
    path: "/api/oss/getAuthUploadPresignedUrl",
    auth: "user",
    summary: "会员上传的限时地址",
    body: presignBody,
    data: presignData,
  }),
  uploadUrl: endpoint({
    method: "POST",
    path: "/api/oss/getUploadPresignedUrl",
    summary: "公开表单小文件上传的限时地址",
    body: presignBody.extend({ purpose: presignBody.shape.purpose.removeDefault().default("form") }),
    data: presignData,
  }),
};
