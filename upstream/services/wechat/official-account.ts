import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Fetch } from "#upstream/services/external/request-external";
import { chinaTime } from "#upstream/text/china-time";
import { askWechat } from "./ask-wechat";
import { type PageSignature, signPage } from "./js-sdk";
import { fieldsIn, type MessageTemplate, TemplateError, type TemplateMessage, templateBody } from "./template-message";
import { WechatError } from "./wechat";

/** Settings of an official account (服务号), for pages inside WeChat and the openids of payers. */
export type OfficialAccountConfig = {
  appId: string;
  appSecret: string;
  /** Base URL of the page to which browsers inside WeChat are sent. */
  openBase: string;
  /** Base URL of the API for codes, tokens, tickets and messages. */
  apiBase: string;
  /** Template of its messages; null: it sends none. */
  template: MessageTemplate | null;
};

/** Template messages of an official account. */
type TemplateMessages = {
  /** Sends a message. @throws TemplateError */
  send(message: TemplateMessage): Promise<void>;
  /** Whether the day's quota of messages is used up; WeChat resets it at midnight in China. */
  isSpent(): boolean;
  /**
   * Checks that the account has the template with the configured fields.
   * @returns the problem in Chinese; null if there is none
   * @throws WechatError
   */
  check(): Promise<string | null>;
};

/** Client of an official account: openids of payers, JS-SDK signatures, and messages. */
export type OfficialAccount = {
  appId: string;
  /**
   * URL at which a browser inside WeChat gets a code for its openid, without confirmation (`snsapi_base`), and is sent
   * back to `back`.
   */
  authorizationUrl(back: string, state: string): string;
  /** Exchanges such a code for the openid; each works once. @throws WechatError */
  openidOf(code: string): Promise<string>;
  /** Signs a page of ours for the JS-SDK. @throws WechatError */
  signPage(url: string): Promise<PageSignature>;
  /** Template messages; null if no template is configured. */
  messages: TemplateMessages | null;
};

/** Milliseconds before its expiry from which a token or a ticket is not used any more. */
const MARGIN = 5 * 60_000;
/** WeChat's error codes for a token that is invalid or expired. */
const TOKEN_ERRORS = [40001, 40014, 42001];

const payerReply = z.object({ openid: z.string().min(1) });
const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const sentReply = z.object({ msgid: z.unknown() });
const TEMPLATES = "/cgi-bin/template/get_all_private_template";
const templatesReply = z.object({
  template_list: z.array(z.object({ template_id: z.string(), content: z.string() })),
});
const ticketReply = z.object({ ticket: z.string().min(1), expires_in: z.number() });

/**
 * Creates a client of the official account. Its token and ticket are cached until shortly before they expire, because
 * few are issued per day.
 */
export function createOfficialAccount(
  config: OfficialAccountConfig,
  { fetch, clock }: { fetch: Fetch; clock: () => Date },
): OfficialAccount {
  const { appId, appSecret, openBase, apiBase } = config;
  const get = <T>(path: string, query: Record<string, string>, schema: z.ZodType<T>) =>
    askWechat(fetch, new Request(`${apiBase}${path}?${new URLSearchParams(query)}`), schema);

  // Unlike `/cgi-bin/token`, this returns the same token to all processes, and does not invalidate the previous one.
  const token = keep(clock, async () => {
    const body = JSON.stringify({ grant_type: "client_credential", appid: appId, secret: appSecret });
    const request = new Request(`${apiBase}/cgi-bin/stable_token`, { method: "POST", body });
    const { access_token, expires_in } = await askWechat(fetch, request, tokenReply);
    return { value: access_token, lifetime: expires_in };
  });
  /** Runs work with the token, and once more with a new one if the token is not valid any more. */
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
      get("/cgi-bin/ticket/getticket", { access_token, type: "jsapi" }, ticketReply),
    );
    return { value: given.ticket, lifetime: given.expires_in };
  });
  const post = <T>(path: string, body: object, schema: z.ZodType<T>) =>
    withToken((access_token) => {
      const address = `${apiBase}${path}?${new URLSearchParams({ access_token })}`;
      return askWechat(fetch, new Request(address, { method: "POST", body: JSON.stringify(body) }), schema);
    });
  const list = () => withToken((access_token) => get(TEMPLATES, { access_token }, templatesReply));

  return {
    appId,

    authorizationUrl(back, state) {
      // WeChat requires this order of parameters.
      const query = new URLSearchParams({ appid: appId, redirect_uri: back, response_type: "code" });
      query.set("scope", "snsapi_base");
      query.set("state", state);
      return `${openBase}/connect/oauth2/authorize?${query}#wechat_redirect`;
    },

    async openidOf(code) {
      const authorized = { appid: appId, secret: appSecret, code, grant_type: "authorization_code" };
      return (await get("/sns/oauth2/access_token", authorized, payerReply)).openid;
    },

    async signPage(url) {
      const timestamp = Math.floor(clock().getTime() / 1000);
      return signPage(await ticket.get(), { nonceStr: randomBytes(12).toString("hex"), timestamp, url });
    },

    messages: config.template && createMessages(config.template, { post, list, clock }),
  };
}

type Asking = {
  post: (path: string, body: object, schema: typeof sentReply) => Promise<unknown>;
  list: () => Promise<z.output<typeof templatesReply>>;
  clock: () => Date;
};

function createMessages(template: MessageTemplate, { post, list, clock }: Asking): TemplateMessages {
  let spentOn = "";
  const today = () => chinaTime(clock()).slice(0, 10);
  return {
    async send(message) {
      await post("/cgi-bin/message/template/send", templateBody(template, message), sentReply).catch(
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

/** WeChat's error codes about a receiver: 43004 does not follow, 40003 does not exist, 43101 rejects messages. */
const RECEIVER_ERRORS = [43004, 40003, 43101];
/** WeChat's error code for an exceeded daily quota; 45011 is for one per minute. */
const SPENT = 45009;

function templateErrorOf(error: unknown): TemplateError {
  if (!(error instanceof WechatError)) throw error;
  const { errcode, reason, message } = error;
  if (errcode !== null && RECEIVER_ERRORS.includes(errcode)) return new TemplateError("address", `wechat: ${errcode}`);
  return new TemplateError(reason === "down" ? "down" : "refused", `wechat: ${message}`, errcode === SPENT);
}

/** Caches a value until shortly before it expires; concurrent callers share one fetch. */
function keep(clock: () => Date, fetchOne: () => Promise<{ value: string /** Seconds. */; lifetime: number }>) {
  let kept: { value: Promise<string>; until: number; lasts: number } | null = null;
  return {
    get(): Promise<string> {
      const left = kept ? kept.until - clock().getTime() : 0;
      // More time left than its lifetime: the clock has been set back since it was fetched.
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
    /** Removes an invalid value, unless another one was fetched since. */
    forget(value: Promise<string>) {
      if (kept?.value === value) kept = null;
    },
  };
}
