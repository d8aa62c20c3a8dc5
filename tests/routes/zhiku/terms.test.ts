import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { insertAgreement, prepareAgreement } from "#upstream/modules/agreement/write";

let world: World;
let buyer: Reader;
let userId: number;
/** The first is that of the seed data. */
let newest = 1;

beforeAll(async () => {
  world = await createWorld();
  userId = await addProfessional(world.upstream, "买家", "13610009901");
  buyer = await world.as(userId);
});
afterAll(() => world.close());
beforeEach(() => forgetLimits(world));

async function publish(askAgain = false): Promise<void> {
  const { services } = world.upstream;
  const fields = { key: "zhiku" as const, title: "知库服务协议", content: `第 ${newest + 1} 版` };
  const ready = await prepareAgreement(services, { ...fields, askAgain });
  newest = await transact(services.db, (trx) => insertAgreement(trx, ready, newest));
}
const RIGHTS = "/zhiku/rights";
const BOX = /<input[^>]*type="checkbox"[^>]*name="agreed"[^>]*>/;
const buy = (fields: Record<string, string> = {}) =>
  buyer.submit(RIGHTS, { offerId: String(world.seed.offer), requestId: randomUUID(), ...fields });
const consents = () =>
  world.upstream.services.db
    .selectFrom("consents")
    .select(["key", "agreed_version"])
    .where("user_id", "=", userId)
    .execute();

test("with terms there is an unticked box beside the offer; without the tick nothing is ordered, and no input is lost", async () => {
  const box = BOX.exec((await buyer.get(RIGHTS)).text)?.[0] ?? "";
  expect(box).toContain('value="1"');
  expect(box).not.toContain("checked=");
  expect((await (await world.as(null)).get(RIGHTS)).text, "a visitor").not.toMatch(BOX);
  const requestId = randomUUID();
  const refused = await buy({ requestId });
  expect([refused.status, refused.location]).toEqual([422, null]);
  expect(refused.text).toMatch(/class="field__error"[^>]*>(?:<svg.*?<\/svg>)?请先阅读知库服务协议，再勾选同意/);
  expect(refused.text).toContain(`value="${requestId}"`);
  const stale = await buy({ agreed: "7" });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain("协议刚刚又有了新版本");
  expect(stale.text).toMatch(/<input[^>]*name="agreed"[^>]*checked=""/);
  expect(await consents()).toEqual([]);
  expect((await buy({ requestId, agreed: "1" })).location).toMatch(/^\/zhiku\/orders\//);
  expect(await consents()).toEqual([{ key: "zhiku", agreed_version: 1 }]);
});

test("somebody who has agreed is not asked again for the same version, but for a later one that requires it", async () => {
  expect((await buyer.get(RIGHTS)).text).not.toMatch(BOX);
  expect((await buy()).location).toMatch(/^\/zhiku\/orders\//);
  await publish(true);
  expect((await buyer.get(RIGHTS)).text).toMatch(BOX);
  expect((await buy({ agreed: "1" })).status).toBe(409);
  expect((await buy({ agreed: "2" })).location).toMatch(/^\/zhiku\/orders\//);
});

test("terms published after the offer was chosen redirect from the profile to where they are accepted", async () => {
  await publish(true);
  const late = await world.upstream.addUser("晚来的", "8613610009902");
  const reader = await world.as(late);
  const fields = {
    name: "林知远",
    company: "某公司",
    department: "产品部",
    position: "经理",
    email: "lin@example.com",
  };
  const next = `${RIGHTS}?${new URLSearchParams({ offer: String(world.seed.offer), request: randomUUID() })}`;
  const saved = await reader.submit(`/zhiku/profile?back=${encodeURIComponent(next)}`, {
    ...fields,
    phone: "13610009902",
  });
  const chosen = `${RIGHTS}?offer=${world.seed.offer}`;
  expect([saved.status, saved.location]).toEqual([302, chosen]);
  const page = (await reader.get(chosen)).text;
  expect(page).toContain("职业信息已保存。请先阅读并同意知库服务协议，再下单");
  expect(page).toMatch(BOX);
});

test("without published terms an order needs no consent", async () => {
  const { db } = world.upstream.services;
  await db.deleteFrom("agreements").where("key", "=", "zhiku").execute();
  await transact(db, (trx) => bump(trx, ["config"]));
  const other = await world.as(await addProfessional(world.upstream, "另一位", "13610009903"));
  expect((await other.get(RIGHTS)).text).not.toMatch(BOX);
  const fields = { offerId: String(world.seed.offer), requestId: randomUUID() };
  expect((await other.submit(RIGHTS, fields)).location).toMatch(/^\/zhiku\/orders\//);
});
