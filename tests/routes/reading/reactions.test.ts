import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { encodeId } from "#app/server/urls/short-id.server";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";

const ACTION = "/actions/reaction";
let world: World;
let member: Reader;
let article: string;
let like: (state: string) => { reaction: string };

beforeAll(async () => {
  world = await createWorld();
  article = `/article/${encodeId(world.seed.article)}`;
  like = (state) => ({ reaction: `like:article:${world.seed.article}:${state}` });
});
afterAll(() => world.close());
beforeEach(async () => {
  member = await world.as(await world.upstream.addUser("读者"));
});

const from = (path: string) => ({ headers: { referer: ORIGIN + path } });
const likes = async () => (await world.upstream.call(articleApi.get, { params: { id: world.seed.article } })).likeCount;

describe("a member's reaction", () => {
  test("counts once, however often it is sent, and can be removed", async () => {
    const before = await likes();
    expect((await member.send(ACTION, like("on"))).status).toBe(200);
    await member.send(ACTION, like("on"));
    expect(await likes()).toBe(before + 1);
    expect((await member.get(article)).text).toMatch(/aria-pressed="true"[^>]*>(?:(?!<button).)*已喜欢/s);
    await member.send(ACTION, like("off"));
    expect(await likes()).toBe(before);
  });

  test("without scripts returns to the page and place where it was pressed", async () => {
    const { seed } = world;
    const fields = { reaction: `vote:answer:${seed.otherAnswer}:up`, anchor: "answer-x1" };
    const { status, location } = await member.submit(ACTION, fields, from("/question/abc?sort=time"));
    expect(status).toBe(302);
    expect(location).toBe("/question/abc?sort=time#answer-x1");
  });

  test.each([
    ["favorite:article", "article"],
    ["favorite:case", "case"],
    ["like:case", "case"],
    ["follow:user", "alice"],
    ["follow:question", "question"],
    ["vote:answer", "answer"],
  ] as const)("%s is set and removed", async (what, of) => {
    const target = `${what}:${world.seed[of]}`;
    const [on, off] = what === "vote:answer" ? ["down", "none"] : ["on", "off"];
    expect((await member.send(ACTION, { reaction: `${target}:${on}` })).status).toBe(200);
    expect((await member.send(ACTION, { reaction: `${target}:${off}` })).status).toBe(200);
  });

  test("a tag is followed on its page, and its texts appear in 关注 on the home page", async () => {
    const { text } = await member.get("/?tab=following");
    expect(text).toContain("你关注的人和标签还没有写下什么");
    const page = `/question?tag=${encodeURIComponent("数据库")}`;
    expect((await member.get(page)).text).toContain('value="follow:tag:数据库:on"');
    expect((await member.submit(ACTION, { reaction: "follow:tag:数据库:on" }, from(page))).status).toBe(302);
    expect((await member.get(page)).text).toContain('value="follow:tag:数据库:off"');
    const question = `/question/${encodeId(world.seed.question)}`;
    expect((await member.get("/?tab=following")).text).toContain(`href="${question}"`);
    await member.submit(ACTION, { reaction: "follow:tag:数据库:off" });
    expect((await member.get("/?tab=following")).text).not.toContain(`href="${question}"`);
    expect((await (await world.as(null)).get("/?tab=following")).text).toContain("登录后，这里是");
  });

  test("to something deleted is refused, by a message at the top of the page, or to the script", async () => {
    const fields = { reaction: "like:article:999999:on" };
    const plain = await member.submit(ACTION, fields, from("/"));
    expect(plain.location).toBe("/");
    const page = await member.get("/");
    expect(page.text).toMatch(/role="alert"[^>]*>.*内容不存在或已被删除/s);
    // It is shown once.
    expect((await member.get("/")).text).not.toContain("内容不存在或已被删除");
    expect((await member.send(ACTION, fields)).status).toBe(404);
  });

  test.each([
    "",
    "like",
    "like:article:5",
    "like:user:1:on",
    "vote:answer:1:on",
    "like:article:-1:on",
    "follow:case:1:on",
  ])("%j is no reaction", async (reaction) => {
    expect((await member.submit(ACTION, { reaction })).status).toBe(400);
  });

  test("without a referrer, or from another site, redirects home", async () => {
    expect((await member.submit(ACTION, like("on"))).location).toBe("/");
    const elsewhere = { headers: { referer: "https://evil.example/x" } };
    expect((await member.submit(ACTION, like("on"), elsewhere)).location).toBe("/");
  });
});

describe("a visitor's reaction", () => {
  test("redirects to the login page, and back afterwards", async () => {
    const reader = await world.as(null);
    const { location } = await reader.submit(ACTION, like("on"), from(article));
    expect(location).toBe(`/login?next=${encodeURIComponent(article)}`);
    expect(reader.cookies.has("pending")).toBe(true);
  });

  test("is also remembered for our scripts, until they cancel it", async () => {
    const reader = await world.as(null);
    expect((await reader.send(ACTION, like("on"))).status).toBe(401);
    expect(reader.cookies.get("pending")).toBe(encodeURIComponent(like("on").reaction));
    await reader.send(ACTION, { reaction: "forget" });
    expect(reader.cookies.has("pending")).toBe(false);
  });

  test("with an invalid session token removes the token", async () => {
    const reader = await world.as(null);
    reader.cookies.set("token", "x".repeat(43));
    await reader.send(ACTION, like("on"));
    expect(reader.cookies.has("token")).toBe(false);
  });
});
