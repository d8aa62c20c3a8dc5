import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Fetch } from "#upstream/services/external/request-external";
import { askWechat } from "./ask-wechat";
import { type PageSignature, signPage } from "./js-sdk";
import { WechatError } from "./wechat";

/** An official account (服务号): its pages run inside WeChat, and its payers have an openid. */
export type OfficialAccountConfig = {
  appId: string;
  appSecret: string;
  /** Address that browsers inside WeChat are sent to. */
  openBase: string;
  /** Address of the API for codes, tokens and tickets. */
  apiBase: string;
};

/** Official account at WeChat: who pays, and what its script is configured with. */
export type OfficialAccount = {
  appId: string;
  /**
   * Address at which a browser inside WeChat learns its openid, without asking (`snsapi_base`); it comes back with a
   * code.
   */
  authorizationUrl(back: string, state: string): string;
  /** The openid behind such a code; each works once. @throws WechatError */
  payerOf(code: string): Promise<string>;
  /** Allows a page of ours to use the JS-SDK. @throws WechatError */
  signPage(url: string): Promise<PageSignature>;
};

/** Milliseconds before its end when a token or a ticket is no longer used. */
const MARGIN = 5 * 60_000;
/** The token that a ticket was asked for with is not valid (any more). */
const TOKEN_ERRORS = [40001, 40014, 42001];

const payerAnswer = z.object({ openid: z.string().min(1) });
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const ticketAnswer = z.object({ ticket: z.string().min(1), expires_in: z.number() });

/** The official account at WeChat. Its token and ticket are few a day, so they are kept until shortly before their end. */
export function createOfficialAccount(
  config: OfficialAccountConfig,
  { fetch, clock }: { fetch: Fetch; clock: () => Date },
): OfficialAccount {
  const { appId, appSecret, openBase, apiBase } = config;
  const get = <T>(path: string, query: Record<string, string>, schema: z.ZodType<T>) =>
    askWechat(fetch, new Request(`${apiBase}${path}?${new URLSearchParams(query)}`), schema);

  // Unlike `/cgi-bin/token` this gives every process the same one, and does not void the one before.
  const token = keep(clock, async () => {
    const body = JSON.stringify({ grant_type: "client_credential", appid: appId, secret: appSecret });
    const request = new Request(`${apiBase}/cgi-bin/stable_token`, { method: "POST", body });
    const { access_token, expires_in } = await askWechat(fetch, request, tokenAnswer);
    return { value: access_token, lifetime: expires_in };
  });
  const ticket = keep(clock, async () => {
    const ask = async () =>
      get("/cgi-bin/ticket/getticket", { access_token: await token.get(), type: "jsapi" }, ticketAnswer);
    const given = await ask().catch((error: unknown) => {
      if (!(error instanceof WechatError && TOKEN_ERRORS.includes(error.errcode ?? 0))) throw error;
      token.forget();
      return ask();
    });
    return { value: given.ticket, lifetime: given.expires_in };
  });

  return {
    appId,

    authorizationUrl(back, state) {
      // WeChat wants them in this order.
      const query = new URLSearchParams({ appid: appId, redirect_uri: back, response_type: "code" });
      query.set("scope", "snsapi_base");
      query.set("state", state);
      return `${openBase}/connect/oauth2/authorize?${query}#wechat_redirect`;
    },

    async payerOf(code) {
      const authorized = { appid: appId, secret: appSecret, code, grant_type: "authorization_code" };
      return (await get("/sns/oauth2/access_token", authorized, payerAnswer)).openid;
    },

    async signPage(url) {
      const timestamp = Math.floor(clock().getTime() / 1000);
      return signPage(await ticket.get(), { nonceStr: randomBytes(12).toString("hex"), timestamp, url });
    },
  };
}

/** One value for everybody until shortly before its end; those who need it while it is fetched wait for the same. */
function keep(clock: () => Date, fetchOne: () => Promise<{ value: string /** Seconds. */; lifetime: number }>) {
  let kept: { value: Promise<string>; until: number; lasts: number } | null = null;
  return {
    get(): Promise<string> {
      const left = kept ? kept.until - clock().getTime() : 0;
      // What has longer than it was given was fetched by a clock that has been put back since.
      if (kept && left > 0 && left <= kept.lasts) return kept.value;
      const always = Number.POSITIVE_INFINITY;
      const fresh = { value: Promise.resolve(""), until: always, lasts: always };
      fresh.value = fetchOne().then(
        ({ value, lifetime }) => {
          fresh.lasts = lifetime * 1000 - MARGIN;
          fresh.until = clock().getTime() + fresh.lasts;
          return value;
        },
        (error: unknown) => {
          if (kept === fresh) kept = null;
          throw error;
        },
      );
      kept = fresh;
      return fresh.value;
    },
    forget() {
      kept = null;
    },
  };
}
