import { expect, type Page, test } from "@playwright/test";
import { holdScripts } from "#tests/e2e/support/hold-scripts";
import { logIn, type Member, newMember, onAnotherDevice } from "#tests/e2e/support/member";
import { open } from "#tests/e2e/support/page-errors";
import { newApi, publishArticle, unique } from "#tests/e2e/support/publish";

let member: Member;
test.beforeEach(async ({ context, baseURL }) => {
  member = await newMember();
  await logIn(context, member, baseURL);
});

const title = (page: Page) => page.getByLabel("标题", { exact: true });
const body = (page: Page) => page.locator("textarea[name=content]");
const notice = (page: Page) => page.locator(".draft-notice");
const isSaved = (page: Page) => expect(page.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
const hasTools = (page: Page) => expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();

async function openEditor(page: Page, path: string): Promise<void> {
  await open(page, path);
  await hasTools(page);
}

/** Types into an editor before its tools have loaded. */
async function typeBeforeTools(page: Page, path: string, words: string): Promise<void> {
  const release = await holdScripts(page);
  await page.goto(path);
  await body(page).fill(words);
  release();
  await hasTools(page);
}

/** Path of the editor that changes a published text. */
async function editorOf(page: Page, path: string): Promise<string> {
  await open(page, path);
  await page.getByLabel("更多操作：这篇文章").click();
  return (await page.getByRole("link", { name: "编辑" }).getAttribute("href")) ?? "";
}

const draftOf = async (page: Page, path: string) =>
  (await (await page.request.get(path.replace("/write/", "/write/draft/"))).json()).data?.values.content ?? null;

test("a new text begun before the tools have loaded leaves the earlier draft alone", async ({ page }) => {
  await openEditor(page, "/write/question");
  await title(page).fill("昨天写了一半的问题");
  await body(page).fill("昨天写的");
  await isSaved(page);
  await typeBeforeTools(page, "/write/question", "今天写的另一段");
  await expect(notice(page)).toContainText("这里写的另存一份");
  await isSaved(page);
  expect(await draftOf(page, "/write/question")).toBe("昨天写的");
  await notice(page).getByRole("link", { name: "打开草稿" }).click();
  await expect(title(page)).toHaveValue("昨天写了一半的问题");
  await expect(body(page)).toHaveValue("昨天写的");
  await page.goto("/write/drafts");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
});

test("a draft that was opened and continued before the tools have loaded stays the same draft", async ({ page }) => {
  await openEditor(page, "/write/question");
  await title(page).fill("昨天写了一半的问题");
  await body(page).fill("昨天写的");
  await isSaved(page);
  await page.goto("/write/drafts");
  const draft = await page.getByRole("link", { name: "昨天写了一半的问题" }).getAttribute("href");
  await typeBeforeTools(page, draft ?? "", "昨天写的，今天接着写");
  await isSaved(page);
  await expect(page.getByText("这里写的另存一份")).toHaveCount(0);
  await page.goto("/write/drafts");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await openEditor(page, draft ?? "");
  await expect(body(page)).toHaveValue("昨天写的，今天接着写");
});

test("a change begun before the tools have loaded replaces an earlier draft only if its author says so", async ({
  page,
  baseURL,
}) => {
  const path = await editorOf(page, await publishArticle(member, baseURL, unique("改了一半的文章")));
  await openEditor(page, path);
  await body(page).fill("昨天改的");
  await isSaved(page);
  await typeBeforeTools(page, path, "今天改的");
  await expect(notice(page)).toContainText("选好之前，这里写的还没有保存");
  await expect(page.locator(".draft-status")).toHaveText("还没有保存，请先选用哪一份草稿");
  await body(page).pressSequentially("又添了几个字");
  await page.waitForLoadState("networkidle");
  expect(await draftOf(page, path)).toBe("昨天改的");
  // Neither loses the other.
  await notice(page).getByRole("button", { name: "使用草稿" }).click();
  await expect(body(page)).toHaveValue("昨天改的");
  await notice(page).getByRole("button", { name: "撤销" }).click();
  await expect(body(page)).toHaveValue("今天改的又添了几个字");
  await notice(page).getByRole("button", { name: "知道了" }).click();
  await expect.poll(() => draftOf(page, path)).toBe("今天改的又添了几个字");

  await typeBeforeTools(page, path, "第三种写法");
  await notice(page).getByRole("button", { name: "保留我写的" }).click();
  await expect(notice(page)).toBeHidden();
  await expect.poll(() => draftOf(page, path)).toBe("第三种写法");
});

test("a draft of an older version is not saved over a newer text without asking", async ({ page, baseURL }) => {
  const words = unique("别处先改过的文章");
  const path = await editorOf(page, await publishArticle(member, baseURL, words));
  await openEditor(page, path);
  await body(page).fill("旧版本上的草稿");
  await isSaved(page);
  const elsewhere = await newApi(member, baseURL);
  const form = { intent: "publish", version: "1", title: words, content: "别处保存的新版本", reason: "更正" };
  expect((await elsewhere.post(path.replace("/write/article", "/write/article.json"), { form })).ok()).toBe(true);
  await elsewhere.dispose();

  await openEditor(page, path);
  await expect(body(page)).toHaveValue("别处保存的新版本");
  await expect(notice(page)).toContainText("写它时内容还是旧版本");
  await notice(page).getByRole("button", { name: "使用草稿" }).click();
  await expect(body(page)).toHaveValue("旧版本上的草稿");
  // Draws the form anew.
  await page.getByRole("button", { name: "预览" }).click();
  await page.locator("button[value=publish]").click();
  await expect(page.getByRole("heading", { name: "内容在别处被修改过" })).toBeVisible();
  await expect(page.getByLabel("已保存的新版本")).toContainText("别处保存的新版本");
  await body(page).fill("合并好的一份");
  await page.locator("button[value=publish]").click();
  await expect(page.getByRole("article").getByText("合并好的一份")).toBeVisible();
});

test("a question asked from a search without results keeps its words, beside an earlier draft", async ({ page }) => {
  await openEditor(page, "/write/question");
  await title(page).fill("昨天写了一半的问题");
  await body(page).fill("昨天写的");
  await isSaved(page);
  await open(page, `/search/all?q=${encodeURIComponent("犰狳披萨")}`);
  await page.getByRole("link", { name: "去提问" }).click();
  await hasTools(page);
  await expect(title(page)).toHaveValue("犰狳披萨");
  await body(page).fill("怎么做才好吃");
  await isSaved(page);
  await page.reload();
  await hasTools(page);
  await expect(title(page)).toHaveValue("犰狳披萨");
  await expect(body(page)).toHaveValue("怎么做才好吃");
  expect(await draftOf(page, "/write/question")).toBe("昨天写的");
});

test("a draft that was continued on another device is continued here, and what was here can be taken back", async ({
  page,
  browser,
  baseURL,
}) => {
  await openEditor(page, "/write/article");
  await title(page).fill("两台设备上写的文章");
  await body(page).fill("电脑上写的。");
  await isSaved(page);
  const elsewhere = await browser.newContext();
  await logIn(elsewhere, await onAnotherDevice(member, "Safari · iPhone"), baseURL);
  const phone = await elsewhere.newPage();
  const continueThere = async (words: string) => {
    await openEditor(phone, "/write/article?draft=use");
    await body(phone).fill(words);
    await expect.poll(() => draftOf(page, "/write/article")).toBe(words);
  };

  for (const [path, words] of [
    ["/write/article", "电脑上写的。手机上接着写的。"],
    ["/write/article?draft=use", "电脑上写的。手机上又接着写的。"],
  ] as const) {
    const before = await body(page).inputValue();
    await open(page, "/about");
    await continueThere(words);
    await openEditor(page, path);
    await expect(notice(page)).toContainText("已换成在别的窗口或设备上接着写的草稿");
    await expect(body(page)).toHaveValue(words);
    await notice(page).getByRole("button", { name: "撤销" }).click();
    await expect(body(page)).toHaveValue(before);
    await notice(page).getByRole("button", { name: "撤销" }).click();
    await expect(body(page)).toHaveValue(words);
    await isSaved(page);
    await expect.poll(() => draftOf(page, "/write/article")).toBe(words);
  }

  // The browser puts back what was in the form, which nobody has typed again.
  await continueThere("手机上最后写的。");
  await page.reload();
  await hasTools(page);
  await expect(body(page)).toHaveValue("手机上最后写的。");
  await page.waitForLoadState("networkidle");
  expect(await draftOf(page, "/write/article")).toBe("手机上最后写的。");
  await elsewhere.close();
});
