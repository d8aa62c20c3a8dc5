import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redirects } from "#app/redirects";
import { encodeId } from "#app/server/short-id.server";
import { createWorld, type Visitor, type World } from "#tests/world";

let world: World;
let anonymous: Visitor;
let member: Visitor;

beforeAll(async () => {
  world = await createWorld();
  anonymous = await world.as(null);
  member = await world.as(world.seed.alice);
});
afterAll(() => world.close());

/** Checks where both kinds of navigation lead: the document's, and the browser's. */
async function leads(visitor: Visitor, path: string, to: string): Promise<void> {
  const page = await visitor.get(path);
  expect([page.status, page.location], `GET ${path}`).toEqual([302, to]);
  const { redirect } = await visitor.data(path);
  expect(redirect, `${path} as data`).toMatchObject({ redirect: to });
}

describe("the redirect table", () => {
  test.each(redirects.map(({ from, to }) => [from, to]))("/%s leads to %s, query kept", async (from, to) => {
    const fill = (pattern: string) => pattern.replace(":id", "7");
    await leads(anonymous, `/${fill(from)}`, fill(to));
    await leads(anonymous, `/${fill(from)}?page=2&utm_source=feed`, `${fill(to)}?page=2&utm_source=feed`);
  });

  test.each(redirects.map(({ from }) => [from]))("/%s takes nobody off the site", async (from) => {
    const { location } = await anonymous.get(`/${from.replace(":id", "%2F%2Fevil.example")}`);
    expect(new URL(location ?? "/", "http://site.test").host).toBe("site.test");
  });
});

describe("the specification's table, as anonymous", () => {
  test.each([
    ["/policy", "/policy/terms"],
    ["/u", "/"],
    ["/u/7", "/u/7/qna/answer"],
    ["/u/7/qna", "/u/7/qna/answer"],
    ["/u/7/follow", "/u/7/follow/follow"],
    ["/u/7/comment", "/u/7/comment/post"],
    ["/u/7/collection", "/u/7/collection/article"],
    ["/account", "/"],
    ["/account/profile", "/"],
    ["/account/secure", "/"],
    ["/wxlogin", "/"],
    ["/wxlogin?state=abc", "/"],
    ["/wxlogin?obj=abc", "/"],
    ["/write", "/"],
    ["/article", "/"],
    ["/search", "/"],
    ["/search/everything", "/"],
    ["/search/ALL", "/"],
    ["/announcement/abc", "/"],
    ["/notifications", "/"],
    ["/notifications/like", "/"],
    ["/notifications/system", "/"],
    ["/notifications/comment", "/"],
    ["/notifications/collection_follow", "/"],
    ["/question/answer/abc", "/"],
    ["/question/answer/12a", "/"],
    ["/zhiku/search", "/zhiku"],
    ["/zhiku/history", "/zhiku"],
    ["/zhiku/favorites", "/zhiku"],
    ["/zhiku/article", "/zhiku/error/403"],
    ["/index", "/"],
  ])("%s leads to %s", (from, to) => leads(anonymous, from, to));
});

describe("members", () => {
  test("who ask for the login page go home", () => leads(member, "/login", "/"));
  test("find their own profile at /u", async () => {
    const { location } = await member.get("/u");
    expect(location).toMatch(new RegExp(`^/u/${world.seed.alice}(/qna/answer)?$`));
  });
  test("reach the first page of the account and of the notifications", async () => {
    await leads(member, "/account", "/account/profile");
    await leads(member, "/notifications", "/notifications/comment");
  });
});

describe("numeric ids lead to short ones", () => {
  test("of articles and questions, the query kept", async () => {
    const { article, question, otherAnswer } = world.seed;
    await leads(anonymous, `/article/${article}`, `/article/${encodeId(article)}`);
    await leads(anonymous, `/article/${article}?page=2`, `/article/${encodeId(article)}?page=2`);
    await leads(anonymous, `/question/${question}`, `/question/${encodeId(question)}`);
    const { location } = await anonymous.get(`/question/${question}?aid=${encodeId(otherAnswer)}&edit=1`);
    const url = new URL(location ?? "", "http://site.test");
    expect(url.pathname).toBe(`/question/${encodeId(question)}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({ aid: encodeId(otherAnswer), edit: "1" });
  });
});

describe("a path with undefined in it goes home", () => {
  test.each([
    "/undefined",
    "/u/undefined",
    "/u/undefined/qna/answer",
    "/article/undefined",
    "/question/undefined?aid=3",
    "/question/answer/undefined",
    "/case/undefined",
    "/zhiku/article/undefined",
    "/some/undefined/where",
    "/account/undefined",
  ])("%s", (path) => leads(anonymous, path, "/"));
});
