import { z } from "zod";
import { count } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { ICON_USES } from "#app/contract/files/icon-uses";

/** Maximum characters of the keys in one query for versions; URLs may be twice as long. */
export const VERSION_KEYS_LENGTH_MAX = 4_000;

/** Calls on the state of the site: what it can do, how new it is, how much it has, its icon. */
export const siteStateApi = {
  capabilities: endpoint({
    method: "GET",
    path: "/api/ext/capabilities",
    summary: "这个上游提供哪些扩展",
    data: z.object({ capabilities: z.array(z.string()) }),
  }),
  versions: endpoint({
    method: "GET",
    path: "/api/ext/versions",
    summary: "本站最近一次改动的版本，和这些键里最新的版本；按页面声明的依赖判断它是否还对",
    query: z.object({
      /** Keys of `X-Depends-On`, comma-separated. */
      keys: z.string().max(VERSION_KEYS_LENGTH_MAX).default(""),
    }),
    data: z.object({ now: count, latest: count }),
  }),
  siteIcon: endpoint({
    method: "GET",
    path: "/api/ext/site-icon",
    summary: "本站图标，按用途画成的大小；答案是图片本身",
    query: z.object({ use: z.enum(ICON_USES) }),
    /** Replies with the bytes, without an envelope. */
    data: z.unknown(),
    reply: "blob",
  }),
  totals: endpoint({
    method: "GET",
    path: "/api/ext/totals",
    summary: "站里有多少问题、回答和文章",
    data: z.object({ question: count, answer: count, article: count }),
  }),
};
