import { z } from "zod";
import { endpoint } from "#app/contract/endpoint";
import { ownerProof } from "./user";

/** Calls for login by WeChat: the URL of its page, and the exchange of its code. */
export const wechatApi = {
  authorization: endpoint({
    method: "GET",
    path: "/api/ext/wechat/authorization",
    summary: "微信授权页的地址（整页与内嵌框架）；未配置微信登录时为空",
    query: z.object({ state: z.string().regex(/^[\w-]{20,128}$/) }),
    data: z
      .object({
        /** URL to navigate to. */
        pageUrl: z.string(),
        /** URL for an iframe of 300 × 400; the top window navigates to the callback. */
        frameUrl: z.string(),
        /** Origin for `frame-src`. */
        frameOrigin: z.string(),
      })
      .nullable(),
  }),
  payerAuthorization: endpoint({
    method: "GET",
    path: "/api/ext/wechat/payer-authorization",
    summary: "在微信内打开，不经询问即带着 code 回到 path，供下单时说明由谁支付；未配置公众号时为空",
    query: z.object({
      /** Path on our site, with query. */
      path: z
        .string()
        .max(500)
        .regex(/^\/(?![\\/])[^\s\\]*$/),
      state: z.string().regex(/^[\w-]{20,128}$/),
    }),
    data: z.object({ url: z.string() }).nullable(),
  }),
  exchange: endpoint({
    method: "POST",
    path: "/api/ext/wechat/exchange",
    summary: "回调用 code 换一次性句柄 obj，再由 queryObj 读出结果；purpose 为 bind 时绑定到当前登录者",
    body: z.object({
      /** Absent if the person refused. */
      code: z.string().min(1).max(200).optional(),
      /** The caller compares it with the browser's own; the handle works only with it. */
      state: z.string().regex(/^[\w-]{20,128}$/),
      purpose: z.enum(["login", "bind"]).default("login"),
      /** Proof of the owner, required for binding. */
      proof: ownerProof.optional(),
    }),
    data: z.object({ obj: z.string() }),
  }),
};
