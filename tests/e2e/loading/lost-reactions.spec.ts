import { type APIRequestContext, expect, type Locator, type Page, test } from "@playwright/test";
import { questionApi } from "#app/contract/content/question";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { likeApi } from "#app/contract/reading/like";
import { voteApi } from "#app/contract/reading/vote";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { aCase } from "#tests/e2e/support/browser-pages";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";
import { newApi, publishAnswer, publishArticle, publishQuestion, unique } from "#tests/e2e/support/publish";
import { partUpstream, type UpstreamApart } from "#tests/e2e/support/upstream-apart";
import { newReader } from "#tests/e2e/support/zhiku-reader";

const LOST = "网络出了点问题，请稍后重试";
const CALLS = new Set<string>(
  [
    likeApi.add,
    likeApi.cancel,
    favoritesApi.add,
    favoritesApi.remove,
    zhikuFavoritesApi.add,
    zhikuFavoritesApi.remove,
    followApi.add,
    followApi.cancel,
    questionApi.follow,
    questionApi.unfollow,
    voteApi.set,
  ].map(({ path }) => path),
);

/** Failing part of the upstream: none, reactions, or all of it. */
let down: "nothing" | "reactions" | "all" = "nothing";
/** Failing calls wait for this. */
let failing: Promise<void> = Promise.resolve();
let apart: UpstreamApart;
// Sequential, because a failure affects all tests of a process.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  apart = await partUpstream(async (path) => {
    const fails = down === "all" || (down === "reactions" && CALLS.has(path.split("?", 1)[0] ?? ""));
    if (fails) await failing;
    return fails;
  });
});
test.afterAll(() => apart.close());
test.beforeEach(() => {
  down = "nothing";
  failing = Promise.resolve();
});

type Where = { author: Member; baseURL: string | undefined; request: APIRequestContext };
type Row = {
  name: string;
  path: (where: Where) => Promise<string>;
  /** The button's names before and after. */
  names: [off: RegExp, on: RegExp];
  within?: (page: Page) => Locator;
  /** Another row has the same form; without scripts testing one of them suffices. */
  sameForm?: true;
};

const article = ({ author, baseURL }: Where) => publishArticle(author, baseURL, unique("上游不在时的文章"));
const question = ({ author, baseURL }: Where) => publishQuestion(author, baseURL, unique("上游不在时的问题"));
const answer = async (where: Where) =>
  publishAnswer(where.author, where.baseURL, await question(where), "先看日志，再看配置。");
const like: Row["names"] = [/^喜欢 ?\d*$/, /^已喜欢 ?\d*$/];
const favorite: Row["names"] = [/^收藏 ?\d*$/, /^已收藏 ?\d*$/];

/** An article with a comment by its author. */
async function commented(where: Where): Promise<string> {
  const path = await article(where);
  const api = await newApi(where.author, where.baseURL);
  const [, on = ""] = /name="on" value="([^"]+)"/.exec(await (await api.get(path)).text()) ?? [];
  await api.post("/write/comment", { form: { on, text: "欢迎讨论" }, headers: { accept: "text/html" } });
  await api.dispose();
  return path;
}

/** A document of zhiku. */
async function document({ request }: Where): Promise<string> {
  const html = await (await request.get("/zhiku")).text();
  return /href="(\/zhiku\/article\/\w+)"/.exec(html)?.[1] ?? "";
}

/** Every kind of reaction, on everything that supports it. */
const ROWS: readonly Row[] = [
  { name: "liking an article", path: article, names: like, sameForm: true },
  { name: "liking a case", path: ({ request }) => aCase(request), names: like, sameForm: true },
  {
    name: "liking a comment",
    path: commented,
    names: like,
    within: (page) => page.locator(".comment").filter({ hasText: "欢迎讨论" }),
  },
  { name: "keeping an article", path: article, names: favorite, sameForm: true },
  { name: "keeping a case", path: ({ request }) => aCase(request), names: favorite },
  { name: "keeping a document", path: document, names: favorite },
  { name: "following a person", path: async ({ author }) => `/u/${author.userId}`, names: [/^关注 /, /^已关注 /] },
  { name: "following a question", path: question, names: [/^关注问题 /, /^已关注问题 /] },
  { name: "agreeing", path: answer, names: [/^赞同 ?\d*$/, /^已赞同 ?\d*$/] },
  { name: "disagreeing", path: answer, names: [/^反对$/, /^已反对$/], sameForm: true },
];

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    for (const { name, path, names, within } of ROWS.filter(({ sameForm }) => scripts || !sameForm)) {
      test(`${name}: a lost request is reported, and the button returns to its former state`, async ({
        page,
        context,
        baseURL,
        request,
      }) => {
        const [author, reader] = await Promise.all([newMember(), newReader({ entitled: true })]);
        await logIn(context, reader, apart.origin);
        // With a fragment, opening the page again would not load it.
        const to = apart.origin + (await path({ author, baseURL, request })).split("#", 1)[0];
        const open = async () => {
          await page.goto(to);
          if (scripts) await hydrated(page);
        };
        const place = within?.(page) ?? page.getByRole("main");
        const [off, on] = names.map((each) => place.getByRole("button", { name: each }).first()) as [Locator, Locator];
        const told = page.getByText(LOST).first();
        await open();
        const [at] = page.url().split("#", 1);
        // Once to add it, once to remove it.
        for (const [before, after] of [
          [off, on],
          [on, off],
        ] as const) {
          await expect(before).toBeVisible();
          const was = await before.innerText();
          down = "reactions";
          let fail = () => {};
          if (scripts) failing = new Promise((resolve) => (fail = resolve));
          await before.click();
          if (scripts) await expect(after).toBeVisible();
          fail();
          await expect(told).toBeVisible();
          await expect(before).toBeVisible();
          expect(await before.innerText()).toBe(was);
          await expect(page).toHaveURL(({ href }) => href.split("#", 1)[0] === at);

          down = "nothing";
          const stored = page.waitForResponse((response) => response.request().method() === "POST");
          await before.click();
          expect((await stored).status()).toBeLessThan(400);
          await open();
          await expect(after).toBeVisible();
        }
      });
    }

    if (scripts) {
      test("a second press that is lost leaves what the first has done", async ({
        page,
        context,
        baseURL,
        request,
      }) => {
        const [author, reader] = [await newMember(), await newMember()];
        await logIn(context, reader, apart.origin);
        await page.goto(apart.origin + (await article({ author, baseURL, request })));
        await hydrated(page);
        await page.waitForLoadState("networkidle");
        let letGo = () => {};
        const held = new Promise<void>((resolve) => (letGo = resolve));
        await page.route("**/*.data*", async (route) => {
          if (route.request().method() === "GET") await held;
          await route.continue().catch(() => {});
        });
        const [off, on] = like.map((name) => page.getByRole("main").getByRole("button", { name }).first());
        const stored = page.waitForResponse((response) => response.request().method() === "POST");
        await off?.click();
        expect((await stored).status()).toBeLessThan(400);
        down = "reactions";
        await on?.click();
        await expect(page.getByText(LOST).first()).toBeVisible();
        letGo();
        await expect(on as Locator).toBeVisible();
        await page.unrouteAll({ behavior: "wait" });
      });
    }

    test("a failure of the whole upstream is reported as well", async ({ page, context, baseURL, request }) => {
      const author = await newMember();
      await logIn(context, await newMember(), apart.origin);
      await page.goto(apart.origin + (await article({ author, baseURL, request })));
      if (scripts) await hydrated(page);
      down = "all";
      await page.getByRole("main").getByRole("button", { name: like[0] }).first().click();
      await expect(page.getByText(LOST).first()).toBeVisible();
      if (scripts) await expect(page.getByRole("main").getByRole("button", { name: like[0] }).first()).toBeVisible();
    });
  });
}
