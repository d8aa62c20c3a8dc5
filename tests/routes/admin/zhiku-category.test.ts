import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let editor: Reader;
let auditor: Reader;

beforeAll(async () => {
  world = await createWorld();
  editor = await world.as(await addStaff(world.upstream, "zhiku-editor"));
  auditor = await world.as(await addStaff(world.upstream, "auditor"));
});
afterAll(() => world.close());

const ENABLED_BUTTON = /<button(?=[^>]*type="submit")/;
/** Main part of a page, without its fieldsets that are disabled. */
const enabledPart = (text: string): string =>
  (/<main.*<\/main>/s.exec(text)?.[0] ?? "").replace(/<fieldset(?=[^>]*disabled).*?<\/fieldset>/gs, "");

test("staff who may only read zhiku get its texts without a button that would be refused", async () => {
  /** Creates something with its form. @returns its page */
  const made = async (page: string, typed: Record<string, string>) =>
    (await editor.submit(page, { ...fieldsIn((await editor.get(page)).text), ...typed, intent: "save" })).location ??
    "";
  const category = await made(adminPaths.zhikuCategory("new"), { name: "财务" });
  const categoryId = category.split("/").pop() ?? "";
  const document = new FormData();
  const typed = { ...fieldsIn((await editor.get(adminPaths.zhikuContent("new"))).text), title: "报销指南" };
  const asked = { abstract: "怎样报销", content: "先看发票。", categoryId, intent: "save" };
  for (const [name, value] of Object.entries({ ...typed, ...asked })) document.set(name, value);
  const written = (await editor.submit(adminPaths.zhikuContent("new"), document)).location ?? "";
  expect(written).toMatch(/content\/\d+$/);
  for (const page of [category, adminPaths.zhikuRightsText("all"), adminPaths.zhikuHeroes(), written]) {
    expect(enabledPart((await editor.get(page)).text), page).toMatch(ENABLED_BUTTON);
    const read = await auditor.get(page);
    expect(read.status, page).toBe(200);
    expect(enabledPart(read.text), page).not.toMatch(ENABLED_BUTTON);
  }
  expect((await auditor.get(category)).text).toContain('value="财务"');
  for (const page of [adminPaths.zhikuCategory("new"), adminPaths.zhikuContent("new")])
    expect((await auditor.get(page)).status, page).toBe(404);
});
