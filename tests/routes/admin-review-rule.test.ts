import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Visitor, type World } from "#tests/world";

let world: World;
let alice: Visitor;
let moderator: Visitor;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.as(world.seed.alice);
  moderator = await world.as(await addStaff(world.test, "moderator"));
});
afterAll(() => world.close());

const KINDS = ["question", "answer", "article", "comment"];
const form = (version: string, more: Record<string, string> = {}) => ({
  ...Object.fromEntries(
    KINDS.flatMap((kind) => [
      [`rules.${kind}.words`, "on"],
      [`rules.${kind}.firstPosts`, "0"],
      [`rules.${kind}.newDays`, "0"],
    ]),
  ),
  ...{ version, ...more },
});
const save = (fields: Record<string, string>) => moderator.submit(adminPaths.reviewRules(), fields);
const comment = (text: string) =>
  alice.submit(paths.writeComment(), { on: `article:${world.seed.article}`, text }).then(({ location }) => location);

test("without scripts comments are held by a rule, whose reason the queue names; what is wrong is said beside its field", async () => {
  const wrong = await save(form("0", { "rules.comment.firstPosts": "许多", "rules.article.links": "on" }));
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("请填一个数");
  expect(wrong.text).toContain('value="许多"');
  expect(wrong.text).toMatch(/name="rules.article.links"[^>]*checked/);

  expect((await save(form("0", { "rules.comment.all": "on" }))).location).toBe(adminPaths.reviewRules());
  expect((await moderator.get(adminPaths.reviewRules())).text).toMatch(/name="rules.comment.all"[^>]*checked/);
  await comment("要先看过的一句评论");
  const queue = (await moderator.get(adminPaths.reviews())).text;
  expect(queue).toContain("要先看过的一句评论");
  expect(queue).toContain("全部先审");
  const { id } = await world.test.services.db
    .selectFrom("reviews")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect((await moderator.get(adminPaths.review(id))).text).toContain("全部先审");

  const late = await save(form("0"));
  expect(late.status).toBe(409);
  expect(late.text).toContain("别人刚才保存的内容");
  const over = await save(form(/name="version"[^>]*value="(\d+)"/.exec(late.text)?.[1] ?? ""));
  expect(over.location).toBe(adminPaths.reviewRules());
});
