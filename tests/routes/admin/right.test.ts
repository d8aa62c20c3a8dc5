import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let shop: Shop;
let reader: number;
let finance: Reader;
let support: Reader;
let moderator: Reader;

beforeAll(async () => {
  world = await createWorld();
  shop = await createShop({}, world.upstream);
  reader = await world.upstream.addUser("读权益的人", "8615100000001");
  finance = await world.as(await addStaff(world.upstream, "finance"));
  for (const token of finance.cookies.values()) await holdForConsole(world.upstream, token);
  support = await world.as(await addStaff(world.upstream, "support"));
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
});
afterAll(() => world.close());

const list = adminPaths.rights({ member: "15100000001" });
const plain = (html: string) => html.replace(/<!-- -->/g, "");
const until = `${new Date().getUTCFullYear() + 1}-06-30`;

test("a right is granted, found and revoked with a reason, and errors keep the input", async () => {
  const wanted = {
    people: "15100000001",
    category: String(shop.categories.growth),
    days: "很多",
    until: "",
    reason: "活动",
  };
  const refused = await finance.submit(adminPaths.grantRights(), wanted);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("请填整天数");
  expect(refused.text).toContain('value="很多"');
  expect(refused.text).toMatch(new RegExp(`<option(?=[^>]*value="${shop.categories.growth}")(?=[^>]*selected)`));
  expect((await finance.submit(adminPaths.grantRights(), { ...wanted, days: "30" })).location).toBe("/admin/right");
  const shown = plain((await finance.get(list)).text);
  expect(shown).toContain("151****0001");
  expect(shown).toContain("运营赠送");
  const [, item = ""] = /name="item"[^>]*value="(\d+)"/.exec(shown) ?? [];
  const silent = await finance.submit(list, { item, reason: "" });
  expect(silent.text).toContain("原因不能为空");
  expect(silent.text).toMatch(/<input(?=[^>]*name="item")(?=[^>]*checked)/);
  expect((await finance.submit(list, { reason: "发错了" })).text).toContain("请先选中权益");
  expect((await finance.submit(list, { item, reason: "发错了" })).location).toBe(list);
  expect(plain((await finance.get(`${list}&state=expired`)).text)).toContain("已到期");
  expect((await finance.get(`${adminPaths.rights()}?member=某人`)).text).toContain("请输入用户编号，或 11 位手机号");
});

test("a file is checked line by line, and the form keeps the rest of its input", async () => {
  const page = adminPaths.importRights();
  const text = `15100000001,全部,${until}\n15100000009,增长,${until}`;
  const tried = await finance.submit(page, { intent: "check", text, reason: "年度客户" });
  expect(tried.status).toBe(200);
  expect(plain(tried.text)).toContain("1 行不对，改好之前一行也不会导入。会发放 1 项，0 项已有");
  expect(tried.text).toContain("这个手机号没有账号");
  expect(tried.text).toContain(`${text}</textarea>`);
  expect(tried.text).toContain('value="年度客户"');
  const refused = await finance.submit(page, { intent: "import", text, reason: "年度客户" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("第 2 行：这个手机号没有账号");
  const good = { intent: "import", text: `15100000001,全部,${until}`, reason: "年度客户" };
  expect((await finance.submit(page, good)).location).toBe("/admin/right");
  expect(
    (
      await world.upstream.services.db
        .selectFrom("zhiku_rights")
        .select("user_id")
        .where("user_id", "=", reader)
        .execute()
    ).length,
  ).toBe(2);
});

test("support staff see rights but can't grant them; others find nothing", async () => {
  const shown = await support.get(adminPaths.rights());
  expect(shown.status).toBe(200);
  expect(shown.text).not.toContain("收回选中的权益");
  expect(shown.text).not.toContain("发放权益");
  for (const path of [adminPaths.grantRights(), adminPaths.importRights()]) {
    expect((await support.get(path)).status).toBe(404);
    expect((await moderator.get(path)).status).toBe(404);
  }
  expect((await moderator.get(adminPaths.rights())).status).toBe(404);
  expect((await support.submit(adminPaths.rights(), { item: "1", reason: "试试" })).status).toBe(403);
});
