import { z } from "zod";
import { nothing } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** Beyond the 142 specified calls: a new member's WeChat picture, fetched only when they want it. */
export const wechatPictureApi = {
  get: endpoint({
    method: "GET",
    path: "/api/ext/wechat-picture",
    auth: "user",
    summary: "我在微信里有没有头像可以拿来用；注册时用的不是微信、已有头像或过了三十天，都没有",
    data: z.object({ offered: z.boolean() }),
  }),
  take: endpoint({
    method: "POST",
    path: "/api/ext/wechat-picture",
    auth: "user",
    summary: "把微信里的头像取到本站，作为我的头像；已有头像的不变",
    data: nothing,
    /** WeChat may be slow. */
    timeout: 30_000,
  }),
};
