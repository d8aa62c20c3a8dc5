import { z } from "zod";
import { endpoint } from "#app/contract/endpoint";
import { sessionToken } from "./session-token";

/** Call for the outcome of a login by WeChat, by the handle from the callback. */
export const queryObjApi = {
  get: endpoint({
    method: "GET",
    path: "/api/queryObj",
    summary: "读取微信授权结果的一次性句柄：已登录，或需要绑定手机号",
    query: z.object({ state: z.string().min(1).max(128), obj: z.string().min(1).max(128) }),
    data: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("login"), token: sessionToken }),
      z.object({ kind: z.literal("phone-needed"), ticket: z.string(), nickname: z.string(), avatar: z.string() }),
      z.object({ kind: z.literal("bound") }),
      z.object({ kind: z.literal("failed"), reason: z.string() }),
    ]),
  }),
};
