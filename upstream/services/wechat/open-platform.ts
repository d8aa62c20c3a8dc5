import { z } from "zod";
import { askOutside, type Fetch } from "../ask-outside";
import { type Wechat, type WechatAppConfig, WechatError } from "./wechat";

/** Milliseconds for each of the two calls; the browser's whole request has ten seconds. */
const TIMEOUT = 4_000;
/** 40029 bad, 40163 used, 42003 expired, 41008 missing. */
const CODE_ERRORS = new Set([40029, 40163, 42003, 41008]);
const BUSY_ERRORS = new Set([-1, 45009, 45011]);

const tokenAnswer = z.object({ access_token: z.string(), openid: z.string(), unionid: z.string().optional() });
const personAnswer = z.object({ openid: z.string(), nickname: z.string().default(""), unionid: z.string().optional() });

/**
 * The website application of the WeChat open platform: `qrconnect`, then code → access_token → userinfo. Errors come
 * with HTTP 200 and an `errcode`; the token never leaves this function.
 */
export function createOpenPlatform(config: WechatAppConfig & { callbackUrl: string }, fetch: Fetch): Wechat {
  const { appId, appSecret, openBase, apiBase, callbackUrl } = config;

  async function ask<T>(path: string, query: Record<string, string>, schema: z.ZodType<T>): Promise<T> {
    const url = `${apiBase}${path}?${new URLSearchParams(query)}`;
    const answer = await askOutside(fetch, new Request(url), TIMEOUT).catch((error: Error) => {
      throw new WechatError("down", error.message);
    });
    if (answer.errcode) throw new WechatError(reasonOf(Number(answer.errcode)), `${answer.errcode}: ${answer.errmsg}`);
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new WechatError("down", `${path}: not what was expected`);
    return parsed.data;
  }

  return {
    authorization(state) {
      const query = new URLSearchParams({ appid: appId, scope: "snsapi_login", redirect_uri: callbackUrl, state });
      query.set("response_type", "code");
      const pageUrl = `${openBase}/connect/qrconnect?${query}#wechat_redirect`;
      query.set("login_type", "jssdk");
      query.set("self_redirect", "true");
      return { pageUrl, frameUrl: `${openBase}/connect/qrconnect?${query}`, frameOrigin: new URL(openBase).origin };
    },

    async identify(code) {
      const authorized = { appid: appId, secret: appSecret, code, grant_type: "authorization_code" };
      const { access_token, openid, unionid } = await ask("/sns/oauth2/access_token", authorized, tokenAnswer);
      const person = await ask("/sns/userinfo", { access_token, openid, lang: "zh_CN" }, personAnswer);
      return { subject: person.unionid ?? unionid ?? openid, nickname: person.nickname };
    },
  };
}

function reasonOf(errcode: number): WechatError["reason"] {
  if (CODE_ERRORS.has(errcode)) return "code";
  return BUSY_ERRORS.has(errcode) ? "down" : "setup";
}
