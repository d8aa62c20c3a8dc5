import { createHash } from "node:crypto";

/** Parameters for `wx.config`, besides the application and the list of functions. */
export type PageSignature = {
  nonceStr: string;
  /** Time in Unix seconds. */
  timestamp: number;
  signature: string;
};

/**
 * Signs a page for the JS-SDK (JS-SDK 使用权限签名算法): SHA-1 over the ticket, the nonce, the time and the page's URL up to
 * `#`, unescaped and in this order.
 */
export function signPage(
  ticket: string,
  { nonceStr, timestamp, url }: { nonceStr: string; timestamp: number; url: string },
): PageSignature {
  const page = url.split("#", 1)[0];
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${page}`;
  return { nonceStr, timestamp, signature: createHash("sha1").update(text).digest("hex") };
}
