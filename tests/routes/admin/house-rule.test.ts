import { afterAll, beforeAll, expect, test } from "vitest";
import { appealPaths } from "#app/appeal-paths";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let alice: Reader;
let stranger: Reader;
let moderator: Reader;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.as(world.seed.alice);
  stranger = await world.as(null);
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
});
afterAll(() => world.close());

const PAGE = adminPaths.houseRules();
const rule = (at: number, fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`rules.${at}.${name}`, value]));
const versionOf = (text: string): string => /name="version"[^>]*value="(\d+)"/.exec(text)?.[1] ?? "0";

test("without scripts a rule is added, chosen for a decision, and readable on the page that the author is sent to", async () => {
  const fields = { ...rule(0, { key: "spam", name: "不要打广告", text: "软文也算" }), version: "0" };
  const more = await moderator.submit(PAGE, { ...fields, intent: "add" });
  expect(more.text).toContain('name="rules.1.name"');
  expect(more.text).toContain("软文也算");
  const empty = await moderator.submit(PAGE, {
    ...fields,
    ...rule(1, { key: "", name: "", text: "只有说明" }),
    intent: "save",
  });
  expect([empty.status, empty.text.includes("规则不能为空"), empty.text.includes("只有说明")]).toEqual([
    422,
    true,
    true,
  ]);
  const saved = await moderator.submit(PAGE, { ...fields, ...rule(1, { key: "", name: "不要剧透" }), intent: "save" });
  expect(saved.location).toBe(PAGE);

  const content = adminPaths.content({ kind: "article", id: world.seed.article });
  const offered = (await moderator.get(content)).text;
  expect(offered).toMatch(/<option value="r1-2">不要剧透<\/option>/);
  expect(offered).toMatch(/<option value="other">其他原因<\/option>/);
  expect(offered).not.toContain("含有不实的内容");
  await moderator.submit(content, { intent: "remove", rule: "r1-2", note: "", item: String(world.seed.article) });
  const appeal = (await alice.get(appealPaths.decision("article", world.seed.article))).text;
  expect(appeal).toContain("不要剧透");
  expect(appeal).toContain(`href="${paths.houseRules()}"`);

  const page = await stranger.get(paths.houseRules());
  expect(page.status).toBe(200);
  for (const words of ["不要打广告", "软文也算", "不要剧透"]) expect(page.text).toContain(words);
  expect(page.text).not.toContain("其他原因");
});

test("the second of two who save the rules sees what the first has saved, with all their own input", async () => {
  const version = versionOf((await moderator.get(PAGE)).text);
  const save = (name: string, read: string) =>
    moderator.submit(PAGE, { ...rule(0, { key: "spam", name }), version: read, intent: "save" });
  expect((await save("先保存的", version)).location).toBe(PAGE);
  const late = await save("后保存的", version);
  expect(late.status).toBe(409);
  expect(late.text).toContain("先保存的");
  expect(late.text).toContain('value="后保存的"');
  expect((await save("后保存的", versionOf(late.text))).location).toBe(PAGE);
});
