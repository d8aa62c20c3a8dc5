import { z } from "zod";
import { count } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** Beyond the 142 specified calls: the step after the PUT to a presigned URL. */
export const uploadApi = {
  confirm: endpoint({
    method: "POST",
    path: "/api/ext/upload/confirm",
    summary: "确认上传：按内容核对类型，去掉图片里的拍摄信息；此后 url 才能读到",
    body: z.object({ key: z.string().min(1).max(200) }),
    data: z.object({
      key: z.string(),
      url: z.string(),
      fileName: z.string(),
      contentType: z.string(),
      bytes: count,
      /** Size of the picture in pixels; 0 if it is not a picture. */
      width: count,
      height: count,
    }),
    /** Re-encoding a large picture takes time. */
    timeout: 30_000,
  }),
  /** Fetches a picture of another site, pasted into an editor. */
  remote: endpoint({
    method: "POST",
    path: "/api/ext/upload/remote",
    auth: "user",
    summary: "按地址取一张站外图片，缩小后存进本站；只取公开网络上的 http(s) 地址，逐次检查转向",
    body: z.object({ url: z.url({ protocol: /^https?$/, error: "请填写图片的网址" }).max(2_048) }),
    data: z.object({ key: z.string(), url: z.string(), bytes: count, width: count, height: count }),
    /** The other site may be slow. */
    timeout: 30_000,
  }),
};
