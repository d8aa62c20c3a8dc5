import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { wechatApi } from "#app/contract/people/wechat";
import { devApi } from "#app/contract/site/dev";
import { zhikuWechatApi } from "#app/contract/zhiku/wechat";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { FAKE_OFFICIAL_ACCOUNT } from "#upstream/services/fakes";
import { signPage } from "#upstream/services/wechat/js-sdk";
import { createOfficialAccount } from "#upstream/services/wechat/official-account";

const OWN = "http://127.0.0.1:3000/zhiku/article/x?from=a";
let upstream: TestUpstream;
let now = new Date("2026-03-01T08:00:00Z");
/** Requests to the fake, by path. */
let asked: string[] = [];
/** Number of tickets to be refused because of an invalid token. */
let takenBack = 0;
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
beforeEach(() => {
  [asked, takenBack] = [[], 0];
});
afterAll(() => upstream.close());

const account = () =>
  createOfficialAccount(
    { ...FAKE_OFFICIAL_ACCOUNT, openBase: "https://open.test", apiBase: "https://api.test", template: null },
    {
      clock: () => now,
      fetch: async (request) => {
        const { pathname } = new URL(request.url);
        asked.push(pathname);
        if (pathname.endsWith("getticket") && takenBack-- > 0) return Response.json({ errcode: 40001, errmsg: "" });
        return (await upstream.services.fakes?.wechat.fetch(request)) ?? Response.error();
      },
    },
  );
/** Calls the fake directly. */
async function atWechat(path: string, init: RequestInit = {}): Promise<Record<string, string>> {
  const answer = await upstream.services.fakes?.wechat.fetch(new Request(`https://api.test/cgi-bin/${path}`, init));
  return answer ? ((await answer.json()) as Record<string, string>) : {};
}
const config = (url: string) => upstream.call(zhikuWechatApi.jsSdkConfig, { body: { url } });

describe("the configuration of a page", () => {
  test("is signed for the page's URL without its fragment", async () => {
    const { appId, timestamp, nonceStr, signature, jsApiList } = await config(`${OWN}#part`);
    expect([appId, timestamp]).toEqual([FAKE_OFFICIAL_ACCOUNT.appId, now.getTime() / 1000]);
    expect(jsApiList).toContain("chooseWXPay");
    const secrets = { appid: appId, secret: FAKE_OFFICIAL_ACCOUNT.appSecret };
    const body = JSON.stringify({ grant_type: "client_credential", ...secrets });
    const token = await atWechat("stable_token", { method: "POST", body });
    const { ticket = "" } = await atWechat(`ticket/getticket?access_token=${token.access_token}&type=jsapi`);
    expect(signature).toBe(signPage(ticket, { nonceStr, timestamp, url: OWN }).signature);
  });

  test.each([
    "http://127.0.0.1:3001/zhiku",
    "https://127.0.0.1:3000/zhiku",
    "http://127.0.0.1:3000@evil.example/",
    "http://127.0.0.1.evil.example:3000/",
    "http://evil.example/?http://127.0.0.1:3000/",
  ])("%s belongs to another site and is refused", async (url) => {
    await expect(config(url)).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { url: "只为本站的网页签名" } },
    });
  });

  test("requires a URL", async () => {
    for (const url of ["", "javascript:alert(1)", "/zhiku"]) expect(await codeOf(config(url))).toBe("INVALID_PARAMS");
  });

  test("is refused on a site without an official account", async () => {
    const bare = await createTestUpstream({ config: { officialAccount: { kind: "off" } } });
    const body = { url: OWN };
    expect(await codeOf(bare.call(zhikuWechatApi.jsSdkConfig, { body }))).toBe("WECHAT_FAILED");
    await bare.close();
  });
});

describe("token and ticket", () => {
  const TOKEN = "/cgi-bin/stable_token";
  const TICKET = "/cgi-bin/ticket/getticket";

  test("are requested once for many concurrent callers, and again shortly before they expire", async () => {
    const one = account();
    await Promise.all(Array.from({ length: 20 }, () => one.signPage(OWN)));
    expect(asked).toEqual([TOKEN, TICKET]);
    wait(60 * 60_000);
    await one.signPage(OWN);
    expect(asked).toHaveLength(2);
    wait(56 * 60_000);
    await one.signPage(OWN);
    expect(asked).toEqual([TOKEN, TICKET, TOKEN, TICKET]);
  });

  test("a token that WeChat revoked is requested again, once", async () => {
    const one = account();
    takenBack = 1;
    expect((await one.signPage(OWN)).signature).toMatch(/^[0-9a-f]{40}$/);
    expect(asked).toEqual([TOKEN, TICKET, TOKEN, TICKET]);
    const two = account();
    takenBack = 2;
    await expect(two.signPage(OWN)).rejects.toMatchObject({ name: "WechatError", errcode: 40001 });
  });

  test("a failure is not cached", async () => {
    const one = account();
    await upstream.call(devApi.setFault, { body: { service: "wechat", fault: "garbage" } });
    await expect(one.signPage(OWN)).rejects.toMatchObject({ name: "WechatError", reason: "down" });
    await upstream.call(devApi.setFault, { body: { service: "wechat", fault: "40125" } });
    await expect(one.signPage(OWN)).rejects.toMatchObject({ name: "WechatError", reason: "setup" });
    await upstream.call(devApi.setFault, { body: { service: "wechat", fault: null } });
    expect((await one.signPage(OWN)).signature).toMatch(/^[0-9a-f]{40}$/);
  });
});

test("the page inside WeChat that identifies the payer returns with the state", async () => {
  const url = new URL(account().authorizationUrl("http://127.0.0.1:3000/zhiku/pay?a=1", "state-1"));
  expect(url.origin + url.pathname).toBe("https://open.test/connect/oauth2/authorize");
  expect([...url.searchParams]).toEqual([
    ["appid", FAKE_OFFICIAL_ACCOUNT.appId],
    ["redirect_uri", "http://127.0.0.1:3000/zhiku/pay?a=1"],
    ["response_type", "code"],
    ["scope", "snsapi_base"],
    ["state", "state-1"],
  ]);
  expect(url.hash).toBe("#wechat_redirect");
});

test("our own pages get that URL; a path can't redirect anywhere else", async () => {
  const ask = (path: string) =>
    upstream.call(wechatApi.payerAuthorization, { query: { path, state: "state-of-thirty-two-characters-00" } });
  const url = new URL((await ask("/zhiku/pay?offer=1"))?.url ?? "");
  expect(url.searchParams.get("redirect_uri")).toBe("http://127.0.0.1:3000/zhiku/pay?offer=1");
  const page = await upstream.call(devApi.wechatPage, { query: Object.fromEntries(url.searchParams) as never });
  expect(page).toMatchObject({ kind: "page", people: [{ openid: "oa-demo-1" }, {}, {}] });
  for (const path of ["//evil.example/", "https://evil.example/", "/\\evil.example", "zhiku", "/a\nb"]) {
    expect(await codeOf(ask(path)), path).toBe("INVALID_PARAMS");
  }
});
