import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redirects } from "#app/redirects";
import { encodeId } from "#app/server/urls/short-id.server";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let anonymous: Reader;
let member: Reader;

beforeAll(async () => {
  world = await createWorld();
  anonymous = await world.as(null);
  member = await world.as(world.seed.alice);
});
afterAll(() => world.close());

/** Checks the target of both kinds of navigation: document, and data. */
async function leads(reader: Reader, path: string, to: string, status = 302): Promise<void> {
  const page = await reader.get(path);
  expect([page.status, page.location], `GET ${path}`).toEqual([status, to]);
  const { redirect } = await reader.data(path);
  // No history entry is replaced: this URL never gets into it.
  expect(redirect, `${path} as data`).toMatchObject({ redirect: to, replace: false });
}

describe("the redirect table", () => {
  test.each(redirects.map(({ from, to }) => [from, to]))(
    "/%s redirects to %s and keeps the query",
    async (from, to) => {
      const fill = (pattern: string) => pattern.replace(":id", "7");
      await leads(anonymous, `/${fill(from)}`, fill(to));
      await leads(anonymous, `/${fill(from)}?page=2&utm_source=feed`, `${fill(to)}?page=2&utm_source=feed`);
    },
  );

  test.each(redirects.map(({ from, to }) => [from, to]))(
    "/%s redirects in any case and encoding, as the router matches",
    async (from, to) => {
      const path = `/${from.replace(":id", "7")}`;
      const target = to.replace(":id", "7");
      const encoded = path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
      const last = path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
      for (const spelled of [path.toUpperCase(), encoded, last, `${path}/`]) await leads(anonymous, spelled, target);
    },
  );

  test.each(redirects.map(({ from }) => [from]))("/%s can't be made to redirect to another site", async (from) => {
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
    ["/account/nothing", "/"],
    ["/account/nothing/here", "/"],
    ["/notifications/nothing", "/"],
    ["/wxlogin", "/"],
    ["/wxlogin?state=abc", "/"],
    ["/wxlogin?obj=abc", "/"],
    ["/write", "/"],
    ["/article", "/"],
    ["/search", "/"],
    ["/search?q=", "/?q="],
    ["/search?sort=time&q=x", "/search/all?sort=time&q=x"],
    ["/Search?q=x", "/search/all?q=x"],
    ["/u/%zz", "/u/%25zz/qna/answer"],
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
  ])("%s redirects to %s", (from, to) => leads(anonymous, from, to));
});

describe("members", () => {
  test("are redirected home from the login page", () => leads(member, "/login", "/"));
  test("find their own profile at /u", async () => {
    const { location } = await member.get("/u");
    expect(location).toMatch(new RegExp(`^/u/${world.seed.alice}(/qna/answer)?$`));
  });
  test("are redirected to the first page of the account and of the notifications", async () => {
    await leads(member, "/account", "/account/profile");
    await leads(member, "/notifications", "/notifications/comment");
  });
  test("keep their query", async () => {
    await leads(member, "/account?utm_source=mail", "/account/profile?utm_source=mail");
    await leads(member, "/notifications?page=2", "/notifications/comment?page=2");
    await leads(member, "/u?page=2", `/u/${world.seed.alice}/qna/answer?page=2`);
  });
  test("get a 404 for an unknown URL below the account", async () => {
    expect((await member.get("/account/nothing/here")).status).toBe(404);
    expect((await member.data("/account/nothing/here")).status).toBe(404);
  });
});

describe("numeric ids lead to short ones for good", () => {
  test("of articles, questions and documents of zhiku keep the query", async () => {
    const { article, question, otherAnswer, zhikuContent } = world.seed;
    await leads(anonymous, `/article/${article}`, `/article/${encodeId(article)}`, 301);
    await leads(anonymous, `/article/${article}?page=2`, `/article/${encodeId(article)}?page=2`, 301);
    await leads(anonymous, `/question/${question}`, `/question/${encodeId(question)}`, 301);
    await leads(anonymous, `/zhiku/article/${zhikuContent}?a=1`, `/zhiku/article/${encodeId(zhikuContent)}?a=1`, 301);
    const { location } = await anonymous.get(`/question/${question}?aid=${encodeId(otherAnswer)}&edit=1`);
    const url = new URL(location ?? "", "http://site.test");
    expect(url.pathname).toBe(`/question/${encodeId(question)}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({ aid: encodeId(otherAnswer), edit: "1" });
  });
});

test("a number with a zero in front is no id anywhere", async () => {
  const { article, question, zhikuContent } = world.seed;
  for (const path of [
    `/article/0${article}`,
    `/question/0${question}`,
    `/zhiku/article/0${zhikuContent}`,
    "/case/01",
  ]) {
    const { status, location } = await anonymous.get(path);
    expect([path, status === 404 || location]).toEqual([path, expect.toBeOneOf([true, "/zhiku/error/404"])]);
  }
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

  test.each([
    "/feed/undefined.xml",
    "/u/undefined/feed.xml",
    "/sitemap/undefined/0.xml",
    "/sitemap/question/undefined.xml",
    "/icons/undefined.json?icons=home",
    "/login/undefined",
    "/actions/undefined",
    "/oss/undefined/picture.webp",
  ])("%s, which is no page", async (path) => {
    for (const reader of [anonymous, member]) {
      const answer = await reader.get(path);
      expect([answer.status, answer.location]).toEqual([302, "/"]);
    }
  });

  test("whichever loader is requested", async () => {
    for (const id of ["root", "routes/u/layout", "routes/u/articles"]) {
      const { redirect } = await anonymous.data("/u/undefined/article", { routes: [id] });
      expect(redirect, id).toMatchObject({ redirect: "/", replace: false });
    }
  });
});
