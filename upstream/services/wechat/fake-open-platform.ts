import { randomBytes } from "node:crypto";
import { MINUTE } from "#runtime/time-units";
import { createFaults, type Faults } from "#upstream/services/external/faults";
import type { GuardedFetch } from "#upstream/services/external/guarded-fetch";
import type { Fetch } from "#upstream/services/external/request-external";
import { fakePictureUrl, withFakePictures } from "./fake-pictures";
import { createFakeTemplateMessages, type GotMessage } from "./fake-template-messages";
import { createFakeTickets } from "./fake-tickets";

/**
 * Person at the fake WeChat; `payerOpenid` is the openid for the official account, since openids differ by application.
 */
export type FakePerson = {
  openid: string;
  payerOpenid: string;
  unionid?: string;
  nickname: string;
  /** The person has no picture. */
  pictureless?: boolean;
  /** The person does not follow the official account. */
  unfollowed?: boolean;
};
type PageQuery = { appid: string; redirect_uri: string; response_type: string; scope: string; state: string };
type Page =
  | { kind: "refused"; message: string }
  | {
      kind: "page";
      people: { openid: string; nickname: string }[];
      /** URLs to which agreeing leads, by openid. */
      agree: Record<string, string>;
      refuseUrl: string;
    };

/** WeChat in this process: its pages, its API, and its people. */
export type FakeWechat = {
  /** Page shown at `connect/qrconnect`, or inside WeChat at `connect/oauth2/authorize`. */
  page(query: PageQuery): Page;
  /** API: `sns/oauth2/access_token`, `sns/userinfo`, and the official account's tokens, tickets and messages. */
  fetch: Fetch;
  /** Delivered messages of the official account, newest first. */
  messages(): readonly GotMessage[];
  /** Makes a person follow the official account, or unfollow it. */
  follow(openid: string, on: boolean): void;
  /** Invalidates the official account's token before it expires. */
  voidToken(): void;
  /** Wraps a guarded fetch so that it also serves the pictures of the fake people. */
  withPictures(real: GuardedFetch): GuardedFetch;
  faults: Faults;
};

type App = { appId: string; appSecret: string };
type Apps = {
  website: App;
  officialAccount: App;
  template: Parameters<typeof createFakeTemplateMessages>[0];
  callbackHost: string;
};
type Code = { appId: string; openid: string; issuedAt: number; used: boolean };

const CODE_LIFETIME = 10 * MINUTE;
const TOKEN_LIFETIME = 120 * MINUTE;
/** Maximum number of stored codes and tokens; the oldest are deleted. */
const KEPT_MAX = 1_000;

/**
 * Creates a fake of the WeChat open platform: its rules for the page, codes that work once and for ten minutes, and
 * errors with HTTP 200 as text. For the demo and tests only.
 */
export function createFakeWechat(
  { website, officialAccount, template, callbackHost }: Apps,
  people: readonly FakePerson[],
  clock: () => Date,
): FakeWechat {
  const codes = new Map<string, Code>();
  const tokens = new Map<string, { openid: string; issuedAt: number }>();
  const faults = createFaults();
  const tickets = createFakeTickets(officialAccount, clock);
  const messages = createFakeTemplateMessages(template, people, clock);
  const now = () => clock().getTime();
  const appOf = (appId: string | null) => [website, officialAccount].find((one) => one.appId === appId);
  const remember = <T>(map: Map<string, T>, value: T): string => {
    const key = randomBytes(16).toString("hex");
    map.set(key, value);
    for (const oldest of map.keys()) if (map.size > KEPT_MAX) map.delete(oldest);
    return key;
  };

  const exchange = (query: URLSearchParams): Response => {
    if (!query.get("appid")) return refuse(41002, "appid missing");
    const app = appOf(query.get("appid"));
    if (!app) return refuse(40013, "invalid appid");
    if (!query.get("secret")) return refuse(41004, "appsecret missing");
    if (query.get("secret") !== app.appSecret) return refuse(40125, "invalid appsecret");
    if (query.get("grant_type") !== "authorization_code") return refuse(40002, "invalid grant_type");
    if (!query.get("code")) return refuse(41008, "missing code");
    const code = codes.get(query.get("code") ?? "");
    if (!code || code.appId !== app.appId) return refuse(40029, "invalid code");
    if (code.used) return refuse(40163, "code been used");
    if (now() - code.issuedAt >= CODE_LIFETIME) return refuse(42003, "code expired");
    code.used = true;
    const access_token = remember(tokens, { openid: code.openid, issuedAt: now() });
    const rest = { access_token, expires_in: 7200, refresh_token: randomBytes(16).toString("hex") };
    const scope = app === website ? "snsapi_login" : "snsapi_base";
    return tell({ ...rest, scope, ...idsOf(people, code.openid) });
  };

  const userinfo = (query: URLSearchParams): Response => {
    if (!query.get("access_token")) return refuse(41001, "access_token missing");
    if (!query.get("openid")) return refuse(41009, "missing openid");
    const token = tokens.get(query.get("access_token") ?? "");
    if (!token) return refuse(40001, "invalid credential");
    if (now() - token.issuedAt >= TOKEN_LIFETIME) return refuse(42001, "access_token expired");
    if (token.openid !== query.get("openid")) return refuse(40003, "invalid openid");
    const person = people.find(({ openid }) => openid === token.openid);
    const headimgurl = person && !person.pictureless ? fakePictureUrl(person.openid) : "";
    const rest = { sex: 0, province: "", city: "", country: "", headimgurl, privilege: [] };
    return tell({ ...idsOf(people, token.openid), nickname: person?.nickname ?? "", ...rest });
  };

  const reply = async (request: Request): Promise<Response> => {
    const fault = faults.current();
    if (fault?.kind === "code") return refuse(Number(fault.code) || -1, "system error");
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "POST" && pathname === "/cgi-bin/stable_token")
      return tell(tickets.token(await request.text()));
    if (request.method === "POST" && pathname === "/cgi-bin/message/template/send")
      return tell(tickets.refusal(searchParams) ?? messages.send(await request.text()));
    if (pathname === "/cgi-bin/template/get_all_private_template")
      return tell(tickets.refusal(searchParams) ?? messages.templates());
    if (request.method !== "GET") return refuse(43001, "require GET method");
    if (pathname === "/cgi-bin/ticket/getticket") return tell(tickets.ticket(searchParams));
    if (pathname.endsWith("/sns/oauth2/access_token")) return exchange(searchParams);
    if (pathname.endsWith("/sns/userinfo")) return userinfo(searchParams);
    return new Response("not found", { status: 404 });
  };

  return {
    page({ appid, redirect_uri, response_type, scope, state }) {
      const refused = { kind: "refused", message: "该链接无法访问" } as const;
      const app = appOf(appid);
      if (!app || response_type !== "code") return refused;
      if (!scope.split(",").includes(app === website ? "snsapi_login" : "snsapi_base")) return refused;
      if (!URL.canParse(redirect_uri) || new URL(redirect_uri).host !== callbackHost) return refused;
      const known = people.map(({ openid, payerOpenid, nickname }) => ({
        openid: app === website ? openid : payerOpenid,
        nickname,
      }));
      const back = (query: Record<string, string>) => {
        const url = new URL(redirect_uri);
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
        return url.href;
      };
      const codeFor = (openid: string) => remember(codes, { appId: appid, openid, issuedAt: now(), used: false });
      return {
        kind: "page",
        people: known,
        agree: Object.fromEntries(known.map(({ openid }) => [openid, back({ code: codeFor(openid), state })])),
        refuseUrl: back({ state }),
      };
    },
    fetch: (request) => faults.around(request, () => reply(request)),
    messages: messages.got,
    follow: messages.follow,
    voidToken: tickets.voidToken,
    withPictures: (real) => withFakePictures(real, faults),
    faults,
  };
}

function idsOf(people: readonly FakePerson[], openid: string): { openid: string; unionid?: string } {
  const unionid = people.find((one) => one.openid === openid)?.unionid;
  return unionid ? { openid, unionid } : { openid };
}

const tell = (value: unknown): Response =>
  new Response(JSON.stringify(value), { headers: { "content-type": "text/plain; charset=utf-8" } });
const refuse = (errcode: number, errmsg: string): Response => tell({ errcode, errmsg });
