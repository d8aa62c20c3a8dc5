import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { forgetLimits, sentCode } from "#tests/routes/support/form-codes";
import { createZhikuWorld, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { createRedeemCodes } from "#upstream/modules/zhiku/order/redeem-code";
import { reviewZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { createOffer, OFFERS_KEY } from "#upstream/modules/zhiku/rights/offers";

const PROFILE = "/zhiku/profile";
const WEIXIN = { headers: { "user-agent": "Mozilla/5.0 (Linux; Android 14) Mobile MicroMessenger/8.0.50" } };
const FIELDS = { name: "林知远", company: "某公司", department: "产品部", position: "经理", email: "lin@example.com" };

let world: World;
let zhiku: ZhikuWorld;
let growthOffer: number;

beforeAll(async () => {
  world = await createWorld();
  zhiku = await createZhikuWorld(world.upstream);
  const offer = { name: "增长年卡", description: "只含增长", price: 19_800, days: 365, position: 1, onSale: true };
  growthOffer = await transact(world.upstream.services.db, async (trx) => {
    await createOffer(trx, { ...offer, name: "财务年卡", categoryId: zhiku.categories.finance });
    return (await createOffer(trx, { ...offer, categoryId: zhiku.categories.growth })).id;
  });
});
afterAll(() => world.close());
beforeEach(() => forgetLimits(world));

let people = 0;
/** A member, by default with a professional profile. */
async function member({ profile = true } = {}): Promise<{ reader: Reader; phone: string; userId: number }> {
  people += 1;
  const phone = `1361000${String(people).padStart(4, "0")}`;
  const userId = await world.upstream.addUser(`会员${people}`, `86${phone}`);
  const reader = await world.as(userId);
  if (profile) await reader.submit("/zhiku/profile", { ...FIELDS, phone });
  return { reader, phone, userId };
}

async function order(reader: Reader, path = "/zhiku/rights"): Promise<string> {
  const { location } = await reader.submit(path, {
    offerId: String(growthOffer),
    requestId: randomUUID(),
    agreed: "1",
  });
  if (!location?.startsWith("/zhiku/orders/")) throw new Error(`no order: ${location}`);
  return location;
}
const numberIn = (path: string) => /orders\/(\w+)/.exec(path)?.[1] ?? "";
/** A page's text, without markup. */
const wordsOf = (text: string) =>
  text
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ");

describe("the professional profile", () => {
  test("is saved, and redirects back", async () => {
    const { reader, phone } = await member({ profile: false });
    const back = `/zhiku/article/${encodeId(1)}`;
    const page = await reader.get(`/zhiku/profile?back=${back}`);
    expect(page.text).toContain(`value="${phone}"`);
    const kept = await reader.submit(`/zhiku/profile?back=${back}`, { ...FIELDS, phone });
    expect([kept.status, kept.location]).toEqual([302, back]);
    expect((await reader.get("/zhiku/profile")).text).toContain('value="lin@example.com"');
    expect((await reader.submit("/zhiku/profile?back=/zhiku/error/401", { ...FIELDS, phone })).location).toBe("/zhiku");
  });

  test("shows errors at their fields, and keeps the input", async () => {
    const { reader } = await member({ profile: false });
    const typed = { name: " ", company: "甲公司", department: "", position: "顾问", phone: "123", email: "lin@" };
    const { status, text } = await reader.submit("/zhiku/profile", typed);
    expect(status).toBe(422);
    for (const message of ["姓名不能为空", "部门不能为空", "请输入正确的手机号", "请输入正确的邮箱"]) {
      expect(text).toMatch(new RegExp(`class="field__error"[^>]*>(?:<svg.*?</svg>)?${message}`));
    }
    for (const value of ["甲公司", "顾问", "123", "lin@"]) expect(text).toContain(`value="${value}"`);
    const long = { ...typed, name: "甲".repeat(31), email: `${"a".repeat(250)}@example.com` };
    const longer = (await reader.submit("/zhiku/profile", long)).text;
    for (const message of ["姓名不能超过30个字", "邮箱不能超过254个字符"]) expect(longer).toContain(message);
  });

  test("that was refused says why, and is still refused if nothing changes", async () => {
    const reader = await world.as(zhiku.people.rejected);
    const { text } = await reader.get("/zhiku/profile");
    expect(text).toMatch(/role="alert"[^>]*>.*?公司名称有误/);
    const same = { name: "被退回", company: "某公司", department: "产品", position: "经理", email: "a@b.cn" };
    const again = await reader.submit("/zhiku/profile", { ...same, phone: "13700000002" });
    expect(again.status).toBe(422);
    expect(again.text).toContain("还没有改动");
  });

  test("accepts another phone number with a code sent to it, without scripts", async () => {
    const { reader, phone: own } = await member();
    const phone = "13911112222";
    expect((await reader.get("/zhiku/profile")).text).not.toContain("手机验证码");
    const unproven = await reader.submit("/zhiku/profile", { ...FIELDS, phone });
    expect(unproven.status).toBe(422);
    expect(unproven.text).toContain("请先验证这个手机号");
    expect(unproven.text).toContain("手机验证码");
    const fields = { ...FIELDS, phone };
    const code = await sentCode(world, reader, { path: "/zhiku/profile", fields, purpose: "verify-phone" });
    const wrong = await reader.submit("/zhiku/profile", { ...fields, code: code === "123456" ? "654321" : "123456" });
    expect(wrong.text).toContain("验证码错误或已失效");
    // A code is not consumed by a form that is refused for another reason.
    expect((await reader.submit("/zhiku/profile", { ...fields, code, name: "" })).status).toBe(422);
    expect((await reader.submit("/zhiku/profile", { ...fields, code })).location).toBe("/zhiku");
    expect((await reader.get("/zhiku/profile")).text).toContain(`value="${phone}"`);
    expect((await reader.submit("/zhiku/profile", { ...FIELDS, phone: own })).location).toBe("/zhiku");
  });

  test("keeps what another tab has saved since the form was shown", async () => {
    const { reader } = await member();
    const early = fieldsIn((await reader.get(PROFILE)).text);
    await reader.submit(PROFILE, { ...early, company: "另一页写的公司", email: "other@example.com" });
    expect((await reader.submit(PROFILE, { ...early, position: "总监" })).location).toBe("/zhiku");
    const after = fieldsIn((await reader.get(PROFILE)).text);
    expect(after).toMatchObject({ company: "另一页写的公司", email: "other@example.com", position: "总监" });
  });

  test("with a field changed here and elsewhere asks before overwriting it", async () => {
    const { reader } = await member();
    const early = fieldsIn((await reader.get(PROFILE)).text);
    await reader.submit(PROFILE, { ...early, company: "别处写的公司", department: "别处写的部门" });
    const asked = await reader.submit(PROFILE, { ...early, company: "这里写的公司" });
    expect(asked.status).toBe(409);
    expect(asked.text).toMatch(/field__error[^>]*>(?:(?!<\/p>).)*刚在别处改成了“别处写的公司”。再保存一次/s);
    const returned = fieldsIn(asked.text);
    expect(returned).toMatchObject({ company: "这里写的公司", department: FIELDS.department });
    expect(fieldsIn((await reader.get(PROFILE)).text)).toMatchObject({ company: "别处写的公司" });
    expect((await reader.submit(PROFILE, returned)).location).toBe("/zhiku");
    const stored = fieldsIn((await reader.get(PROFILE)).text);
    expect(stored).toMatchObject({ company: "这里写的公司", department: "别处写的部门" });
  });

  test("keeps a number that another tab has verified, and asks before replacing it", async () => {
    const { reader } = await member();
    const early = fieldsIn((await reader.get(PROFILE)).text);
    const verified = async (fields: Record<string, string>) => {
      forgetLimits(world);
      return { ...fields, code: await sentCode(world, reader, { path: PROFILE, fields, purpose: "verify-phone" }) };
    };
    await reader.submit(PROFILE, await verified({ ...early, phone: "13911113333" }));
    await reader.submit(PROFILE, { ...early, position: "总监" });
    const stored = fieldsIn((await reader.get(PROFILE)).text);
    expect(stored).toMatchObject({ phone: "13911113333", position: "总监" });
    const asked = await reader.submit(PROFILE, await verified({ ...early, phone: "13911114444" }));
    expect(asked.text).toContain("刚在别处改成了“13911113333”");
    // Its code was not spent.
    expect((await reader.submit(PROFILE, fieldsIn(asked.text))).location).toBe("/zhiku");
    expect(fieldsIn((await reader.get(PROFILE)).text)).toMatchObject({ phone: "13911114444" });
  });
});

describe("the rights page", () => {
  test("shows all offers to everybody, and asks visitors to log in before buying", async () => {
    const reader = await world.as(null);
    const { status, text } = await reader.get("/zhiku/rights");
    expect(status).toBe(200);
    for (const words of ["增长年卡", "¥198", "财务年卡", "全库年卡", "¥698", "全库权益"]) expect(text).toContain(words);
    const chosen = (await reader.get(`/zhiku/rights?offer=${growthOffer}`)).text;
    expect(chosen).toContain("增长权益");
    // Via the profile, after which the order continues.
    const next = encodeURIComponent(`/zhiku/profile?back=${encodeURIComponent(`/zhiku/rights?offer=${growthOffer}`)}`);
    expect(chosen).toMatch(new RegExp(`<a href="/login\\?next=${next}"[^>]*aria-label="登录后购买增长年卡"`));
    expect(text).not.toContain('name="requestId"');
    const pressed = await reader.submit("/zhiku/rights?category=1", {
      offerId: "1",
      requestId: randomUUID(),
      agreed: "1",
    });
    expect(pressed.location).toBe("/login?next=%2Fzhiku%2Frights%3Fcategory%3D1");
  });

  test("can show only offers that open a category, its own first", async () => {
    const reader = await world.as(null);
    const { text } = await reader.get(`/zhiku/rights?category=${zhiku.categories.retention}&back=/zhiku/article/x`);
    const words = wordsOf(text);
    expect(words).toContain("能打开“留存”的权益");
    expect(words).not.toContain("财务年卡");
    expect(words.indexOf("增长年卡")).toBeLessThan(words.indexOf("全库年卡"));
    expect(text).toContain('href="/zhiku/rights?back=%2Fzhiku%2Farticle%2Fx"');
    for (const junk of ["0", "x", "999999"]) {
      expect((await reader.get(`/zhiku/rights?category=${junk}`)).text, junk).toContain("财务年卡");
    }
  });

  test("shows a member's own rights with their state", async () => {
    const entitled = wordsOf((await (await world.as(zhiku.people.entitled)).get("/zhiku/rights")).text);
    expect(entitled).toMatch(/我的权益.*增长.*生效中.*运营赠送/s);
    const expired = wordsOf((await (await world.as(zhiku.people.expired)).get("/zhiku/rights")).text);
    expect(expired).toContain("已到期");
    const newcomer = (await (await world.as(zhiku.people.newcomer)).get("/zhiku/rights")).text;
    expect(newcomer).toContain("还没有权益");
    expect(newcomer).toContain("购买和阅读之前，要先填好职业信息");
    const rejected = wordsOf((await (await world.as(zhiku.people.rejected)).get("/zhiku/rights")).text);
    expect(rejected).toContain("职业信息被退回了，改好之后才能购买和阅读");
    const visitor = wordsOf((await (await world.as(null)).get("/zhiku/rights")).text);
    expect(visitor).toContain("购买和阅读之前，要先登录并填好职业信息");
    expect(entitled).not.toContain("购买和阅读之前");
    expect(newcomer).toContain('href="/zhiku/profile?back=%2Fzhiku%2Frights"');
  });

  test("shows for a right revoked before its start when that was, and no earlier period", async () => {
    const { reader, userId } = await member();
    const { db } = world.upstream.services;
    const times = { from_at: "2099-01-01T00:00:00.000Z", until_at: "2026-01-02T00:00:00.000Z", created_at: "2026" };
    const right = { ...times, user_id: userId, category_id: null, source: "operator" as const, order_id: null };
    await db.insertInto("zhiku_rights").values(right).execute();
    const text = wordsOf((await reader.get("/zhiku/rights")).text);
    expect(text).toMatch(/没有开始，\s+2026-01-02\s+已收回/);
    expect(text).not.toContain("2099");
  });

  test("refuses an offer that is not on sale, and keeps the idempotency key", async () => {
    const { reader } = await member();
    const requestId = randomUUID();
    for (const offerId of ["999999", "abc", "", "1e30"]) {
      const { status, text } = await reader.submit("/zhiku/rights", { offerId, requestId, agreed: "1" });
      expect([404, 422], offerId).toContain(status);
      expect(wordsOf(text), offerId).toMatch(/这项权益已经不再出售|填写的内容有误/);
    }
    const { fakes } = world.upstream.services;
    fakes?.pay.faults.set({ kind: "error" });
    const refused = await reader.submit("/zhiku/rights", { offerId: String(growthOffer), requestId, agreed: "1" });
    fakes?.pay.faults.set(null);
    expect(refused.text).toContain("微信支付暂时没有回应");
    expect(refused.text).toContain(`value="${requestId}"`);
    const { location } = await reader.submit("/zhiku/rights", {
      offerId: String(growthOffer),
      requestId,
      agreed: "1",
    });
    expect((await reader.get(location ?? "")).text).toContain("微信支付二维码");
  });
});

describe("an offer that is changed while it is shown", () => {
  const price = (fen: number) =>
    transact(world.upstream.services.db, async (trx) => {
      await trx.updateTable("zhiku_offers").set({ price: fen }).where("id", "=", growthOffer).execute();
      await bump(trx, [OFFERS_KEY]);
    });
  afterEach(() => price(19_800));

  test("is not ordered at a price that nobody saw, but with the next click", async () => {
    const { reader } = await member();
    const page = (await reader.get(`/zhiku/rights?offer=${growthOffer}`)).text;
    const form = { ...fieldsIn(page), agreed: "1" };
    expect(form).toMatchObject({ offerId: String(growthOffer), seen: "19800x365" });
    await price(29_800);
    const asked = await reader.submit("/zhiku/rights", form);
    expect(asked.status).toBe(409);
    expect(wordsOf(asked.text)).toMatch(/价格或天数刚刚改过.*¥298 立即购买/s);
    expect((await reader.get("/zhiku/orders")).text).toContain("还没有订单");
    const { location } = await reader.submit("/zhiku/rights", { ...fieldsIn(asked.text), agreed: "1" });
    expect(wordsOf((await reader.get(location ?? "")).text)).toContain("¥298");
  });

  test("is not ordered after the profile either, which is saved", async () => {
    const { reader, phone } = await member({ profile: false });
    const chosen = { offerId: String(growthOffer), requestId: randomUUID(), agreed: "1" };
    const path = (await reader.submit("/zhiku/rights", chosen)).location ?? "";
    const form = { ...fieldsIn((await reader.get(path)).text), ...FIELDS, phone };
    await price(29_800);
    const asked = await reader.submit(path, form);
    expect(wordsOf(asked.text)).toMatch(/你选了“增长年卡”（¥298，365 天）.*职业信息已保存。.*价格或天数刚刚改过/s);
    expect((await reader.get("/zhiku/orders")).text).toContain("还没有订单");
    const { location } = await reader.submit(path, fieldsIn(asked.text));
    expect(wordsOf((await reader.get(location ?? "")).text)).toContain("¥298");
  });
});

describe("what is chosen before the profile is complete", () => {
  const back = `/zhiku/article/${encodeId(1)}`;
  const choose = async (reader: Reader, requestId = randomUUID()) => {
    const form = { offerId: String(growthOffer), requestId, agreed: "1" };
    const { status, location } = await reader.submit(`/zhiku/rights?back=${back}`, form);
    expect([status, location]).toEqual([302, expect.stringContaining("/zhiku/profile?back=%2Fzhiku%2Frights%3Foffer")]);
    return location ?? "";
  };
  const ordersOf = async (reader: Reader) => (await reader.get("/zhiku/orders")).text;

  test("waits for it, and is ordered once it is saved", async () => {
    const { reader, phone } = await member({ profile: false });
    const path = await choose(reader);
    expect(await ordersOf(reader), "no order yet").toContain("还没有订单");
    const page = await reader.get(path);
    expect(wordsOf(page.text)).toContain("你选了“增长年卡”（¥198，365 天）。付款之前先填好职业信息");
    expect(page.text).toContain("保存并去支付</button>");
    expect(page.text).toContain(`href="/zhiku/rights?back=${encodeURIComponent(back)}"`);

    const wrong = await reader.submit(path, { ...FIELDS, phone, name: "" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("姓名不能为空");
    expect(wrong.text).toContain("保存并去支付</button>");
    expect(await ordersOf(reader)).toContain("还没有订单");

    const kept = await reader.submit(path, { ...FIELDS, phone });
    expect(kept.location).toMatch(/^\/zhiku\/orders\/\d+\?back=/);
    expect(kept.location).toContain(encodeURIComponent(back));
    const paying = await reader.get(kept.location ?? "");
    expect(wordsOf(paying.text)).toMatch(/职业信息已保存.*增长年卡.*¥198.*待支付/s);
    expect((await reader.submit(path, { ...FIELDS, phone })).location, "sent twice").toBe(kept.location);
  });

  test("waits for a refused profile to be changed", async () => {
    const { reader, phone, userId } = await member();
    const { services } = world.upstream;
    await reviewZhikuProfile(services.db, services, userId, { rejected: true, reason: "公司名称有误" });
    const path = await choose(reader);
    expect(wordsOf((await reader.get(path)).text)).toMatch(/付款之前.*职业信息被退回：公司名称有误/s);
    expect((await reader.submit(path, { ...FIELDS, phone })).text).toContain("还没有改动");
    expect(await ordersOf(reader)).toContain("还没有订单");
    const kept = await reader.submit(path, { ...FIELDS, phone, company: "改好的公司" });
    expect(kept.location).toMatch(/^\/zhiku\/orders\/\d+/);
  });

  test("that can't be ordered leaves the profile saved, and can be ordered again with the same key", async () => {
    const { reader, phone } = await member({ profile: false });
    const path = await choose(reader);
    const { fakes } = world.upstream.services;
    fakes?.pay.faults.set({ kind: "error" });
    const refused = await reader.submit(path, { ...FIELDS, phone });
    fakes?.pay.faults.set(null);
    expect(refused.status).toBe(422);
    expect(wordsOf(refused.text)).toContain("职业信息已保存。微信支付暂时没有回应");
    expect((await reader.get("/zhiku/profile")).text).toContain('value="某公司"');
    const { location } = await reader.submit(path, { ...FIELDS, phone });
    expect((await reader.get(location ?? "")).text).toContain("微信支付二维码");
    const before = await ordersOf(reader);
    expect(before.match(/class="order__name"/g)).toHaveLength(1);
    expect(before).toContain("去支付</a>");
    // Until it is closed, an order whose time is over offers no payment.
    const { db } = world.upstream.services;
    await db
      .updateTable("zhiku_orders")
      .set({ expires_at: new Date(0).toISOString() })
      .execute();
    const after = await ordersOf(reader);
    expect(after).toContain("已过支付时间");
    expect(after).not.toContain("去支付</a>");
  });

  test("that is no longer on sale says so; an invalid choice is ignored", async () => {
    const { reader, phone } = await member({ profile: false });
    const request = randomUUID();
    const at = (rights: string) => `/zhiku/profile?back=${encodeURIComponent(rights)}`;
    const gone = at(`/zhiku/rights?offer=999999&request=${request}`);
    expect(wordsOf((await reader.get(gone)).text)).toContain("付款之前先填好职业信息，保存后就去支付。");
    const told = await reader.submit(gone, { ...FIELDS, phone });
    expect([told.status, wordsOf(told.text)]).toEqual([404, expect.stringContaining("这项权益已经不再出售")]);
    for (const junk of [`/zhiku/rights?request=${request}`, `/zhiku?offer=1&request=${request}`]) {
      expect((await reader.get(at(junk))).text, junk).toContain("保存</button>");
      expect((await reader.submit(at(junk), { ...FIELDS, phone })).location, junk).toBe(junk);
    }
    expect(await ordersOf(reader)).toContain("还没有订单");
  });

  test("is ordered with scripts in the same way", async () => {
    const { reader } = await member({ profile: false });
    const form = { offerId: String(growthOffer), requestId: randomUUID(), agreed: "1" };
    const answer = await reader.submit("/zhiku/rights.data", form);
    expect([answer.status, answer.text]).toEqual([202, expect.stringContaining("/zhiku/profile?back=")]);
    expect(answer.text).not.toContain("/zhiku/error/401");
  });

  test("is paid inside WeChat once the payer is known; if the profile was refused meanwhile, it comes first again", async () => {
    const { reader, phone, userId } = await member({ profile: false });
    const path = await choose(reader);
    const kept = await reader.submit(path, { ...FIELDS, phone }, WEIXIN);
    expect(kept.status).toBe(200);
    expect(wordsOf(kept.text)).toMatch(/职业信息已保存.*继续，打开微信支付/s);
    const agreed = await agree(reader, kept.text);
    const { services } = world.upstream;
    await reviewZhikuProfile(services.db, services, userId, { rejected: true, reason: "公司名称有误" });
    const { location } = await reader.get(agreed, WEIXIN);
    expect(location?.replace(/request%3D[^%]+/, "")).toBe(path.replace(/request%3D[^%]+/, ""));
    const changed = { ...FIELDS, phone, company: "改好的公司" };
    const again = await reader.submit(location ?? "", changed, WEIXIN);
    const made = await reader.get(await agree(reader, again.text), WEIXIN);
    expect(made.location).toMatch(/^\/zhiku\/orders\/\d+\?back=/);
    expect((await reader.get(made.location ?? "", WEIXIN)).text).toContain("微信支付</button>");
  });
});

/** WeChat's return URL after consent on the page linked from `text`. */
async function agree(reader: Reader, text: string): Promise<string> {
  const url = /href="([^"]*oauth2\/authorize[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(url).toContain("/_dev/wechat/connect/oauth2/authorize?");
  const page = await reader.get(url.replace(/#.*/, "").replace(/^https?:\/\/[^/]+/, ""), WEIXIN);
  const agreed = [...page.text.matchAll(/href="([^"]*\/zhiku\/payer[^"]*code=[^"]*)"/g)][0]?.[1] ?? "";
  return agreed.replaceAll("&amp;", "&").replace(/^https?:\/\/[^/]+/, "");
}

describe("an order", () => {
  test("submitted twice by one form is created once, and its page shows its code after a reload", async () => {
    const { reader } = await member();
    const form = { offerId: String(growthOffer), requestId: randomUUID(), agreed: "1" };
    const first = await reader.submit("/zhiku/rights", form);
    expect((await reader.submit("/zhiku/rights", form)).location).toBe(first.location);
    const [page, again] = [await reader.get(first.location ?? ""), await reader.get(first.location ?? "")];
    const drawn = /<svg class="pay__code".*?<path d="([^"]+)"/.exec(page.text)?.[1];
    expect(drawn?.length).toBeGreaterThan(500);
    expect(again.text).toContain(drawn);
    expect(page.text).not.toMatch(/ style="/);
    expect(page.text).toContain(`href="/_dev/pay#${numberIn(first.location ?? "")}"`);
    expect(wordsOf(page.text)).toMatch(/增长年卡.*¥198.*待支付/s);
  });

  test("is visible only to its buyer", async () => {
    const path = await order((await member()).reader);
    const { reader } = await member();
    expect((await reader.get(path)).status).toBe(404);
    expect((await reader.submit(path, {})).status).toBe(404);
    expect((await reader.get(`/zhiku/orders/${numberIn(path)}/state`)).text).toBe('{"state":null}');
    expect((await reader.get("/zhiku/orders/x")).status).toBe(404);
  });

  test("is paid, opens the document, and leads back to it", async () => {
    const { reader } = await member();
    const document = `/zhiku/article/${encodeId(await zhiku.add())}`;
    expect((await reader.get(document)).text).not.toContain("付费的正文在这里");
    const path = await order(reader, `/zhiku/rights?category=${zhiku.categories.growth}&back=${document}`);
    expect(path).toContain(`?back=${encodeURIComponent(document)}`);

    const asked = await reader.submit(path, {});
    expect(asked.location).toBe(path);
    expect(wordsOf((await reader.get(path)).text)).toContain("还没有收到付款");

    const state = async () => (await reader.get(`/zhiku/orders/${numberIn(path)}/state`)).text;
    expect(await state()).toBe('{"state":"pending"}');
    expect(world.upstream.services.fakes?.pay.pay(numberIn(path))).toBeNull();
    await expect.poll(state).toBe('{"state":"paid"}');

    const led = await reader.get(path);
    expect([led.status, led.location, led.headers.get("x-remix-replace")]).toEqual([302, document, "true"]);
    const opened = await reader.get(document);
    expect(wordsOf(opened.text)).toContain("支付成功，权益已开通");
    expect(wordsOf(opened.text)).toContain("付费的正文在这里");
    expect(wordsOf((await reader.get("/zhiku/rights")).text)).toMatch(/我的权益.*增长.*生效中.*购买/s);
    const own = path.replace(/\?.*/, "");
    expect(wordsOf((await reader.get(own)).text)).toMatch(/权益已开通.*，到\s+\d{4}-\d\d-\d\d/s);
    // Once more: its page says that there is existing time.
    const again = await order(reader, `/zhiku/rights?category=${zhiku.categories.growth}`);
    expect(wordsOf((await reader.get(again)).text)).toMatch(/你已有它打开的权益，到\s+\d{4}-\d\d-\d\d/);
    const { db } = world.upstream.services;
    const right = db.selectFrom("zhiku_orders").select("id").where("order_no", "=", numberIn(path));
    const later = { from_at: "2199-01-01T00:00:00.000Z", until_at: "2199-02-01T00:00:00.000Z" };
    await db.updateTable("zhiku_rights").set(later).where("order_id", "in", right).execute();
    const waiting = wordsOf((await reader.get(own)).text);
    expect(waiting).toMatch(/权益已开通.*起止日期在“我的权益”里/s);
    expect(waiting).not.toContain("权益已结束");
    const past = { from_at: "2020-01-01T00:00:00.000Z", until_at: "2021-01-01T00:00:00.000Z" };
    await db.updateTable("zhiku_rights").set(past).where("order_id", "in", right).execute();
    const ended = wordsOf((await reader.get(own)).text);
    expect(ended).toMatch(/权益已结束.*续订/s);
    expect(ended).not.toContain("现在就可以阅读");
    // An offer that is no longer on sale says no less.
    await db.updateTable("zhiku_offers").set({ on_sale: 0 }).where("id", "=", growthOffer).execute();
    expect(wordsOf((await reader.get(own)).text)).toMatch(/权益已结束.*续订/s);
    await db.updateTable("zhiku_offers").set({ on_sale: 1 }).where("id", "=", growthOffer).execute();
  });

  test("is cancelled by its buyer, who can buy again", async () => {
    const { reader } = await member();
    const path = await order(reader, "/zhiku/rights?back=/zhiku/history");
    const { reader: stranger } = await member();
    expect((await stranger.submit(path, { intent: "cancel" })).status).toBe(404);
    expect((await reader.get(path)).text).toContain("确定取消");
    expect((await reader.submit(path, { intent: "cancel" })).location).toBe(path);
    const { text } = await reader.get(path);
    expect(wordsOf(text)).toMatch(/订单已取消.*不会扣款.*重新购买/s);
    expect(wordsOf(text)).not.toContain("没有在规定时间内支付");
    expect(text).toContain('href="/zhiku/rights?back=%2Fzhiku%2Fhistory"');
    expect(world.upstream.services.fakes?.pay.pay(numberIn(path))).toBe("订单已关闭");
  });

  test("is not cancelled while WeChat Pay is unreachable, nor after it was paid", async () => {
    const { reader } = await member();
    const path = await order(reader);
    const pay = world.upstream.services.fakes?.pay;
    pay?.faults.set({ kind: "error" });
    await reader.submit(path, { intent: "cancel" });
    expect(wordsOf((await reader.get(path)).text)).toContain("订单还没有取消");
    pay?.faults.set(null);
    pay?.pay(numberIn(path), { quietly: true });
    await reader.submit(path, { intent: "cancel" });
    expect(wordsOf((await reader.get(path)).text)).toMatch(/这张订单刚刚已经付款.*已支付.*权益已开通/s);
  });

  test("whose payment its own page finds out is open there at once, not ended", async () => {
    const { reader } = await member();
    const path = await order(reader);
    const { db, fakes } = world.upstream.services;
    fakes?.pay.pay(numberIn(path), { quietly: true });
    const asked = { asked_at: new Date(Date.now() - 6_000).toISOString() };
    await db.updateTable("zhiku_orders").set(asked).where("order_no", "=", numberIn(path)).execute();
    const found = wordsOf((await reader.get(path)).text);
    expect(found).toMatch(/权益已开通.*，到\s+\d{4}-\d\d-\d\d/s);
    expect(found).not.toContain("续订");
  });

  test("without a QR code says so, and gets one with the button", async () => {
    const { reader } = await member();
    const path = await order(reader);
    const { db, fakes } = world.upstream.services;
    const set = (row: object) =>
      db.updateTable("zhiku_orders").set(row).where("order_no", "=", numberIn(path)).execute();
    await set({ code_url: null });
    const asked = new Date(Date.now() - 6_000).toISOString();
    fakes?.pay.faults.set({ kind: "error" });
    await set({ asked_at: asked });
    await reader.submit(path, {});
    const { text } = await reader.get(path);
    expect(wordsOf(text)).toMatch(/微信支付还没有给出付款码，请稍后再试.*重新获取付款码/s);
    expect(text).not.toContain("pay__code");
    fakes?.pay.faults.set(null);
    await set({ asked_at: asked });
    expect((await reader.get(path)).text).toContain("微信支付二维码");
  });

  test("that was paid after the profile was refused says what is missing", async () => {
    const { reader, userId } = await member();
    const path = await order(reader, "/zhiku/rights?back=/zhiku");
    const { services } = world.upstream;
    await reviewZhikuProfile(services.db, services, userId, { rejected: true, reason: "公司名称有误" });
    world.upstream.services.fakes?.pay.pay(numberIn(path));
    await expect.poll(async () => (await reader.get(path)).text).toContain("还差一步");
    expect((await reader.get(path)).text).toContain('href="/zhiku/profile?back=%2Fzhiku"');
  });

  test("that was closed or refunded says what to do next", async () => {
    const { reader } = await member();
    const path = await order(reader);
    const { db } = world.upstream.services;
    const set = (row: object) =>
      db.updateTable("zhiku_orders").set(row).where("order_no", "=", numberIn(path)).execute();
    await set({ state: "closed", closed_at: new Date().toISOString() });
    expect(wordsOf((await reader.get(path)).text)).toMatch(/已关闭.*不会扣款.*重新购买/s);
    // Paid afterwards, it stays closed.
    await set({ transaction_id: `late-${numberIn(path)}` });
    const paid = wordsOf((await reader.get(path)).text);
    expect(paid).toMatch(/已关闭.*收到了付款，正在原路退回/s);
    expect(paid).not.toContain("不会扣款");
    await set({ refunded_at: new Date().toISOString() });
    const late = wordsOf((await reader.get(path)).text);
    expect(late).toMatch(/已关闭.*已经原路退回.*重新购买/s);
    expect(late).not.toContain("不会扣款");
    await set({ state: "refunded", refunded_at: new Date().toISOString() });
    expect(wordsOf((await reader.get(path)).text)).toMatch(/已退款.*退款原路返回.*以微信支付的通知为准.*重新购买/s);
    await set({ refunded_there: 500 });
    const part = wordsOf((await reader.get(path)).text);
    expect(part).toMatch(/退款金额.*¥5/s);
    expect(part).not.toContain("以微信支付的通知为准");
  });

  test("past its time no longer shows a code", async () => {
    const { reader } = await member();
    const path = await order(reader);
    const past = new Date(Date.now() - 1000).toISOString();
    const where = world.upstream.services.db.updateTable("zhiku_orders").where("order_no", "=", numberIn(path));
    await where.set({ expires_at: past }).execute();
    const { text } = await reader.get(path);
    expect(text).toContain("已过支付时间");
    expect(text).not.toContain("pay__code");
    expect(text).toContain('http-equiv="refresh"');
    // No code can be had later.
    await reader.submit(path, {});
    expect(wordsOf((await reader.get(path)).text)).toContain("还没有收到付款");
  });
});

describe("inside WeChat", () => {
  test("the form first identifies the payer; then the page has the data for WeChat's payment", async () => {
    const { reader } = await member();
    const form = { offerId: String(growthOffer), requestId: randomUUID(), agreed: "1" };
    const asked = await reader.submit("/zhiku/rights?back=/zhiku/history", form, WEIXIN);
    const back = await agree(reader, asked.text);

    // A browser that did not start it is refused, even with a session.
    const other = (await member()).reader;
    expect((await other.get(back, WEIXIN)).location).toBe("/zhiku/rights");

    const made = await reader.get(back, WEIXIN);
    expect(made.location).toMatch(/^\/zhiku\/orders\/\d+\?back=%2Fzhiku%2Fhistory$/);
    const paying = await reader.get(made.location ?? "", WEIXIN);
    expect(paying.text).toContain("微信支付</button>");
    expect(paying.text).toContain("prepay_id=");
    expect(paying.text).not.toContain("pay__code");
    const onComputer = await reader.get(made.location ?? "");
    expect(onComputer.text).not.toContain("微信支付</button>");
    expect(wordsOf(onComputer.text)).toContain("要在手机微信里打开这一页支付");
    const rights = `/zhiku/rights?offer=${growthOffer}&amp;back=%2Fzhiku%2Fhistory`;
    expect(onComputer.text).toMatch(new RegExp(`href="${escaped(rights)}"[^>]*>(?:<[^>]+>)*改用扫码支付`));
    // Once they have paid, WeChat's response is known.
    expect(world.upstream.services.fakes?.pay.pay(numberIn(made.location ?? ""))).toBeNull();
    await expect.poll(async () => wordsOf((await reader.get(made.location ?? "")).text)).not.toContain("待支付");
    const next = await reader.submit("/zhiku/rights", { ...form, requestId: randomUUID() }, WEIXIN);
    expect(next.location).toMatch(/^\/zhiku\/orders\/\d+$/);
  });
});

const escaped = (text: string) => text.replace(/[?]/g, "\\$&");

test("an order to scan that is opened inside WeChat leads to one that can be paid there", async () => {
  const { reader } = await member();
  const path = await order(reader);
  expect(wordsOf((await reader.get(path)).text)).not.toContain("另一台设备");
  const page = await reader.get(path, WEIXIN);
  expect(wordsOf(page.text)).toMatch(/要用另一台设备的微信“扫一扫”支付.*在微信里支付/s);
  expect(page.text).toContain(`href="/zhiku/rights?offer=${growthOffer}"`);
});

test("the offers page names an order that is still to be paid, until it can't be", async () => {
  const { reader } = await member();
  const offers = async () => wordsOf((await reader.get("/zhiku/rights")).text);
  expect(await offers()).not.toContain("还没有付款");
  const path = await order(reader);
  expect(await offers()).toContain("“增长年卡”的订单还没有付款，付那一张就行。");
  expect((await reader.get("/zhiku/rights")).text).toContain(`href="${path}"`);
  expect((await reader.get("/zhiku/rights", WEIXIN)).text, "where it can't be paid").not.toContain("还没有付款");
  const { db } = world.upstream.services;
  const past = { expires_at: "2020-01-01T00:00:00.000Z" };
  await db.updateTable("zhiku_orders").set(past).where("order_no", "=", numberIn(path)).execute();
  expect(await offers()).not.toContain("还没有付款");
});

describe("the list of orders", () => {
  test("is filtered by state", async () => {
    const { reader } = await member();
    const number = numberIn(await order(reader));
    expect((await reader.get("/zhiku/orders")).text).toContain(number);
    expect((await reader.get("/zhiku/orders?state=pending")).text).toContain(number);
    const paid = await reader.get("/zhiku/orders?state=paid");
    expect(paid.text).not.toContain(number);
    expect(paid.text).toContain("没有已支付的订单");
    expect((await reader.get("/zhiku/orders?state=toString")).text).toContain(number);
    const beyond = await reader.get("/zhiku/orders?page=9");
    expect(beyond.text).toContain("这一页没有内容了");
    expect(beyond.text).toMatch(/<a href="\/zhiku\/orders"[^>]*aria-label="第 1 页"/);
    for (const junk of ["x", "abcdefgh", "%00", "1".repeat(40)]) {
      const { status, text } = await reader.get(`/zhiku/orders/${junk}`);
      expect([status, text.includes("没有这张订单")], junk).toEqual([404, true]);
      expect(text, junk).toMatch(/<a [^>]*href="\/zhiku\/orders"[^>]*>看我的订单/);
    }
  });

  test("accepts a redeem code, and shows errors at its field", async () => {
    const { reader } = await member();
    const wrong = await reader.submit("/zhiku/orders", { code: "ABCD-1234" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("兑换码不正确，或已经用过");
    expect(wrong.text).toContain('value="ABCD-1234"');
    expect((await reader.submit("/zhiku/orders", { code: " " })).text).toContain("请输入兑换码");
    expect((await reader.submit("/zhiku/orders", { code: "A".repeat(301) })).text).toContain("兑换码没有这么长");
    const [code = ""] = await transact(world.upstream.services.db, (trx) =>
      createRedeemCodes(trx, { offerId: growthOffer, count: 1, expiresAt: null }),
    );
    // It involves no money, so the profile can wait; the reader is told so.
    const { reader: newcomer } = await member({ profile: false });
    const [early = ""] = await transact(world.upstream.services.db, (trx) =>
      createRedeemCodes(trx, { offerId: growthOffer, count: 1, expiresAt: null }),
    );
    const before = await newcomer.submit("/zhiku/orders", { code: early });
    expect(wordsOf((await newcomer.get(before.location ?? "")).text)).toContain(
      "兑换成功：增长年卡。填好职业信息就能阅读",
    );
    const taken = await reader.submit("/zhiku/orders", { code: code.toLowerCase() });
    expect(taken.location).toBe("/zhiku/rights");
    const rights = (await reader.get("/zhiku/rights")).text;
    expect(wordsOf(rights)).toContain("兑换成功：增长年卡");
    expect(wordsOf(rights)).toMatch(/增长.*生效中.*兑换码/s);
    const ago = { paid_at: "2026-01-02T03:04:05.000Z" };
    await world.upstream.services.db.updateTable("zhiku_orders").set(ago).where("channel", "=", "redeem").execute();
    await reader.submit("/zhiku/orders", { code });
    expect(wordsOf((await reader.get("/zhiku/rights")).text)).toContain(
      "这个码你在 2026-01-02 已经兑换过，没有再换一次：增长年卡",
    );
  });
});

describe("the way from the wall", () => {
  const document = () => zhiku.add({ categoryId: zhiku.categories.growth });
  const wallOf = async (reader: Reader, path: string) =>
    /class="zhiku-denied".*?<\/section>/s.exec((await reader.get(path)).text)?.[0] ?? "";
  const nextIn = (wall: string) =>
    decodeURIComponent(/href="\/login\?next=([^"]*)"[^>]*aria-label="登录后购买/.exec(wall)?.[1] ?? "");

  test("leads a visitor with one click to the login, and then to the profile that creates the order", async () => {
    const path = `/zhiku/article/${encodeId(await document())}`;
    const next = nextIn(await wallOf(await world.as(null), path));
    expect(next).toBe(
      `/zhiku/profile?back=${encodeURIComponent(`/zhiku/rights?offer=${growthOffer}&back=${encodeURIComponent(path)}`)}`,
    );
    const { reader, phone } = await member({ profile: false });
    const named = await reader.get(next);
    expect([named.status, named.location]).toEqual([302, expect.stringContaining("request%3D")]);
    const page = await reader.get(named.location ?? "");
    expect(wordsOf(page.text)).toContain("你选了“增长年卡”");
    const kept = await reader.submit(named.location ?? "", { ...FIELDS, phone });
    // The terms are accepted on the page of the choice, which is still known.
    if (kept.location?.startsWith("/zhiku/rights")) {
      expect(kept.location).toContain(`offer=${growthOffer}`);
      expect(kept.location).toContain(encodeURIComponent(path));
    } else expect(kept.location).toMatch(/^\/zhiku\/orders\/\d+\?back=/);
    expect((await reader.get(named.location ?? "")).status, "opened again it makes no other name").toBe(200);
  });

  test("leads somebody with a complete profile to the chosen offer", async () => {
    const path = `/zhiku/article/${encodeId(await document())}`;
    const next = nextIn(await wallOf(await world.as(null), path));
    const { reader } = await member();
    const { location } = await reader.get(next);
    expect(location).toBe(`/zhiku/rights?offer=${growthOffer}&back=${encodeURIComponent(path)}`);
    expect((await reader.get(location ?? "")).text).toContain('aria-label="购买增长年卡"');
  });

  test("is one click for a member, and returns to the document", async () => {
    const path = `/zhiku/article/${encodeId(await document())}`;
    const { reader } = await member();
    const wall = await wallOf(reader, path);
    expect(wall.replace(/<!-- -->/g, "")).toMatch(/增长年卡.*¥198.*365 天.*每天约 0\.55 元/s);
    const [, action = ""] = /<form[^>]*action="([^"]*)"/.exec(wall) ?? [];
    const [, requestId = ""] = /name="requestId" value="([^"]*)"/.exec(wall) ?? [];
    const { location } = await reader.submit(action, { offerId: String(growthOffer), requestId, agreed: "1" });
    expect(location).toMatch(/^\/zhiku\/orders\/\d+\?back=/);
    expect(location).toContain(encodeURIComponent(path));
  });

  test("returns to the document from the redeem codes as well, for anonymous readers by way of the login", async () => {
    const { db } = world.upstream.services;
    const id = await document();
    const path = `/zhiku/article/${encodeId(id)}`;
    const redeem = `/zhiku/orders?back=${encodeURIComponent(path)}`;
    const offered = async (reader: Reader) => (await reader.get(`/zhiku/rights?back=${path}`)).text;
    const linkTo = (to: string) => `href="${to.replaceAll("&", "&amp;")}"`;
    expect(await offered(await world.as(null))).toContain(linkTo(`/login?next=${encodeURIComponent(redeem)}`));
    const { reader } = await member();
    expect(await offered(reader)).toContain(linkTo(redeem));
    const [code = ""] = await transact(db, (trx) =>
      createRedeemCodes(trx, { offerId: growthOffer, count: 1, expiresAt: null }),
    );
    const sell = (on_sale: 0 | 1) =>
      transact(db, async (trx) => {
        await trx.updateTable("zhiku_offers").set({ on_sale }).execute();
        await bump(trx, ["zhiku-offers"]);
      });
    await sell(0);
    expect(await wallOf(reader, path)).toContain(linkTo(redeem));
    await sell(1);
    const form = (await reader.get(redeem)).text;
    const [, action = ""] = /<form[^>]*action="([^"]*)#redeem"/.exec(form) ?? [];
    expect(form, "the tabs keep it").toContain(linkTo(`/zhiku/orders?state=paid&back=${encodeURIComponent(path)}`));
    expect((await reader.submit(action, { code })).location).toBe(path);
  });

  test("offers nothing to somebody who has the right and lacks only the profile", async () => {
    const path = `/zhiku/article/${encodeId(await document())}`;
    const { reader, userId } = await member({ profile: false });
    const grant = { userId, categoryId: zhiku.categories.growth, days: 30, source: "operator", orderId: null } as const;
    await transact(world.upstream.services.db, (trx) => grantRight(trx, world.upstream.services, grant));
    const wall = await wallOf(reader, path);
    expect(wall).toContain("填好职业信息就可以继续");
    expect(wall).not.toContain("¥");
  });
});

/** Pattern for the day some days after now, or after what was now when the test began: midnight may have passed. */
function dayAfter(days: number, before: number): string {
  const day = (now: number) =>
    new Date(now + days * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Asia/Shanghai" });
  return `(?:${day(before)}|${day(Date.now())})`;
}

test("somebody who can read everything is offered nothing but an extension", async () => {
  const { reader, userId } = await member();
  const before = Date.now();
  const grant = { userId, categoryId: null, days: 30, source: "operator", orderId: null } as const;
  await transact(world.upstream.services.db, (trx) => grantRight(trx, world.upstream.services, grant));
  const { text } = await reader.get("/zhiku/rights");
  expect(wordsOf(text)).toMatch(new RegExp(`你已经能读这里的全部资料，到\\s+${dayAfter(30, before)}`));
  expect(text).toMatch(/<details class="card offers__renew">/);
  const chosen = (await reader.get(`/zhiku/rights?offer=${growthOffer}`)).text;
  expect(chosen).not.toContain("offers__renew");
  expect(wordsOf(chosen)).toContain("再买的时间接在后面");
});

test("somebody with a narrower right reads before paying what becomes of its days", async () => {
  const { reader, userId } = await member();
  const { growth, retention, finance } = zhiku.categories;
  const grant = (categoryId: number, source: "redeem" | "operator") =>
    transact(world.upstream.services.db, (trx) =>
      grantRight(trx, world.upstream.services, { userId, categoryId, days: 30, source, orderId: null }),
    );
  const waits = "你的“留存”等它结束后接着算，剩下的天数不会少";
  await grant(finance, "operator");
  const page = `/zhiku/rights?offer=${growthOffer}`;
  expect((await reader.get(page)).text).not.toContain("等它结束");
  await grant(retention, "redeem");
  expect((await reader.get(page)).text).toContain(waits);
  const path = await order(reader);
  expect((await reader.get(path)).text).toContain(waits);
  await grant(growth, "redeem");
  const renewed = (await reader.get(page)).text;
  expect(renewed).toMatch(/你的权益到 \d{4}-\d\d-\d\d，再买的时间接在后面/);
  expect(renewed).toContain(waits);
  const { db } = world.upstream.services;
  const offer = {
    name: "全库",
    description: "",
    categoryId: null,
    price: 59_800,
    days: 365,
    position: 9,
    onSale: true,
  };
  const everything = await transact(db, (trx) => createOffer(trx, offer));
  const text = (await reader.get(`/zhiku/rights?offer=${everything.id}`)).text;
  expect(text).toMatch(/你的(?:“留存”、“增长”|“增长”、“留存”)等它结束/);
  expect(text).toContain("；送你的“财务”仍在原定的那天结束，不会顺延");
  await db.updateTable("zhiku_offers").set({ on_sale: 0 }).where("id", "=", everything.id).execute();
});

test("a right that ends within a week is announced on zhiku's home, unless it continues", async () => {
  const { reader, userId } = await member();
  const before = Date.now();
  const days = (count: number) =>
    transact(world.upstream.services.db, (trx) =>
      grantRight(trx, world.upstream.services, {
        userId,
        categoryId: growth,
        days: count,
        source: "operator",
        orderId: null,
      }),
    );
  const growth = zhiku.categories.growth;
  const told = async () =>
    /class="flash flash--info".*?<\/div>/s.exec((await reader.get("/zhiku")).text)?.[0].replace(/<!-- -->/g, "");
  expect(await told(), "no right").toBeUndefined();
  await days(6);
  expect(await told()).toMatch(new RegExp(`你的知库权益「[^」]+」到 ${dayAfter(6, before)} 为止`));
  expect(await told()).toContain(`href="/zhiku/rights?category=${growth}"`);
  await days(6);
  expect(await told(), "prolonged").toBeUndefined();
  expect((await (await world.as(null)).get("/zhiku")).text).not.toContain("你的知库权益");
});
