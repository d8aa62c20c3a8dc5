import { afterAll, beforeAll, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminUserApi } from "#app/contract/admin/user/user";
import { adminPaths } from "#app/features/admin/admin-paths";
import { addStaff, holdForConsole, staffToken } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let owner: Reader;
let entry: number;

beforeAll(async () => {
  world = await createWorld();
  owner = await world.as(await addStaff(world.upstream, "owner"));
  const userId = await world.upstream.addUser("错当成卖药的");
  const token = await staffToken(world.upstream, await addStaff(world.upstream, "owner"));
  await world.upstream.call(adminUserApi.purge, { body: { userId, reason: "只发广告" } }, { token });
  entry = (await world.upstream.call(auditApi.list, { query: {} }, { token })).list[0]?.id ?? 0;
});
afterAll(() => world.close());

test("undoing a dangerous action asks for verification in a new window, and what was typed stays on the page", async () => {
  const page = adminPaths.logEntry(entry);
  const refused = await owner.submit(page, { reason: "认错了人" });
  expect(refused.text).toContain("这项操作需要再次确认是你本人");
  expect(refused.text).toContain("在新窗口确认");
  expect(refused.text).toContain(adminPaths.sudo(page));
  expect(refused.text).toContain('value="认错了人"');
  expect((await owner.get(page)).text).toContain("撤销这次操作");

  for (const token of owner.cookies.values()) await holdForConsole(world.upstream, token);
  const done = await owner.submit(page, { reason: "认错了人" });
  expect([done.status, done.location]).toEqual([302, page]);
  expect((await owner.get(page)).text).not.toContain("撤销这次操作");
});
