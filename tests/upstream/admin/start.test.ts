import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminReviewRuleApi } from "#app/contract/admin/review/review-rule";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { adminStartApi, START_CHECKS, type StartCheck, type Trial } from "#app/contract/admin/system/start";
import { JOINING } from "#app/contract/people/agreements";
import { userApi } from "#app/contract/people/user";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { wechatProblems } from "#upstream/modules/admin/start/wechat-problems";
import { keepFinished } from "#upstream/modules/job/queue";

let upstream: TestUpstream;
let owner: number;
let token: string;

async function open(config: Parameters<typeof createTestUpstream>[0] = {}): Promise<void> {
  upstream = await createTestUpstream(config);
  owner = await addStaff(upstream, "owner");
  token = await staffToken(upstream, owner);
}
beforeEach(() => open());
afterEach(() => upstream.close());

const states = async () => {
  const { checks } = await upstream.call(adminStartApi.get, {}, { token });
  return Object.fromEntries(checks.map(({ key, state }) => [key, state])) as Record<
    StartCheck["key"],
    StartCheck["state"]
  >;
};
const tried = (what: Trial) =>
  upstream
    .call(adminStartApi.try, { body: { what } }, { token })
    .then(({ message }) => message)
    .catch((error: { code: string }) => error.code);

describe("the list that leads through setting a site up", () => {
  test("lists every check once", async () => {
    const { checks } = await upstream.call(adminStartApi.get, {}, { token });
    expect(checks.map(({ key }) => key).toSorted()).toEqual([...START_CHECKS].toSorted());
    for (const { key, detail } of checks) expect(detail, key).not.toBe("");
  });

  test("says which kinds nobody reviews first, and how many texts are labelled as made with AI", async () => {
    const detailOf = async (key: StartCheck["key"]) =>
      (await upstream.call(adminStartApi.get, {}, { token })).checks.find((one) => one.key === key);
    expect((await states()).review).toBe("done");
    const { rules, version } = await upstream.call(adminReviewRuleApi.get, {}, { token });
    const body = { rules: { ...rules, comment: { ...rules.comment, words: false } }, version };
    await upstream.call(adminReviewRuleApi.put, { body }, { token });
    expect(await detailOf("review")).toMatchObject({ state: "open", detail: "评论碰上要审核的敏感词也直接公开" });
    const write = createWriter(upstream);
    const id = await write.article({ authorId: owner, title: "用 AI 写的文章" });
    await write.question({ authorId: owner, title: "自己写的一个问题" });
    await upstream.services.db.updateTable("articles").set({ ai_generated: 1 }).where("id", "=", id).execute();
    expect((await detailOf("ai-labels"))?.detail).toMatch(/的 2 份.*，1 份由作者/);
  });

  test("says when a backup was last verified, whether it could be read, and when that is too long ago", async () => {
    const drill = async () =>
      (await upstream.call(adminStartApi.get, {}, { token })).checks.find((one) => one.key === "drill");
    expect(await drill()).toMatchObject({ state: "open", detail: expect.stringContaining("还没有验证过备份") });
    const looked = (began: Date, problems: string[]) =>
      keepFinished(upstream.services, { kind: "verify-backup", began, result: { message: "看过了", problems } });
    await looked(new Date(), []);
    expect(await drill()).toMatchObject({ state: "done", detail: expect.stringMatching(/^\d{4}-\d\d-\d\d 验证过/) });
    const { db } = upstream.services;
    await db.updateTable("jobs").set({ ended_at: "2020-01-01T00:00:00.000Z" }).execute();
    expect(await drill()).toMatchObject({ state: "open", detail: expect.stringContaining("2020-01-01") });
    await looked(new Date(), ["数据库打不开"]);
    expect(await drill()).toMatchObject({ state: "open", detail: expect.stringContaining("数据库打不开") });
  });

  test("says what is missing on an empty site, and that it is done once it is", async () => {
    const before = await states();
    const open = ["name", "agreements", "filing", "classifications", "consents"] as const;
    for (const key of open) expect(before[key], key).toBe("open");
    const fields = { name: "试验社区", version: 0 };
    await upstream.call(adminSiteApi.putLogo, { body: fields }, { token });
    const footer = { links: [], icp: "浙ICP备00000000号", police: "", copyright: "", version: 0 };
    await upstream.call(adminSiteApi.putFooter, { body: footer }, { token });
    expect((await states()).filing).toBe("open");
    await upstream.call(
      adminSiteApi.putFooter,
      { body: { ...footer, police: "浙公网安备1号", version: 1 } },
      { token },
    );
    for (const key of JOINING) {
      const body = { key, version: 0, title: "协议的标题", content: "正文" };
      await upstream.call(adminAgreementApi.publish, { body }, { token });
    }
    const after = await states();
    for (const key of ["name", "agreements", "filing", "consents"] as const) expect(after[key], key).toBe("done");
  });

  test("names the settings that a way to log in lacks", async () => {
    await upstream.close();
    const off = { kind: "off" } as const;
    await open({ config: { sms: off, wechat: off, officialAccount: off, pay: off } });
    const { checks } = await upstream.call(adminStartApi.get, {}, { token });
    const detail = (key: StartCheck["key"]) => checks.find((one) => one.key === key)?.detail;
    expect((await states()).sms).toBe("open");
    expect(detail("sms")).toContain("SMS_PROVIDER");
    expect(detail("wechat")).toContain("WECHAT_APP_ID");
    expect(await tried("sms")).toBe("SMS_FAILED");
  });
});

describe("a trial", () => {
  test("of the store writes a file, reads it back and leaves nothing", async () => {
    expect(await tried("objects")).toBe("写入、读回、删除都成功了");
    expect(await upstream.services.objects.list("", 10)).toEqual([]);
  });

  test("of a store that loses what is written reports the failure", async () => {
    const { put } = upstream.services.objects;
    upstream.services.objects.put = async () => {};
    expect(await tried("objects")).toBe("CONFLICT");
    upstream.services.objects.put = put;
  });

  test("of SMS sends one message to the caller, within the limits of sending", async () => {
    expect(await tried("sms")).toBe("PHONE_REQUIRED");
    await upstream.services.db.updateTable("users").set({ phone: "8613812345678" }).where("id", "=", owner).execute();
    expect(await tried("sms")).toContain("5678");
    expect(upstream.services.fakes?.sms.inbox().map(({ phone }) => phone)).toEqual(["13812345678"]);
    expect(await tried("sms")).toBe("RATE_LIMITED");
  });
});

describe("a trial of WeChat", () => {
  test("calls WeChat itself, and reports that application, account and merchant are valid", async () => {
    expect(await tried("wechat")).toContain("微信认得");
    expect(await tried("account")).toContain("令牌与票据");
    expect(await tried("pay")).toContain("商户号");
  });

  test("reports a wrong secret, an unreachable service, and a way that is not configured", async () => {
    const { fakes } = upstream.services;
    fakes?.wechat.faults.set({ kind: "code", code: "40125" });
    expect(await tried("wechat")).toBe("WECHAT_FAILED");
    fakes?.wechat.faults.set(null);
    upstream.services.pay = null;
    upstream.services.officialAccount = null;
    expect(await tried("pay")).toBe("PAY_FAILED");
    expect(await tried("account")).toBe("WECHAT_FAILED");
  });

  test("is logged, requires verification again, and is refused after thirty in an hour", async () => {
    expect(await tried("pay")).toContain("商户号");
    const rows = await upstream.services.db.selectFrom("audit_log").select(["action", "target"]).execute();
    expect(rows).toEqual([{ action: "start.try", target: "pay" }]);
    const unproven = await upstream.tokenOf(owner);
    const code = await upstream
      .call(adminStartApi.try, { body: { what: "pay" } }, { token: unproven })
      .catch((error: { code: string }) => error.code);
    expect(code).toBe("SUDO_REQUIRED");
    for (let n = 1; n < 30; n += 1) expect(await tried("pay")).toContain("商户号");
    expect(await tried("pay")).toBe("RATE_LIMITED");
  });
});

test("contradictory settings of the WeChat login are reported", () => {
  const config = (wechat: object, publicOrigin: string) =>
    ({
      ...upstream.services.config,
      publicOrigin,
      wechat: { kind: "wechat", ...wechat },
    }) as TestUpstream["services"]["config"];
  const right = { appId: "wx0123456789abcdef", appSecret: "0".repeat(32) };
  expect(wechatProblems(config(right, "https://example.com"))).toEqual([]);
  expect(wechatProblems(config(right, "https://203.0.113.7"))).toEqual([expect.stringContaining("域名")]);
  expect(wechatProblems(config({ appId: "gh_1", appSecret: "short" }, "https://example.com"))).toHaveLength(2);
  expect(wechatProblems(upstream.services.config)).toEqual([]);
});

test("a member learns from their own account whether they are staff", async () => {
  const member = await upstream.addUser("成员");
  expect((await upstream.call(userApi.tokenQueryClientUser, {}, { as: member })).staff).toBe(false);
  expect((await upstream.call(userApi.tokenQueryClientUser, {}, { token })).staff).toBe(true);
});
