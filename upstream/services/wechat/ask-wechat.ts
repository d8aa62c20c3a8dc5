import type { z } from "zod";
import { type Fetch, requestExternal } from "#upstream/services/external/request-external";
import { WechatError } from "./wechat";

/** Timeout of each call in milliseconds; the browser's whole request has ten seconds. */
const TIMEOUT = 4_000;
/** 40029 bad, 40163 used, 42003 expired, 41008 missing. */
const CODE_ERRORS = new Set([40029, 40163, 42003, 41008]);
const BUSY_ERRORS = new Set([-1, 45009, 45011]);

/**
 * Calls `api.weixin.qq.com`, which returns errors with HTTP 200 and an `errcode`.
 * @throws WechatError
 */
export async function askWechat<T>(fetch: Fetch, request: Request, schema: z.ZodType<T>): Promise<T> {
  const reply = await requestExternal(fetch, request, TIMEOUT).catch((error: Error) => {
    throw new WechatError("down", error.message);
  });
  if (reply.errcode) {
    const errcode = Number(reply.errcode);
    throw new WechatError(reasonOf(errcode), `${errcode}: ${reply.errmsg}`, errcode);
  }
  const parsed = schema.safeParse(reply);
  if (!parsed.success) throw new WechatError("down", `${new URL(request.url).pathname}: not what was expected`);
  return parsed.data;
}

function reasonOf(errcode: number): WechatError["reason"] {
  if (CODE_ERRORS.has(errcode)) return "code";
  return BUSY_ERRORS.has(errcode) ? "down" : "setup";
}
