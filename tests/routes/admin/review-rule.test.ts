import { afterAll, beforeAll, expect, test } from "vitest";
import { kindsWith } from "#app/contract/kinds";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { answered, forgetLimits } from "#tests/routes/support/form-codes";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let alice: Reader;
let moderator: Reader;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.as(world.seed.alice);
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
});
afterAll(() => world.close());

const KINDS = kindsWith("reviewed");
const form = (version: string, more: Record<string, string> = {}) => ({
  ...Object.fromEntries(
    KINDS.flatMap((kind) => [
      [`rules.${kind}.words`, "on"],
      [`rules.${kind}.firstPosts`, "0"],
      [`rules.${kind}.newDays`, "0"],
    ]),
  ),
  version,
  ...more,
});
const save = (fields: Record<string, string>) => moderator.submit(adminPaths.reviewRules(), fields);
const comment = (text: string) =>
  alice.submit(paths.writeComment(), { on: `article:${world.seed.article}`, text }).then(({ location }) => location);

test("without scripts comments are held by a rule, whose reason the queue shows, and errors are shown at their fields", async () => {
  const wrong = await save(form("0", { "rules.comment.firstPosts": "许多", "rules.article.links": "on" }));
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("请填一个数");
  expect(wrong.text).toContain('value="许多"');
  expect(wrong.text).toMatch(/name="rules.article.links"[^>]*checked/);
  // Folded, with a sentence of what holds, except where something is to be corrected.
  const folds = /<details class="admin-panel"( open="")?><summary>(?:<!-- -->)?([^：<]+)/g;
  const states = (html: string) => [...html.matchAll(folds)].map(([, open, name]) => `${name}${open ? " open" : ""}`);
  expect(states(wrong.text)).toEqual(["问题", "回答", "文章", "评论 open"]);
  const page = (await moderator.get(adminPaths.reviewRules())).text;
  expect(states(page)).toEqual(["问题", "回答", "文章", "评论"]);
  expect(page).toMatch(/<summary>评论(?:<!-- -->)?：(?:<!-- -->)?含有要审核的敏感词<\/summary>/);

  expect((await save(form("0", { "rules.comment.all": "on" }))).location).toBe(adminPaths.reviewRules());
  expect((await moderator.get(adminPaths.reviewRules())).text).toMatch(/name="rules.comment.all"[^>]*checked/);
  await comment("要先看过的一句评论");
  const queue = (await moderator.get(adminPaths.reviews())).text;
  expect(queue).toContain("要先看过的一句评论");
  expect(queue).toContain("全部先审");
  const { id } = await world.upstream.services.db
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

test("without scripts a comment is refused by a rule, in the wording of staff at its field, and its text stays there", async () => {
  const version =
    /name="version"[^>]*value="(\d+)"/.exec((await moderator.get(adminPaths.reviewRules())).text)?.[1] ?? "";
  const refuse = { "rules.comment.links": "on", "rules.comment.outcomes.links.outcome": "refuse" };
  const long = await save(form(version, { ...refuse, "rules.comment.outcomes.links.sentence": "长".repeat(101) }));
  expect([long.status, long.text]).toEqual([422, expect.stringContaining("给作者的话不能超过100个字")]);
  expect(long.text).toContain("长".repeat(101));
  const sentence = { "rules.comment.outcomes.links.sentence": "评论里请不要放链接" };
  expect((await save(form(version, { ...refuse, ...sentence }))).location).toBe(adminPaths.reviewRules());
  const page = (await moderator.get(adminPaths.reviewRules())).text;
  expect(page).toMatch(/name="rules.comment.outcomes.links.outcome"[^>]*>[\s\S]*?<option value="refuse" selected=""/);
  expect(page).toContain('value="评论里请不要放链接"');

  const text = "请看 https://ads.example/x 这里";
  const refused = await alice.submit(paths.writeComment(), { on: `article:${world.seed.article}`, text });
  expect(refused.status).toBe(422);
  for (const words of ["评论里请不要放链接", text]) expect(refused.text).toContain(words);
  expect(await comment("没有链接的评论")).toContain("#comment-");
});

test("without scripts a comment and a question require a captcha, and keep all input", async () => {
  const version =
    /name="version"[^>]*value="(\d+)"/.exec((await moderator.get(adminPaths.reviewRules())).text)?.[1] ?? "";
  const ask = ["comment", "question"].flatMap((kind) => [
    [`rules.${kind}.all`, "on"],
    [`rules.${kind}.outcomes.all.outcome`, "captcha"],
  ]);
  expect((await save(form(version, Object.fromEntries(ask)))).location).toBe(adminPaths.reviewRules());
  const texts: [path: string, fields: Record<string, string>, typed: string, to: string][] = [
    [
      paths.writeComment(),
      { on: `article:${world.seed.article}`, text: "一句要验证的评论" },
      "一句要验证的评论",
      "#comment-",
    ],
    [
      paths.write("question"),
      { title: "一个要验证的问题标题", content: "写了很久的正文", tags: "", similarShown: "1", intent: "publish" },
      "写了很久的正文",
      "/question/",
    ],
  ];
  for (const [path, fields, typed, to] of texts) {
    await forgetLimits(world);
    const asked = await alice.submit(path, fields);
    expect(asked.status).toBe(422);
    for (const words of ["图中的 5 个字符", typed]) expect(asked.text).toContain(words);
    expect(asked.text).not.toContain("验证未通过");
    const wrong = { ...(await answered(world, asked.text)), captchaAnswer: "?????" };
    const again = await alice.submit(path, { ...fields, ...wrong });
    for (const words of ["验证未通过，请重试", "图中的 5 个字符", typed]) expect(again.text).toContain(words);
    await world.upstream.services.db.deleteFrom("one_time_tokens").where("purpose", "like", "captcha%").execute();
    const fresh = await alice.submit(path, fields);
    const done = await alice.submit(path, { ...fields, ...(await answered(world, fresh.text)) });
    expect(done.location).toContain(to);
  }
});

test("a number that is not set is an empty field, and an empty field unsets it", async () => {
  const { text } = await moderator.get(adminPaths.reviewRules());
  expect(text).toMatch(/<input(?=[^>]*name="rules.article.firstPosts")(?=[^>]*placeholder="不限")[^>]*value=""/);
  const version = /name="version"[^>]*value="([^"]*)"/.exec(text)?.[1] ?? "";
  const empty = { "rules.article.firstPosts": "", "rules.article.newDays": "" };
  expect((await save(form(version, empty))).location).toBe(adminPaths.reviewRules());
});
