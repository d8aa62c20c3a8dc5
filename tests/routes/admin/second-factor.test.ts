import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { consoleApi } from "#app/contract/admin/system/console";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

const SECRET = /class="admin-secret">([A-Z2-7]+)</;
const CODES = /<code>[0-9a-z]{5}-[0-9a-z]{5}<\/code>/g;

let world: World;
let now = new Date("2026-11-20T08:00:00.000Z");
const site = () => world.upstream;

beforeAll(async () => {
  world = await createWorld({ clock: () => now, config: { mode: "production", secretKey: "k".repeat(43) } });
});
afterAll(() => world.close());
beforeEach(() => forgetLimits(world));

const codeIn = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
const later = () => {
  now = new Date(now.getTime() + 60_000);
};

/** A staff member with an authenticator app, in a browser that has not entered the console. */
async function enrolled(role: "editor" | "owner" = "editor") {
  const userId = await addStaff(site(), role);
  const token = await site().tokenOf(userId);
  const { secret } = await site().call(consoleApi.beginFactor, {}, { token });
  const body = { code: codeIn(secret) };
  const { recoveryCodes } = await site().call(consoleApi.confirmFactor, { body }, { token });
  return { userId, secret, recoveryCodes, browser: await world.as(userId) };
}
const hold = async ({ cookies }: Reader) => {
  for (const token of cookies.values()) await holdForConsole(site(), token);
};

test("without scripts, whoever lost the phone enters with a recovery code, and is led to a new authenticator", async () => {
  const { browser, recoveryCodes, secret } = await enrolled();
  expect((await browser.get("/admin/factor")).location).toBe("/admin/verify?next=%2Fadmin%2Ffactor");
  expect((await browser.get("/admin/verify")).text).toContain("验证器与恢复码都没有了？");
  const [first = ""] = recoveryCodes;
  expect((await browser.submit("/admin/verify", { intent: "verify", code: first })).location).toBe("/admin");
  const entered = await browser.get("/admin");
  expect(entered.text).toContain("还剩 9 个");
  expect(entered.text).toContain('href="/admin/factor/new"');

  expect((await browser.get("/admin/factor")).text).toContain("恢复码还剩 9 个");
  const page = await browser.get("/admin/factor/new");
  const [, fresh = ""] = SECRET.exec(page.text) ?? [];
  expect(fresh).not.toBe(secret);
  expect(page.text).toContain("用验证器扫描的二维码");
  const wrong = await browser.submit("/admin/factor/new", { intent: "confirm", code: "000000" });
  expect([wrong.status, SECRET.exec(wrong.text)?.[1]]).toEqual([422, fresh]);
  expect(wrong.text).toContain("验证码不正确");

  // The page shows the codes even if there is not even a minute left of the proof.
  const done = await browser.submit("/admin/factor/new", { intent: "confirm", code: codeIn(fresh) });
  expect([done.status, done.text.match(CODES)?.length]).toEqual([200, 10]);
  const rows = await site().services.db.selectFrom("second_factors").select("next_secret").execute();
  expect(
    rows.filter(({ next_secret }) => next_secret !== null),
    "a further one was begun",
  ).toEqual([]);
  expect((await browser.get("/admin/factor")).text).toContain("恢复码还剩 10 个");
});

test("who entered with the authenticator proves themselves again before it, or the recovery codes, are replaced", async () => {
  const { browser, secret } = await enrolled();
  later();
  await browser.submit("/admin/verify", { intent: "verify", code: codeIn(secret) });
  expect((await browser.get("/admin/factor/new")).location).toBe("/admin/sudo?next=%2Fadmin%2Ffactor%2Fnew");
  const asked = await browser.submit("/admin/factor", {});
  expect(asked.text).toContain("这项操作需要再次确认是你本人");
  expect(asked.text.match(CODES)).toBeNull();
  later();
  const proven = await browser.submit("/admin/sudo?next=/admin/factor/new", { code: codeIn(secret) });
  expect(proven.location).toBe("/admin/factor/new");
  expect((await browser.get("/admin/factor/new")).text).toMatch(SECRET);
  expect((await browser.submit("/admin/factor", {})).text.match(CODES)).toHaveLength(10);
});

test("an owner removes a colleague's second factor, who then sets up a new one; one's own has no such button", async () => {
  const colleague = await enrolled();
  const { browser: owner } = await enrolled("owner");
  await hold(owner);
  const list = await owner.get("/admin/staff");
  expect(list.text.match(/aria-label="去掉[^"]*的第二步验证"/g)).toHaveLength(3);
  const fields = { intent: "factor", userId: String(colleague.userId) };
  expect((await owner.submit("/admin/staff", fields)).location).toBe("/admin/staff");
  expect((await owner.submit("/admin/staff", fields)).text).toContain("这个人没有设置第二步验证");
  expect((await colleague.browser.get("/admin")).location).toBe("/login?next=%2Fadmin");
  const again = await world.as(colleague.userId);
  expect((await again.get("/admin")).location).toBe("/admin/verify?next=%2Fadmin");
  expect((await again.get("/admin/verify")).text).toContain("设置第二步验证");
});

test("whoever has none is led to the page that sets one up", async () => {
  const browser = await world.as(await addStaff(site(), "editor"));
  await hold(browser);
  expect((await browser.get("/admin/factor/new")).location).toBe("/admin/factor");
  expect((await browser.get("/admin/factor")).text).toContain('href="/admin/verify?next=%2Fadmin%2Ffactor"');
});
