import { afterAll, beforeAll, expect, test } from "vitest";
import { proposalPaths } from "#app/features/proposal/proposal-paths";
import { paths } from "#app/paths";
import { createWorld, type World } from "#tests/world/world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("a pending suggestion is listed for its maker, and its form says that sending again replaces it", async () => {
  const { seed } = world;
  const alice = await world.as(seed.alice);
  const listed = (await alice.get(paths.waitingProposals())).text;
  expect(listed).toContain("我提的，等作者答复");
  expect(listed).toContain(`href="${proposalPaths.one(seed.proposal)}"`);
  const form = (await alice.get(proposalPaths.suggest("answer", seed.answer))).text;
  expect(form).toContain("再次提交会替换它");
  expect(form).toContain(`href="${proposalPaths.one(seed.proposal)}"`);
  const others = (await (await world.as(seed.bob)).get(paths.waitingProposals())).text;
  expect(others).not.toContain("我提的");
});

test("a suggestion whose text was changed since is begun anew, with its earlier words beside the form", async () => {
  const { seed, upstream } = world;
  const alice = await world.as(seed.alice);
  const page = async () => (await alice.get(proposalPaths.suggest("answer", seed.answer))).text;
  const form = (text: string) => /<textarea[^>]*name="content"[^>]*>([^<]*)</.exec(text)?.[1] ?? "";
  const continued = await page();
  expect(form(continued)).toContain("3. 切换");
  expect(continued).not.toContain("你上次的改法");
  await upstream.services.db
    .updateTable("answers")
    .set({ content: "后来的原文。", version: 2 })
    .where("id", "=", seed.answer)
    .execute();
  const anew = await page();
  expect(form(anew).trim()).toBe("后来的原文。");
  expect(anew).toContain('name="version" value="2"');
  expect(/<details.*?<\/details>/s.exec(anew)?.[0]).toMatch(/你上次的改法.*3\. 切换/s);
});
