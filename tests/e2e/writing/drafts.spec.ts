import { expect, type Page, test } from "@playwright/test";
import { aQuestion } from "#tests/e2e/support/browser-pages";
import { logIn, newMember } from "#tests/e2e/support/member";
import { open } from "#tests/e2e/support/page-errors";

test.beforeEach(async ({ context, baseURL }) => logIn(context, await newMember(), baseURL));

const title = (page: Page) => page.getByLabel("标题", { exact: true });
const body = (page: Page) => page.locator("textarea[name=content]");

async function write(page: Page, path: string, scripts: boolean, words: { title?: string; body: string }) {
  await (scripts ? open(page, path) : page.goto(path));
  await body(page).focus();
  if (scripts) await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
  if (words.title) await title(page).fill(words.title);
  await body(page).fill(words.body);
  if (scripts) await expect(page.getByText("草稿已保存")).toBeVisible({ timeout: 15_000 });
  else await page.getByRole("button", { name: "存草稿" }).click();
}

test("a browser that blocks storage and locks saves drafts on the server, and reports no error", async ({ page }) => {
  const uncaught: string[] = [];
  page.on("pageerror", (error) => uncaught.push(error.message));
  await page.addInitScript(() => {
    const denied = () => new DOMException("denied", "SecurityError");
    for (const storage of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, storage, {
        get() {
          throw denied();
        },
      });
    for (const name of ["request", "query"] as const) LockManager.prototype[name] = () => Promise.reject(denied());
  });
  await write(page, "/write/question", true, { title: "浏览器不让存的时候", body: "写到服务器上" });
  await page.goto("/write/drafts");
  await expect(page.getByRole("link", { name: "浏览器不让存的时候" })).toBeVisible();
  expect(uncaught).toEqual([]);
});

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("drafts are listed on one page, continued from there, and discarded after a confirmation", async ({
      page,
    }) => {
      const answering = (await aQuestion(page.request)).replace("/question/", "/write/answer?question=");
      await write(page, "/write/article", scripts, { title: "草稿箱里的文章", body: "写了一半" });
      await write(page, answering, scripts, { body: "答了一半的话" });
      await page.goto("/write/drafts");
      const items = page.getByRole("main").getByRole("listitem");
      await expect(items).toHaveCount(2);
      await page.getByRole("link", { name: "草稿箱里的文章" }).click();
      await expect(title(page)).toHaveValue("草稿箱里的文章");
      await expect(body(page)).toHaveValue("写了一半");

      await page.goto("/write/drafts");
      const answer = items.filter({ hasText: "答了一半的话" });
      await answer.getByRole("button", { name: /^放弃 / }).click();
      await answer.getByRole("button", { name: "取消" }).click();
      await expect(items).toHaveCount(2);
      await answer.getByRole("button", { name: /^放弃 / }).click();
      await answer.getByRole("button", { name: "放弃", exact: true }).click();
      await expect(items).toHaveCount(1);
      await expect(page.getByText("草稿已放弃")).toBeVisible();
      await page.goto(answering);
      await expect(body(page)).toHaveValue("");
      await expect(page.getByText("没写完的草稿")).toBeHidden();
    });

    test("a draft opened from there can be discarded in its editor", async ({ page }) => {
      await write(page, "/write/question", scripts, { title: "要放弃的问题", body: "不写了" });
      await page.goto("/write/drafts");
      await page.getByRole("link", { name: "要放弃的问题" }).click();
      await expect(title(page)).toHaveValue("要放弃的问题");
      await page.getByRole("button", { name: "放弃草稿" }).click();
      await expect(page.getByText("草稿已放弃")).toBeVisible();
      if (scripts) {
        await expect(title(page)).toHaveValue("");
        await page.getByRole("button", { name: "撤销" }).click();
        await expect(title(page)).toHaveValue("要放弃的问题");
        await expect(page.getByText("草稿已保存")).toBeVisible({ timeout: 15_000 });
        return;
      }
      await page.goto("/write/drafts");
      await expect(page.getByText("没有草稿")).toBeVisible();
    });
  });
}

test("a draft that never reached the server is listed on its device", async ({ page }) => {
  await open(page, "/write/article");
  await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
  await page.route("**/write/draft/**", (route) => route.abort());
  await title(page).fill("没有送到的文章");
  await body(page).fill("断网时写的");
  await expect(page.getByText("草稿已存在本机")).toBeVisible();
  await open(page, "/write/drafts");
  await expect(page.getByText("只在这台设备上")).toBeVisible();
  await page.getByRole("link", { name: "没有送到的文章" }).click();
  await expect(body(page)).toHaveValue("断网时写的");
  await open(page, "/write/drafts");
  await page.getByRole("button", { name: "放弃 没有送到的文章" }).click();
  await page.getByRole("button", { name: "放弃", exact: true }).click();
  await expect(page.getByRole("link", { name: "没有送到的文章" })).toHaveCount(0);
});

test("a draft saved by another device since it was offered here can't be discarded unseen", async ({
  page,
  baseURL,
}) => {
  const drafts = "/write/draft/question";
  const save = async (content: string, knownDraftAt = "") => {
    const form = { intent: "save", title: "两台设备上的问题", content, version: "0", knownDraftAt };
    const headers = { origin: baseURL ?? "", "sec-fetch-site": "same-origin" };
    const { data } = await (await page.request.post(drafts, { form, headers })).json();
    return new Date(data.savedAt).toISOString();
  };
  const stored = async () => (await (await page.request.get(drafts)).json()).data?.values.content ?? null;
  const first = await save("电脑上写的");
  await open(page, "/write/question");
  const notice = page.locator(".draft-notice", { hasText: "在别的窗口或设备上" });
  await expect(notice).toBeVisible();
  await save("手机上接着写的", first);
  await notice.getByRole("button", { name: "放弃草稿" }).click();
  await expect(page.getByText("草稿已放弃")).toBeHidden();
  await expect(notice).toBeVisible();
  expect(await stored()).toBe("手机上接着写的");
  await notice.getByRole("button", { name: "使用草稿" }).click();
  await expect(body(page)).toHaveValue("手机上接着写的");
  // Leaving saves it once more, which the list may not know of yet.
  await expect(page.getByText("草稿已保存")).toBeVisible({ timeout: 15_000 });
  await open(page, "/write/drafts");
  await page.getByRole("button", { name: /^放弃 / }).click();
  await page.getByRole("button", { name: "放弃", exact: true }).click();
  await expect.poll(stored).toBeNull();
});
