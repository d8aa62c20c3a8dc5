import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OutsideChannel, OutsideSort } from "#app/contract/notification/channels";
import { mailAddressApi } from "#app/contract/notification/mail-address";
import { notificationApi } from "#app/contract/notification/notification";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { unsubscribeApi } from "#app/contract/notification/unsubscribe";
import { wechatReceiverApi } from "#app/contract/notification/wechat-receiver";
import { wechatApi } from "#app/contract/people/wechat";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { readUpstreamConfig } from "#upstream/config";
import { tellOutside } from "#upstream/modules/outside/tell";
import { countPutOff } from "#upstream/modules/outside/turns";
import { templateBody } from "#upstream/services/wechat/template-message";

const MINUTE = 60_000;
const STATE = "state-of-thirty-two-characters-00";
const FOLLOWER = "oa-demo-1";
let upstream: TestUpstream;
let write: Writer;
let now = new Date("2026-03-01T08:00:00Z");
let people = 0;
let alice: number;
let bob: number;
let question: number;

const wechat = () => {
  const { fakes } = upstream.services;
  if (!fakes) throw new Error("no fakes");
  return fakes.wechat;
};
const cards = () => wechat().messages();
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE);
};

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
});
beforeEach(async () => {
  wechat().faults.set(null);
  wechat().follow(FOLLOWER, true);
  for (const table of ["outside_sorts", "outside_turns", "wechat_receivers", "mail_addresses"] as const)
    await upstream.services.db.deleteFrom(table).execute();
  pass(26 * 60);
  alice = await upstream.addUser(`林致远${++people}`, `1381000${String(people).padStart(4, "0")}`);
  bob = await upstream.addUser(`周小雨${people}`, `1382000${String(people).padStart(4, "0")}`);
  question = await write.question({ authorId: alice, title: "数据库迁移怎样做到不停机？" });
  (cards() as unknown[]).length = 0;
});
afterAll(() => upstream.close());

/** Code for the official account that WeChat gives a browser inside it. */
async function code(openid = FOLLOWER): Promise<string> {
  const query = { path: "/account/wechat-messages", state: STATE };
  const asked = await upstream.call(wechatApi.payerAuthorization, { query });
  const shown = wechat().page(Object.fromEntries(new URL(asked?.url ?? "").searchParams) as never);
  if (shown.kind !== "page") throw new Error(shown.message);
  return new URL(shown.agree[openid] ?? "").searchParams.get("code") ?? "";
}
const keep = async (openid?: string, as = alice) =>
  upstream.call(wechatReceiverApi.keep, { body: { code: await code(openid) } }, { as });
const want = (sorts: OutsideSort[], channel: OutsideChannel = "wechat") =>
  upstream.call(
    notificationSettingsApi.put,
    { body: { wanted: ["answer"], outside: { [channel]: sorts } } },
    { as: alice },
  );
const settings = () => upstream.call(notificationSettingsApi.get, {}, { as: alice });
const answer = () => write.answer({ authorId: bob, questionId: question });
const tell = () => tellOutside(upstream.services);
/** A member with notifications of answers by WeChat, and their messages after an action. */
async function toldOf(doing: () => Promise<unknown> = answer) {
  await doing();
  pass(6);
  await tell();
  return cards();
}

describe("a message of the official account", () => {
  beforeEach(async () => {
    await keep();
    await want(["answer"]);
    pass(1);
  });

  test("sums up unseen notifications in the template's fields, and links to the list", async () => {
    await answer();
    const [card, ...more] = await toldOf();
    expect(more).toEqual([]);
    expect(card?.openid).toBe(FOLLOWER);
    expect(card?.lines[0]).toBe("消息数量2 条新回答");
    expect(card?.lines[1]).toMatch(new RegExp(`^最新动态周小雨${people}回答了你的问题.*…$`));
    expect(card?.lines[2]).toMatch(/^时间2026年\d+月\d+日 \d\d:\d\d$/);
    expect(card?.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/notifications\?off=\d+\.wechat\.[\w-]+$/);
    pass(120);
    await tell();
    expect(cards()).toHaveLength(1);
  });

  test("can be ended by its link without a login, and mail letters continue", async () => {
    await want(["answer"], "mail");
    await toldOf();
    const token = new URL(cards()[0]?.url ?? "").searchParams.get("off") ?? "";
    expect(await upstream.call(unsubscribeApi.look, { params: { token } })).toEqual({ sort: "wechat" });
    await upstream.call(unsubscribeApi.stop, { body: { token } });
    expect((await settings()).outside).toEqual({ wechat: [], mail: ["answer"] });
    pass(90);
    expect(await toldOf()).toHaveLength(1);
  });

  test("to somebody who no longer follows the account stops the channel, and says so on the site", async () => {
    wechat().follow(FOLLOWER, false);
    expect(await toldOf()).toEqual([]);
    expect(await settings()).toMatchObject({ reached: [], stopped: ["wechat"] });
    const { list } = await upstream.call(notificationApi.systemMessageList, { query: {} as never }, { as: alice });
    expect(list[0]?.title).toBe("微信通知发不到你那里，已停止发送");
    wechat().follow(FOLLOWER, true);
    await keep();
    expect(await settings()).toMatchObject({ reached: ["wechat"], stopped: [] });
    pass(90);
    await tell();
    expect(cards(), "what was done meanwhile is not told").toEqual([]);
    expect(await toldOf()).toHaveLength(1);
  });

  test.each([["error"], ["lost"], ["-1"], ["47003"]])("that fails with %s is retried later", async (fault) => {
    // The token exists already, so the message is what fails.
    await upstream.services.officialAccount?.messages?.check();
    wechat().faults.set(["error", "lost"].includes(fault) ? { kind: fault as "error" } : { kind: "code", code: fault });
    await toldOf();
    expect(await countPutOff(upstream.services.db, ["wechat"])).toBe(1);
    wechat().faults.set(null);
    pass(4);
    await tell();
    const early = cards().length;
    pass(2);
    await tell();
    // A message whose response was lost had been delivered: the same occasion is delivered once.
    expect([early, cards().length]).toEqual([fault === "lost" ? 1 : 0, 1]);
    expect(await countPutOff(upstream.services.db, ["wechat"])).toBe(0);
  });

  test("is not sent while the daily quota is used up, and is sent the next day", async () => {
    // The middle of a day in China.
    now = new Date(`${new Date(now.getTime() + 24 * 60 * MINUTE).toISOString().slice(0, 10)}T04:00:00Z`);
    const carol = await upstream.addUser(`第三人${people}`, `1384000${String(people).padStart(4, "0")}`);
    await keep("oa-demo-3", carol);
    await upstream.call(
      notificationSettingsApi.put,
      { body: { wanted: ["answer"], outside: { wechat: ["answer"] } } },
      { as: carol },
    );
    pass(1);
    const hers = await write.question({ authorId: carol, title: "另一个问题怎么办才好？" });
    await write.answer({ authorId: bob, questionId: hers });
    wechat().faults.set({ kind: "code", code: "45009" });
    await toldOf();
    expect(await countPutOff(upstream.services.db, ["wechat"])).toBe(1);
    wechat().faults.set(null);
    pass(10);
    await tell();
    expect(cards()).toEqual([]);
    pass(24 * 60);
    await tell();
    expect(cards().map(({ openid }) => openid)).toEqual(expect.arrayContaining([FOLLOWER, "oa-demo-3"]));
  });

  test("is sent even if somebody else has invalidated the access token", async () => {
    await toldOf();
    wechat().voidToken();
    pass(60);
    expect(await toldOf()).toHaveLength(2);
  });

  test("is sent once, however many processes send, and not within an hour of a letter", async () => {
    const mail = upstream.services.fakes?.mail;
    await upstream.call(mailAddressApi.ask, { body: { address: `a${people}@example.com` } }, { as: alice });
    const sent = /验证码是 (\d{6})/.exec(mail?.inbox()[0]?.text ?? "")?.[1] ?? "";
    await upstream.call(mailAddressApi.confirm, { body: { code: sent } }, { as: alice });
    await want(["answer"], "mail");
    const letters = () => (mail?.inbox() ?? []).filter(({ subject }) => subject.includes("新回答")).length;
    pass(61);
    const before = letters();
    await answer();
    pass(6);
    await Promise.all([tell(), tell(), tell(), tell()]);
    expect([cards().length, letters() - before]).toEqual([1, 0]);
    pass(30);
    await tell();
    expect([cards().length, letters() - before]).toEqual([1, 0]);
    pass(31);
    await tell();
    expect([cards().length, letters() - before], "still unread: now by the other").toEqual([1, 1]);
    wechat().faults.set({ kind: "error" });
    await answer();
    pass(66);
    await tell();
    expect([cards().length, letters() - before], "one that fails leaves it to the other").toEqual([1, 2]);
  });
});

describe("a member's id at the official account", () => {
  test("is private to them, exported, and deleted when they disconnect", async () => {
    await keep();
    expect((await settings()).reached).toEqual(["wechat"]);
    expect(await upstream.call(notificationSettingsApi.get, {}, { as: bob })).toMatchObject({
      reached: [],
      stopped: [],
    });
    await upstream.call(wechatReceiverApi.remove, {}, { as: alice });
    expect((await settings()).reached).toEqual([]);
    expect(await codeOf(upstream.call(wechatReceiverApi.keep, { body: { code: "nobody's" } }, { as: alice }))).toBe(
      "WECHAT_FAILED",
    );
  });

  test("can't be used with another official account", async () => {
    await keep();
    await upstream.services.db.updateTable("wechat_receivers").set({ app_id: "wx-former" }).execute();
    await want(["answer"]);
    expect((await settings()).reached).toEqual([]);
    expect(await toldOf()).toEqual([]);
  });
});

describe("the template", () => {
  const read = (fields: string) =>
    readUpstreamConfig({
      WECHAT_MP_APP_ID: "wx1",
      WECHAT_MP_APP_SECRET: "s",
      WECHAT_MP_TEMPLATE: "t",
      WECHAT_MP_TEMPLATE_FIELDS: fields,
    }).officialAccount;

  test.each(["", "thing1", "thing1=wor", "thing1=time", "number1=words", "phrase1=words", "thing1=words,thing1=site"])(
    "%j has no fields that WeChat would accept",
    (fields) => {
      expect(() => read(fields)).toThrow("WECHAT_MP_TEMPLATE_FIELDS");
    },
  );

  test("is filled within the length limits of its fields", () => {
    expect(read("thing1=words, time2=time,number3=count")).toMatchObject({
      template: { id: "t", fields: { thing1: "words", time2: "time", number3: "count" } },
    });
    const long = "一个很长很长的站名，二十个字放不下它，还要再多出来几个";
    const words = {
      words: [long, "12 条新通知"],
      newest: [""],
      count: ["12"],
      time: ["2026年3月1日 16:00"],
      site: [long],
    };
    const fields = { thing1: "words", thing2: "site", thing3: "newest" } as const;
    const body = templateBody({ id: "t", fields }, { openid: "o", url: "u", words, occasion: "x" });
    expect(body.data).toEqual({
      thing1: { value: "12 条新通知" },
      thing2: { value: `${[...long].slice(0, 19).join("")}…` },
      thing3: { value: "无" },
    });
    expect(body.client_msg_id).toMatch(/^[0-9a-f]{32}$/);
  });

  test("is checked by the trial of the official account", async () => {
    const { messages } = upstream.services.officialAccount ?? {};
    expect(await messages?.check()).toBeNull();
  });
});

test("a site without a template does not offer this channel", async () => {
  const bare = await createTestUpstream({ config: { officialAccount: { kind: "off" } } });
  const carol = await bare.addUser("卡罗尔");
  expect((await bare.call(notificationSettingsApi.get, {}, { as: carol })).outside).toEqual({ mail: [] });
  expect(await codeOf(bare.call(wechatReceiverApi.keep, { body: { code: "x" } }, { as: carol }))).toBe("WECHAT_FAILED");
  await bare.close();
});
