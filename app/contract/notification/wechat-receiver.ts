import { z } from "zod";
import { nothing } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** Beyond the 142 specified calls: linking a member to the official account, so that it can send them notifications. */
export const wechatReceiverApi = {
  keep: endpoint({
    method: "PUT",
    path: "/api/ext/wechat/receiver",
    auth: "user",
    summary: "用在微信里得到的 code 记下我在公众号里是谁，以后的微信通知发到那里；替换之前的",
    body: z.object({ code: z.string().min(1).max(200) }),
    data: nothing,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/ext/wechat/receiver",
    auth: "user",
    summary: "忘掉我在公众号里是谁，不再发微信通知；要收哪些仍记着",
    data: nothing,
  }),
};
