import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { missingIds } from "#tests/routes/support/missing-ids";
import { publicPages } from "#tests/world/page-kinds";
import type { Seed } from "#tests/world/seed-world";
import { createWorld, type PageResponse, type Reader, type World } from "#tests/world/world";

let world: World;
let anonymous: Reader;
let member: Reader;

beforeAll(async () => {
  world = await createWorld();
  anonymous = await world.as(null);
  member = await world.as(world.seed.bob);
});
afterAll(() => world.close());

/** The page as seen without scripts. */
const seen = ({ text }: PageResponse) => text.replace(/<script[\s\S]*?<\/script>/g, "");

function expectWhole(answer: PageResponse): void {
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.incomplete).toBe(false);
  const html = seen(answer);
  expect(html).toMatch(/^<!DOCTYPE html><html lang="zh-CN"/);
  expect(/<title>([^<]*)<\/title>/.exec(answer.text)?.[1]?.trim()).toBeTruthy();
  expect(html.match(/<title>/g)).toHaveLength(1);
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  expect(html).toMatch(/<main[ >]/);
  expect(html).not.toMatch(/undefined|NaN|\[object Object\]|Invalid Date/);
  // The policy for styles forbids them, so they would have no effect.
  expect(html).not.toMatch(/<[^>]* style="/);
  expect(html).not.toMatch(/<style/);
  expect(missingIds(html)).toEqual([]);
  // A picture without its size moves the text when it loads.
  for (const [img] of html.matchAll(/<img [^>]*>/g)) expect(img).toMatch(/ width="\d+"[^>]* height="\d+"/);
}

/** Pages that take seven statements. */
const SEVEN = /^home|^zhiku document$/;
const NAMES = publicPages({} as Seed).map(([name]) => name);
const pathOf = (name: string) => new Map(publicPages(world.seed)).get(name) ?? "";

describe("every public page", () => {
  test.each(NAMES)("%s is complete for a visitor", async (name) => {
    const answer = await anonymous.get(pathOf(name));
    expectWhole(answer);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.dependsOn.length).toBeGreaterThan(0);
  });

  test.each(NAMES.filter((name) => name !== "login"))("%s is complete for a member", async (name) => {
    expectWhole(await member.get(pathOf(name)));
  });

  test.each(NAMES)("%s can be navigated to in the browser", async (name) => {
    const answer = await anonymous.data(pathOf(name));
    expect(answer.status).toBe(200);
    expect(answer.redirect).toBeNull();
    for (const route of Object.values(answer.routes)) expect(route.error).toBeUndefined();
  });

  test.each(NAMES)("%s takes few statements once the site's settings are cached", async (name) => {
    const { connection } = world.upstream.services;
    await anonymous.get(pathOf(name));
    const before = connection.statements();
    await anonymous.get(pathOf(name));
    // The home page is a list of three kinds with a second list beside it. A search runs short statements in sequence:
    // correction, index, titles, texts. Favorites of all kinds are one list per kind: position, ids, rows. The part of a
    // document that all readers share is made again here, to check it, with its categories.
    const most = name.startsWith("search, ") ? 13 : name === "profile, favorites" ? 9 : SEVEN.test(name) ? 7 : 6;
    expect(connection.statements() - before).toBeLessThanOrEqual(most);
  });
});

describe("what does not exist is a 404 inside the layout", () => {
  const missing = (): string[] => [
    "/nowhere",
    "/nowhere/at/all",
    `/question/${encodeId(999_999)}`,
    "/question/notashortid",
    "/question/%E4%B8%AD%E6%96%87",
    "/question/999999",
    "/question/answer/999999",
    `/article/${encodeId(999_999)}`,
    "/article/notashortid",
    "/article/999999",
    "/case/999999",
    "/case/abc",
    "/case/1.5",
    "/case/-1",
    "/case/99999999999999999999",
    "/activity/999999",
    "/activity/abc",
    "/announcement/999999",
    "/form/999999",
    "/form/abc",
    "/u/999999/qna/answer",
    "/u/abc/qna/answer",
    "/u/0/article",
    "/policy/cookies",
    "/zhiku/error/500",
    "/_dev/nothing",
  ];

  test.each(missing().map((path, index) => [path, index] as const))("%s", async (_, index) => {
    const path = missing()[index] ?? "";
    let answer = await anonymous.get(path);
    // A number may redirect to its short id first.
    if (answer.status === 301) answer = await anonymous.get(answer.location ?? "");
    expect(answer.status).toBe(404);
    const html = seen(answer);
    expect(html).toContain("Page Not Found");
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(/<title>([^<]*)<\/title>/.exec(html)?.[1]).toContain("页面不存在");
    expect(html).not.toMatch(/undefined|NaN|\[object Object\]/);
    expect(answer.text).not.toMatch(/\bat \w+ \(|node_modules/);
  });

  test("with the header and the footer of the site", async () => {
    const html = seen(await anonymous.get("/nowhere"));
    expect(html).toMatch(/<header[ >]/);
    expect(html).toContain("浙ICP备00000000号");
  });

  test("with a search field that works without scripts", async () => {
    const main = /<main[\s\S]*<\/main>/.exec(seen(await anonymous.get("/nowhere")))?.[0] ?? "";
    expect(main).toMatch(/<form[^>]* action="\/search\/all"/);
    expect(main).toMatch(/<input[^>]* name="q"/);
  });

  test("including deleted texts", async () => {
    const id = await world.write.article({ authorId: world.seed.alice, title: "将被删除" });
    const path = `/article/${encodeId(id)}`;
    expect((await anonymous.get(path)).status).toBe(200);
    const { softDelete } = await import("#upstream/modules/content/soft-delete");
    await world.write.inside((trx) => softDelete(trx, world.upstream.services, "article", id));
    expect((await anonymous.get(path)).status).toBe(404);
  });
});

describe("a page leads on", () => {
  const aside = (answer: PageResponse) => /<aside[\s\S]*<\/aside>/.exec(seen(answer))?.[0] ?? "";

  test("from a case to others, not to itself", async () => {
    const [one, other] = [await world.write.oneCase(), await world.write.oneCase()];
    const side = aside(await anonymous.get(`/case/${one}`));
    expect(side).toContain("更多案例");
    expect(side).toContain(`href="/case/${other}"`);
    expect(side).not.toContain(`href="/case/${one}"`);
  });

  test("from an announcement to the newest others; a single one has no such list", async () => {
    const path = `/announcement/${world.seed.announcement}`;
    expect(aside(await anonymous.get(path))).toBe("");
    const { insertAnnouncement, prepareAnnouncement } = await import("#upstream/modules/announcement/write");
    for (const title of ["下一则公告", "再下一则公告"]) {
      const draft = await prepareAnnouncement(world.upstream.services, { title, content: "正文" });
      await world.write.inside((trx) => insertAnnouncement(trx, world.upstream.services, draft));
    }
    const beside = aside(await anonymous.get(path));
    expect(beside).toContain("再下一则公告");
    // The next one is linked below the text.
    expect(beside).not.toContain(">下一则公告");
  });

  test("from each view of a tag's questions to the others, and says why one is empty", async () => {
    const { alice, bob } = world.seed;
    const questionId = await world.write.question({ authorId: alice, tags: ["浮标"] });
    await world.write.answer({ authorId: bob, questionId });
    const at = async (view: string, tag = "浮标") =>
      seen(await anonymous.get(`/question?sort=${view}&tag=${encodeURIComponent(tag)}`)).replaceAll("<!-- -->", "");
    const open = await at("unanswered");
    expect(open).toContain("带这个标签的问题都有人回答了。");
    expect(open).toContain("带有这个标签的 1 个问题");
    expect(open).toContain(`/search/all?tag=${encodeURIComponent("浮标")}`);
    expect(await at("featured")).toContain("带这个标签的问题里还没有选出精华。");
    expect(await at("hot")).not.toContain("empty-state");
    for (const view of ["hot", "unanswered", "featured"])
      expect(await at(view, "没有的浮标")).toContain("还没有带这个标签的问题。");
  });

  test("from a tag's articles to those of a classification", async () => {
    const { alice } = world.seed;
    await world.write.article({ authorId: alice, tags: ["浮标"] });
    const html = seen(await anonymous.get(`/search/article?sort=hot&tag=${encodeURIComponent("浮标")}`));
    expect(html).toMatch(/href="\/search\/article\?class=\d+&amp;sort=hot&amp;tag=/);
  });

  test("from a tag's questions to its articles, if there are any", async () => {
    const { alice } = world.seed;
    await world.write.question({ authorId: alice, tags: ["灯塔"] });
    const path = `/question?tag=${encodeURIComponent("灯塔")}`;
    expect(seen(await anonymous.get(path))).not.toContain("篇文章");
    await world.write.article({ authorId: alice, tags: ["灯塔"] });
    const html = seen(await anonymous.get(path));
    expect(html).toContain(`href="/search/article?tag=${encodeURIComponent("灯塔")}"`);
    expect(html.replaceAll("<!-- -->", "")).toContain("1 篇文章");
    for (const list of [html, seen(await anonymous.get(`/search/article?tag=${encodeURIComponent("灯塔")}`))])
      expect(list).toContain(`href="/search/all?tag=${encodeURIComponent("灯塔")}"`);
  });
});
