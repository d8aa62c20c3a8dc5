import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Fetch } from "#upstream/services/external/request-external";
import { chinaTime } from "#upstream/text/china-time";
import { askWechat } from "./ask-wechat";
import { type PageSignature, signPage } from "./js-sdk";
import { fieldsIn, type MessageTemplate, TemplateError, type TemplateMessage, templateBody } from "./template-message";
import { WechatError } from "./wechat";

/** An official account (服务号): its pages run inside WeChat, and its payers have an openid. */
export type OfficialAccountConfig = {
  appId: string;
  appSecret: string;
  /** Address that browsers inside WeChat are sent to. */
  openBase: string;
  /** Address of the API for codes, tokens, tickets and messages. */
  apiBase: string;
  /** Null: it sends no messages. */
  template: MessageTemplate | null;
};

/** Messages of an official account by one template. */
type TemplateMessages = {
  /** @throws TemplateError */
  send(message: TemplateMessage): Promise<void>;
  /** Whether the day's messages are used up: WeChat begins to count anew at midnight in China. */
  isSpent(): boolean;
  /** Whether the account has the template, with the fields of the setting. @returns what is wrong; null for nothing @throws WechatError */
  check(): Promise<string | null>;
};

/** Official account at WeChat: who pays, what its script is configured with, and what it sends. */
export type OfficialAccount = {
  appId: string;
  /**
   * Address at which a browser inside WeChat learns its openid, without asking (`snsapi_base`); it comes back with a
   * code.
   */
  authorizationUrl(back: string, state: string): string;
  /** The openid behind such a code; each works once. @throws WechatError */
  openidOf(code: string): Promise<string>;
  /** Allows a page of ours to use the JS-SDK. @throws WechatError */
  signPage(url: string): Promise<PageSignature>;
  /** Null where no template is set. */
  messages: TemplateMessages | null;
};

/** Milliseconds before its end when a token or a ticket is no longer used. */
const MARGIN = 5 * 60_000;
/** The token that a ticket was asked for with is not valid (any more). */
const TOKEN_ERRORS = [40001, 40014, 42001];

const payerAnswer = z.object({ openid: z.string().min(1) });
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const sentAnswer = z.object({ msgid: z.unknown() });
const TEMPLATES = "/cgi-bin/template/get_all_private_template";
const templatesAnswer = z.object({
  template_list: z.array(z.object({ template_id: z.string(), content: z.string() })),
});
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
  /** Does what a token is needed for; with a fresh one, once, where that one is not valid any more. */
  const withToken = async <T>(work: (token: string) => Promise<T>): Promise<T> => {
    const used = token.get();
    return work(await used).catch((error: unknown) => {
      if (!(error instanceof WechatError && TOKEN_ERRORS.includes(error.errcode ?? 0))) throw error;
      token.forget(used);
      return token.get().then(work);
    });
  };
  const ticket = keep(clock, async () => {
    const given = await withToken((access_token) =>
      get("/cgi-bin/ticket/getticket", { access_token, type: "jsapi" }, ticketAnswer),
    );
    return { value: given.ticket, lifetime: given.expires_in };
  });
  const post = <T>(path: string, body: object, schema: z.ZodType<T>) =>
    withToken((access_token) => {
      const address = `${apiBase}${path}?${new URLSearchParams({ access_token })}`;
      return askWechat(fetch, new Request(address, { method: "POST", body: JSON.stringify(body) }), schema);
    });
  const list = () => withToken((access_token) => get(TEMPLATES, { access_token }, templatesAnswer));

  return {
    appId,

    authorizationUrl(back, state) {
      // WeChat wants them in this order.
      const query = new URLSearchParams({ appid: appId, redirect_uri: back, response_type: "code" });
      query.set("scope", "snsapi_base");
      query.set("state", state);
      return `${openBase}/connect/oauth2/authorize?${query}#wechat_redirect`;
    },

    async openidOf(code) {
      const authorized = { appid: appId, secret: appSecret, code, grant_type: "authorization_code" };
      return (await get("/sns/oauth2/access_token", authorized, payerAnswer)).openid;
    },

    async signPage(url) {
      const timestamp = Math.floor(clock().getTime() / 1000);
      return signPage(await ticket.get(), { nonceStr: randomBytes(12).toString("hex"), timestamp, url });
    },

    messages: config.template && createMessages(config.template, { post, list, clock }),
  };
}

type Asking = {
  post: (path: string, body: object, schema: typeof sentAnswer) => Promise<unknown>;
  list: () => Promise<z.output<typeof templatesAnswer>>;
  clock: () => Date;
};

function createMessages(template: MessageTemplate, { post, list, clock }: Asking): TemplateMessages {
  let spentOn = "";
  const today = () => chinaTime(clock()).slice(0, 10);
  return {
    async send(message) {
      await post("/cgi-bin/message/template/send", templateBody(template, message), sentAnswer).catch(
        (error: unknown) => {
          const unsent = templateErrorOf(error);
          if (unsent.spent) spentOn = today();
          throw unsent;
        },
      );
    },
    isSpent: () => spentOn === today(),
    async check() {
      const found = (await list()).template_list.find(({ template_id }) => template_id === template.id);
      if (!found) return "公众号里没有这个模板";
      const has = fieldsIn(found.content);
      const wanted = Object.keys(template.fields);
      const wrong = [...has, ...wanted].filter((field) => !has.includes(field) || !wanted.includes(field));
      return wrong.length > 0 ? `模板的字段是 ${has.join("、")}，设置里是 ${wanted.join("、")}` : null;
    },
  };
}

/** 43004 follows no more, 40003 no such person, 43101 wants no messages. */
const RECEIVER_ERRORS = [43004, 40003, 43101];
/** 45009 of the day, 45011 of the minute. */
const SPENT = 45009;

function templateErrorOf(error: unknown): TemplateError {
  if (!(error instanceof WechatError)) throw error;
  const { errcode, reason, message } = error;
  if (errcode !== null && RECEIVER_ERRORS.includes(errcode)) return new TemplateError("address", `wechat: ${errcode}`);
  return new TemplateError(reason === "down" ? "down" : "refused", `wechat: ${message}`, errcode === SPENT);
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
    /** Forgets one that is not valid, unless somebody else has fetched another since. */
    forget(value: Promise<string>) {
      if (kept?.value === value) kept = null;
    },
  };
}
