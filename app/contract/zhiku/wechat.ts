import { z } from "zod";
import { endpoint } from "#app/contract/endpoint";

/**
 * Body of a WeChat Pay v3 notification. Parse it only after the signature over the raw bytes is verified; `resource` is
 * decrypted with the APIv3 key.
 */
export const paymentNotificationBody = z.object({
  id: z.string().min(1).max(36),
  create_time: z.string(),
  resource_type: z.literal("encrypt-resource"),
  event_type: z.string(),
  summary: z.string().optional(),
  resource: z.object({
    algorithm: z.literal("AEAD_AES_256_GCM"),
    ciphertext: z.string(),
    associated_data: z.string().default(""),
    nonce: z.string(),
    original_type: z.string().optional(),
  }),
});

/** Calls for WeChat Pay's notifications and the JS-SDK. */
export const zhikuWechatApi = {
  /** Called by WeChat Pay. Its body is `paymentNotificationBody`, omitted here so that nothing parses it before the handler. */
  payNotify: endpoint({
    method: "POST",
    path: "/api/pro/weixin/pay/notify",
    summary: "接收微信支付通知：成功答 HTTP 200，失败答 4xx 或 5xx",
    data: z.object({ code: z.enum(["SUCCESS", "FAIL"]), message: z.string() }),
    reply: "raw",
  }),
  jsSdkConfig: endpoint({
    method: "POST",
    path: "/api/pro/weixin/js-sdk/config",
    summary: "微信 JS-SDK 的签名配置；只为本站网址签名",
    /** URL of the page; its fragment is not signed. */
    body: z.object({ url: z.url({ protocol: /^https?$/, error: "网址有误" }).max(2000) }),
    data: z.object({
      appId: z.string(),
      /** Unix seconds. */
      timestamp: z.number(),
      nonceStr: z.string(),
      signature: z.string(),
      jsApiList: z.array(z.string()),
    }),
  }),
};
