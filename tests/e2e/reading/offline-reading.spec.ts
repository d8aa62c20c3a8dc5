import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { Kept } from "#app/features/offline/kept-pages";
import { openAlteredSite } from "#tests/e2e/support/altered-site";
import { anArticle } from "#tests/e2e/support/browser-pages";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { open, watch } from "#tests/e2e/support/page-errors";
import { newApi, unique } from "#tests/e2e/support/publish";
import { newReader } from "#tests/e2e/support/zhiku-reader";

// A separate context, because a worker and its storage outlive a page.
test.use({ ...OWN_CONTEXT, serviceWorkers: "allow" });

/** URLs that this browser has stored. */
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await caches.has("kept-pages"))) return [];
    const list = await (await caches.open("kept-pages")).match("/offline/kept.json");
    const kept = (await list?.json()) as Kept | undefined;
    return (kept?.pages ?? []).filter(({ keptAt }) => keptAt !== null).map(({ path }) => path);
  });

/** Reads a page until it is stored. */
async function read(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => keptPaths(page)).toContain(path);
}

/** Opens a page offline. */
async function readOffline(page: Page, path: string): Promise<void> {
  await page.context().setOffline(true);
  await page.goto(path);
}

async function aDocument(page: Page): Promise<string> {
  const html = await (await page.request.get("/zhiku")).text();
  return /\/zhiku\/article\/\w{12}/.exec(html)?.[0] ?? "";
}

async function memberIn(context: BrowserContext, baseURL: string | undefined, entitled = false): Promise<Member> {
  const member = entitled ? await newReader({ entitled }) : await newMember();
  await logIn(context, member, baseURL);
  return member;
}

const line = (page: Page) => page.getByRole("status").filter({ hasText: "离线：这是" });

test("pages read or favorited can be read offline, and say so", async ({ page, context, baseURL, request }) => {
  const complaints = await watch(page);
  const member = await memberIn(context, baseURL);
  const api = await newApi(member, baseURL);
  const path = await anArticle(request);
  await api.post("/favorite/case/1", { form: { next: "/case/1" } });
  await api.dispose();
  await read(page, path);
  await expect.poll(() => keptPaths(page)).toContain("/case/1");
  const heading = await page.getByRole("heading", { level: 1 }).innerText();

  await readOffline(page, path);
  await expect(line(page)).toContainText("时存下的");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  // It contains nothing of its reader.
  expect(await page.content()).not.toContain(member.nickname);
  await expect(page.getByRole("banner")).toHaveCSS("position", "sticky");

  await page.goto("/question");
  await expect(page.getByRole("status")).toContainText("没有网络，这一页也没有存下来");
  await expect(page.getByRole("heading", { name: "收藏" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: heading }).click();
  await expect(line(page)).toBeVisible();
  await page.goto("/case/1");
  await expect(line(page)).toBeVisible();

  await context.setOffline(false);
  await page.getByRole("link", { name: "重新载入" }).click();
  await expect(line(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: `${member.nickname}的菜单` })).toBeVisible();
  // Pictures are not stored.
  expect(complaints.filter((one) => !one.includes("net::ERR_INTERNET_DISCONNECTED"))).toEqual([]);
});

test("a reader who goes offline while reading is led to the stored pages", async ({ page, context, baseURL }) => {
  await memberIn(context, baseURL);
  await open(page, "/search/article");
  // Other tests publish meanwhile, but the first one now will stay among the first ones.
  const path = (await page.locator('main a[href^="/article/"]').first().getAttribute("href")) ?? "";
  await read(page, path);
  await open(page, "/search/article");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.locator(`main a[href="${path}"]`).first().click();
  await expect(line(page)).toBeVisible();
  await expect(page).toHaveURL(path);
});

test("a paid document can be read offline, its forms are disabled, and a logout deletes it", async ({
  page,
  context,
  baseURL,
}) => {
  await memberIn(context, baseURL, true);
  const path = await aDocument(page);
  await read(page, path);
  await readOffline(page, path);
  await expect(line(page)).toBeVisible();
  await expect(page.locator("[data-read-whole]")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: /^收藏/ }).click();
  await expect(page.getByRole("alert")).toHaveText("没有网络，没有发出去；写下的都还在");
  await expect(page).toHaveURL(path);

  await context.setOffline(false);
  await open(page, "/about");
  await page.getByRole("button", { name: /的菜单$/ }).click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "登录" }).first()).toBeVisible();
  expect(await keptPaths(page)).toEqual([]);
  await context.setOffline(true);
  await expect(page.goto(path)).rejects.toThrow();
});

for (const [what, end] of [
  [
    "login",
    async ({ userId }: Member) => {
      const { db } = await demoDatabase();
      await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
    },
  ],
  [
    "right",
    async ({ userId }: Member) => {
      const { db } = await demoDatabase();
      await db.deleteFrom("zhiku_rights").where("user_id", "=", userId).execute();
    },
  ],
] as const) {
  test(`a paid document is deleted with the next page once the ${what} has ended`, async ({
    page,
    context,
    baseURL,
  }) => {
    const member = await memberIn(context, baseURL, true);
    const path = await aDocument(page);
    await read(page, path);
    await end(member);
    await page.goto("/about");
    await expect.poll(() => keptPaths(page)).not.toContain(path);
    await readOffline(page, path);
    await expect(page.getByRole("status")).toContainText("没有存下来");
    expect(await page.content()).not.toContain("data-read-whole");
  });
}

test("the next person to log in finds nothing of the previous reader", async ({ page, context, baseURL, request }) => {
  await memberIn(context, baseURL, true);
  const [path, article] = [await aDocument(page), await anArticle(request)];
  await read(page, path);
  await read(page, article);
  await memberIn(context, baseURL, true);
  await page.goto("/about");
  await expect.poll(() => keptPaths(page)).toEqual([]);
  await readOffline(page, path);
  await expect(page.getByRole("status")).toContainText("没有存下来");
  await expect(page.getByRole("main")).toContainText("还没有存下什么");
});

test("nothing of an old build is shown once a new one is noticed, and stored pages are fetched again", async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const site = await openAlteredSite(baseURL ?? "");
  await memberIn(context, baseURL);
  const path = await anArticle(request);
  await page.goto(site.origin + path);
  await expect.poll(() => keptPaths(page)).toContain(path);
  site.build = "another";
  // Not a text, so that nothing else is fetched.
  await page.goto(`${site.origin}/search/all`);
  await expect.poll(() => keptPaths(page)).toEqual([]);
  await context.setOffline(true);
  await page.goto(site.origin + path).catch(() => {});
  await expect(line(page)).toHaveCount(0);
  await context.setOffline(false);
  await page.goto(`${site.origin}/case/1`);
  await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining([path, "/case/1"]));
  site.close();
});

test("a site that turns storage off deletes stored pages and the service worker", async ({
  page,
  context,
  baseURL,
}) => {
  const site = await openAlteredSite(baseURL ?? "");
  await memberIn(context, baseURL);
  await page.goto(`${site.origin}/case/1`);
  await expect.poll(() => keptPaths(page)).toContain("/case/1");
  site.replies.set("/offline/state", { on: false, login: null, rights: null, until: null });
  await page.goto(`${site.origin}/about`);
  await expect.poll(() => page.evaluate(() => caches.has("kept-pages"))).toBe(false);
  site.close();
});

test("a reader can turn storage off, and stored pages are deleted", async ({ page, context, baseURL }) => {
  await memberIn(context, baseURL);
  await read(page, "/case/1");
  await open(page, "/offline");
  await expect(page.getByRole("main").getByRole("link")).toHaveCount(1);
  await page.getByRole("button", { name: "不再存下" }).click();
  await expect(page.getByRole("main")).toContainText("还没有存下什么");
  const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registered).toBe(0);
  await page.getByRole("button", { name: "存下读过的" }).click();
  await read(page, "/case/2");
});

test("a visitor's browser stores nothing, and gets no service worker", async ({ page }) => {
  await open(page, "/case/1");
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test("a draft written offline is sent when online again, or when the editor is next opened", async ({
  page,
  context,
  baseURL,
}) => {
  const member = await memberIn(context, baseURL);
  const title = unique("没有网络时写的");
  const draft = async () => {
    const { db } = await demoDatabase();
    const rows = await db.selectFrom("drafts").selectAll().where("user_id", "=", member.userId).execute();
    return JSON.stringify(rows);
  };
  await open(page, "/write/article");
  const field = page.getByLabel("标题", { exact: true });
  await field.click();
  await page.getByRole("toolbar", { name: "格式" }).waitFor();
  await context.setOffline(true);
  await field.fill(title);
  await expect(page.getByText(/草稿已存在本机/)).toBeVisible();
  await page.waitForRequest((request) => request.url().includes("/write/draft/"));
  expect(await draft()).not.toContain(title);
  await context.setOffline(false);
  await expect(page.getByText(/草稿已保存/)).toBeVisible();
  expect(await draft()).toContain(title);

  await context.setOffline(true);
  await field.fill(`${title}，之后又改`);
  await page.waitForRequest((request) => request.url().includes("/write/draft/"));
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto("/write/article");
  await expect(next.getByLabel("标题", { exact: true })).toHaveValue(`${title}，之后又改`);
  await expect.poll(draft).toContain("之后又改");
});
