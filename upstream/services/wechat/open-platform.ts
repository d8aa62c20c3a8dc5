import { z } from "zod";
import type { Fetch } from "#upstream/services/external/request-external";
import { askWechat } from "./ask-wechat";
import type { Wechat, WechatAppConfig } from "./wechat";

const ADDRESS_MAX = 1_000;
const tokenReply = z.object({ access_token: z.string(), openid: z.string(), unionid: z.string().optional() });
const personReply = z.object({
  openid: z.string(),
  nickname: z.string().default(""),
  headimgurl: z.string().max(ADDRESS_MAX).catch(""),
  unionid: z.string().optional(),
});

/**
 * Client of a website application of the WeChat open platform: `qrconnect`, then code → access_token → userinfo. The
 * token never leaves this function.
 */
export function createOpenPlatform(config: WechatAppConfig & { callbackUrl: string }, fetch: Fetch): Wechat {
  const { appId, appSecret, openBase, apiBase, callbackUrl } = config;
  const ask = <T>(path: string, query: Record<string, string>, schema: z.ZodType<T>) =>
    askWechat(fetch, new Request(`${apiBase}${path}?${new URLSearchParams(query)}`), schema);

  return {
    authorization(state) {
      const query = new URLSearchParams({ appid: appId, scope: "snsapi_login", redirect_uri: callbackUrl, state });
      query.set("response_type", "code");
      const pageUrl = `${openBase}/connect/qrconnect?${query}#wechat_redirect`;
      query.set("login_type", "jssdk");
      query.set("self_redirect", "false");
      return { pageUrl, frameUrl: `${openBase}/connect/qrconnect?${query}`, frameOrigin: new URL(openBase).origin };
    },

    async identify(code) {
      const authorized = { appid: appId, secret: appSecret, code, grant_type: "authorization_code" };
      const { access_token, openid, unionid } = await ask("/sns/oauth2/access_token", authorized, tokenReply);
      const person = await ask("/sns/userinfo", { access_token, openid, lang: "zh_CN" }, personReply);
      const { nickname, headimgurl } = person;
      return { subject: person.unionid ?? unionid ?? openid, nickname, picture: largest(headimgurl) };
    },
  };
}

/** Requests the largest size: the last number of a picture's URL is its side in pixels; 0 means 640. */
const largest = (picture: string): string => picture.replace(/\/(?:46|64|96|132)$/, "/0");
