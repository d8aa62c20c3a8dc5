import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { addStaff } from "#tests/upstream/support/staff";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let reader: number;
let editor: Reader;
let finance: Reader;

beforeAll(async () => {
  world = await createWorld();
  reader = await addProfessional(world.upstream, "等审核的人", "15100000001");
  await addProfessional(world.upstream, "另一个人", "15100000002");
  editor = await world.as(await addStaff(world.upstream, "zhiku-editor"));
  finance = await world.as(await addStaff(world.upstream, "finance"));
});
afterAll(() => world.close());

const page = adminPaths.profiles();
const itemOf = async (nickname: string) =>
  new RegExp(`<input(?=[^>]*aria-label="选中 ${nickname} 的职业信息")[^>]*value="([^"]+)"`).exec(
    (await editor.get(page)).text,
  )?.[1] ?? "";

test("profiles are rejected with a reason that their owners read at the form, and approved one by one", async () => {
  const home = (await editor.get(adminPaths.home())).text;
  expect(home).toMatch(/<a(?=[^>]*href="\/admin\/profile")[^>]*>未审核的职业信息/);
  const item = await itemOf("等审核的人");
  const refused = await editor.submit(page, { intent: "reject", item, reason: "" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("退回要写明原因");
  expect(refused.text).toMatch(new RegExp(`<input(?=[^>]*value="${item}")(?=[^>]*checked)`));
  expect((await editor.submit(page, { intent: "reject", item, reason: "请写公司全称" })).location).toBe(page);
  await editor.submit(page, { only: item });
  expect((await editor.get(page)).text, "a colleague's page from before").toContain("同事已经审核过了");
  const owner = await world.as(reader);
  expect((await owner.get("/zhiku/profile")).text).toContain("职业信息被退回：请写公司全称");
  expect((await editor.get(adminPaths.profiles("rejected"))).text).toContain("请写公司全称");
  // Enter in the reason field decides on nothing that is not selected.
  expect((await editor.submit(page, { intent: "reject", reason: "不小心按了回车" })).location).toBe(page);
  expect((await editor.get(page)).text).toContain("没有选中任何一份");
  expect((await editor.submit(page, { only: await itemOf("另一个人") })).location).toBe(page);
  expect(await itemOf("另一个人"), "waits no more").toBe("");
  expect((await editor.get(adminPaths.profiles("approved", { q: "另一个" }))).text).toContain("另一个人");
});

test("staff without the permission find nothing", async () => {
  expect((await finance.get(page)).status).toBe(404);
  expect((await finance.submit(page, { intent: "approve", item: "1:2026-03-01T00:00:00.000Z" })).status).toBe(403);
});
