import { z } from "zod";
import { nothing } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** Sorts of messages that can be ended with one click: notifications by mail and by WeChat, and the weekly letter. */
export const LETTER_SORTS = ["mail", "weekly", "wechat"] as const;
/** Sort of messages that can be ended with one click. */
export const letterSort = z.enum(LETTER_SORTS);
export type LetterSort = z.output<typeof letterSort>;

const token = z.string().min(1).max(100);

/** Beyond the 142 specified calls: unsubscribing by the signed link in each message, without a login. */
export const unsubscribeApi = {
  look: endpoint({
    method: "GET",
    path: "/api/ext/unsubscribe/:token",
    summary: "一个退订链接退的是哪一种邮件或微信消息；什么也不改",
    params: z.object({ token }),
    data: z.object({ sort: letterSort }),
  }),
  stop: endpoint({
    method: "POST",
    path: "/api/ext/unsubscribe",
    summary: "按退订链接不再发这一种邮件或微信消息；重复一次没有关系",
    body: z.object({ token }),
    data: nothing,
  }),
};
