import { type Browser, expect, type Page, test } from "@playwright/test";
import { aQuestion } from "#tests/e2e/support/browser-pages";
import { holdScripts } from "#tests/e2e/support/hold-scripts";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { hydrated, open, scriptsOf } from "#tests/e2e/support/page-errors";
import { navigateTo } from "#tests/framework/remix-in-page";

/** Names under which this browser keeps drafts. */
const draftsHere = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("draft")));

test.afterEach(({ context }) => context.setOffline(false));

const TEXT = "先给结论：可以，分三步走。";
const body = (page: Page) => page.locator("textarea[name=content]");
const title = (page: Page) => page.getByLabel("标题", { exact: true });
const publish = (page: Page) => page.locator("button[value=publish]");
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let member: Member;
test.beforeEach(async ({ context, baseURL }) => {
  member = await newMember();
  await logIn(context, member, baseURL);
});

/** Opens an editor and waits for its tools. */
async function openEditor(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
}

/** The same member on another device. */
async function elsewhere(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: true, ...(baseURL ? { baseURL } : {}) });
  await logIn(context, member, baseURL);
  return context.newPage();
}

async function ask(page: Page, words: string): Promise<void> {
  await title(page).fill(words);
  await body(page).fill(TEXT);
  await publish(page).click();
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });
    const go = (page: Page, path: string) => (scripts ? openEditor(page, path) : page.goto(path));

    test("a session that ends while writing loses no input", async ({ page, context, baseURL }) => {
      await go(page, "/write/article");
      await title(page).fill("写到一半登录失效的文章");
      await body(page).fill(TEXT);
      await context.clearCookies();
      await publish(page).click();
      await expect(page.getByRole("link", { name: "在新窗口登录" })).toHaveAttribute("target", "_blank");
      await expect(title(page)).toHaveValue("写到一半登录失效的文章");
      await expect(body(page)).toHaveValue(TEXT);
      await logIn(context, member, baseURL);
      await publish(page).click();
      await expect(page.getByRole("heading", { level: 1, name: "写到一半登录失效的文章" })).toBeVisible();
    });

    test("a question is asked, changed, deleted and restored", async ({ page }) => {
      await go(page, "/write/question");
      await ask(page, "犰狳为什么喜欢披萨饼？");
      // Without scripts similar questions are a step of their own.
      if (!scripts) await publish(page).click();
      await expect(page.getByRole("heading", { level: 1, name: "犰狳为什么喜欢披萨饼？" })).toBeVisible();
      await expect(page.getByText("问题已发布")).toBeVisible();
      await page.getByLabel("更多操作：这个问题").click();
      await page.getByRole("link", { name: "编辑" }).click();
      await expect(title(page)).toHaveValue("犰狳为什么喜欢披萨饼？");
      await expect(body(page)).toHaveValue(TEXT);
      if (scripts) await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
      await body(page).fill("改过的说明");
      await publish(page).click();
      await expect(page.getByText("改过的说明")).toBeVisible();
      await page.getByLabel("更多操作：这个问题").click();
      await page.getByRole("link", { name: "删除" }).click();
      await page.getByRole("button", { name: "删除", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: "我的回收站" })).toBeVisible();
      await page.getByRole("button", { name: "恢复 犰狳为什么喜欢披萨饼？" }).click();
      await expect(page.getByText("已恢复")).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "犰狳为什么喜欢披萨饼？" })).toBeVisible();
    });

    test("a picture is inserted into the text", async ({ page }) => {
      await go(page, "/write/article");
      await title(page).fill("一篇带图的文章是怎样写成的");
      await body(page).fill("第一段");
      const file = { name: "架构.png", mimeType: "image/png", buffer: PIXEL };
      await page
        .locator(scripts ? '[data-place="toolbar"] input[type=file]' : "input[name=pictures]")
        .setInputFiles(file);
      if (!scripts) await page.getByRole("button", { name: "上传图片" }).click();
      await expect(body(page)).toHaveValue(/第一段\n\n!\[\]\(\/oss\/[^)]+\)/);
      await expect(title(page)).toHaveValue("一篇带图的文章是怎样写成的");
      await publish(page).click();
      await expect(page.locator(".prose img")).toHaveAttribute("src", /\/oss\//);
      // A file name is no caption.
      await expect(page.locator(".prose figcaption")).toHaveCount(0);
    });

    test("errors are shown at their fields, and no input is lost", async ({ page }) => {
      await go(page, "/write/article");
      await title(page).fill("短");
      await body(page).fill(TEXT);
      await publish(page).click();
      await expect(title(page)).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByText("标题至少5个字")).toBeVisible();
      await expect(body(page)).toHaveValue(TEXT);
      await title(page).fill("一个够长的标题");
      if (scripts) {
        // A field's error disappears when the field is changed.
        await expect(page.getByText("标题至少5个字")).toBeHidden();
        await expect(title(page)).not.toHaveAttribute("aria-invalid");
        await expect(page.locator(".editor__notice")).toBeHidden();
      }
      await publish(page).click();
      await expect(page.getByRole("heading", { level: 1, name: "一个够长的标题" })).toBeVisible();
    });

    test("an answer is written under its question and changed in place", async ({ page, request }) => {
      const path = await aQuestion(request);
      if (scripts) await open(page, path);
      else await page.goto(path);
      await page.getByRole("main").getByRole("link", { name: "写回答" }).first().click();
      if (scripts) await expect(body(page)).toBeFocused();
      await body(page).fill(TEXT);
      await publish(page).click();
      const mine = page.getByRole("article", { name: `${member.nickname}的回答` }).first();
      await expect(mine).toContainText(TEXT);
      await mine.getByLabel(/^更多操作/).click();
      await mine.getByRole("link", { name: "编辑" }).click();
      await expect(page).toHaveURL(/edit=1/);
      await body(page).fill("改过的回答");
      await publish(page).click();
      await expect(page).not.toHaveURL(/edit=1/);
      await expect(mine).toContainText("改过的回答");
    });

    test("of two concurrent changes neither is lost", async ({ page, context }) => {
      await go(page, "/write/article");
      await ask(page, "两个窗口同时改的文章");
      await page.getByLabel("更多操作：这篇文章").click();
      await page.getByRole("link", { name: "编辑" }).click();
      await expect(body(page)).toHaveValue(TEXT);
      const other = await context.newPage();
      await go(other, page.url());
      await body(other).fill("先保存的一份");
      await publish(other).click();
      await expect(other.getByText("先保存的一份")).toBeVisible();
      await body(page).fill("后保存的一份");
      await publish(page).click();
      await expect(page.getByRole("heading", { name: "内容在别处被修改过" })).toBeVisible();
      await expect(page.getByLabel("已保存的新版本")).toContainText("先保存的一份");
      await expect(page.getByLabel("你的版本")).toContainText("后保存的一份");
      await body(page).fill("先保存的一份与后保存的一份");
      await publish(page).click();
      await expect(page.getByRole("article").getByText("先保存的一份与后保存的一份")).toBeVisible();
    });

    test("the preview shows the text as it will be", async ({ page }) => {
      await go(page, "/write/article");
      await body(page).fill("**要点**在这里");
      await page.getByRole("button", { name: "预览" }).click();
      await expect(page.getByRole("region", { name: "预览" }).locator("strong")).toHaveText("要点");
      await expect(body(page)).toHaveValue("**要点**在这里");
    });
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("similar questions are shown as a step before asking", async ({ page, request }) => {
    const path = await aQuestion(request);
    const html = await (await request.get(path)).text();
    const words = /<h1[^>]*>([^<]+)/.exec(html)?.[1] ?? "";
    await page.goto("/write/question");
    await ask(page, `${words}吗`);
    await expect(page.locator(`.similar a[href="${path}"]`)).toBeVisible();
    await expect(body(page)).toHaveValue(TEXT);
    await page.getByRole("button", { name: "没有一样的，发布" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `${words}吗` })).toBeVisible();
  });

  test("two new texts saved on request are two drafts, each offered and discarded by itself", async ({ page }) => {
    const keep = page.getByRole("button", { name: "存草稿" });
    for (const words of ["没有脚本的第一篇", "没有脚本的第二篇"]) {
      await page.goto("/write/article");
      await title(page).fill(words);
      // Simulates a window that was opened before any draft existed.
      await page.locator("[name=knownDraftAt]").evaluate((field: HTMLInputElement) => {
        field.value = "";
      });
      await keep.click();
      await expect(page.getByText("草稿已保存")).toBeVisible();
    }
    // The second one is continued as the same draft.
    await title(page).fill("没有脚本的第二篇，改过");
    await keep.click();
    await expect(page.getByText("草稿已保存")).toBeVisible();
    await page.goto("/write/article");
    await page.getByText("另有 1 份没写完的草稿").click();
    await page.getByRole("link", { name: "没有脚本的第二篇，改过" }).click();
    await expect(title(page)).toHaveValue("没有脚本的第二篇，改过");
    await page.getByText("另有 1 份没写完的草稿").click();
    await expect(page.getByRole("link", { name: "没有脚本的第一篇" })).toBeVisible();
    await page.getByRole("button", { name: "放弃", exact: true }).click();
    await page.goto("/write/article");
    await page.getByText("另有 1 份没写完的草稿").click();
    await expect(page.getByRole("link", { name: "没有脚本的第二篇，改过" })).toBeVisible();
    await expect(page.getByRole("link", { name: "使用草稿" })).toBeHidden();
  });

  test("a draft is saved on request, and offered later", async ({ page, browser, baseURL }) => {
    await page.goto("/write/article");
    await title(page).fill("没写完的文章标题");
    await page.getByRole("button", { name: "存草稿" }).click();
    await expect(page.getByText("草稿已保存")).toBeVisible();
    const other = await elsewhere(browser, baseURL);
    await openEditor(other, "/write/article");
    await other.getByRole("button", { name: "使用草稿" }).click();
    await expect(title(other)).toHaveValue("没写完的文章标题");
    // What it saves by itself later would be another draft than the one given up below.
    await other.context().close();
    await page.goto("/write/article");
    await page.getByRole("link", { name: "使用草稿" }).click();
    await expect(title(page)).toHaveValue("没写完的文章标题");
    await page.goto("/write/article");
    await page.getByRole("button", { name: "放弃草稿" }).click();
    await expect(page.getByRole("link", { name: "使用草稿" })).toBeHidden();
  });
});

test("similar questions appear under the title", async ({ page, request }) => {
  const html = await (await request.get(await aQuestion(request))).text();
  await openEditor(page, "/write/question");
  await title(page).pressSequentially(/<h1[^>]*>([^<]+)/.exec(html)?.[1] ?? "");
  await expect(page.getByRole("region", { name: "相似的问题" }).getByRole("link").first()).toBeVisible();
});

test("readers load no part of the editor, and members its tools only when they write", async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const path = await aQuestion(request);
  const reader = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  const [readers, members] = [scriptsOf(reader), scriptsOf(page)];
  await open(reader, path);
  await open(page, path);
  await page.waitForLoadState("networkidle");
  const editor = (scripts: string[]) => scripts.filter((script) => /editor-(?:form|tools)/.test(script)).length;
  const tools = (scripts: string[]) => scripts.filter((script) => /editor-tools/.test(script)).length;
  expect([editor(readers), tools(members)]).toEqual([0, 0]);
  await expect.poll(() => editor(members)).toBe(1);
  await body(page).click();
  await expect.poll(() => tools(members)).toBe(1);
});

test("text typed before the page was closed comes back, and can be discarded", async ({ page, context }) => {
  await openEditor(page, "/write/question");
  await title(page).fill("写到一半的问题");
  await body(page).pressSequentially("还没想好");
  await expect(page.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  await body(page).pressSequentially("怎么说");
  await page.close();
  const again = await context.newPage();
  await openEditor(again, "/write/question");
  await expect(again.getByText("没写完的草稿")).toBeVisible();
  await expect(title(again)).toHaveValue("写到一半的问题");
  await expect(body(again)).toHaveValue("还没想好怎么说");
  // Another text is begun beside it, and one press loses no words.
  await again.reload();
  await again.getByRole("button", { name: "另写一份" }).click();
  await expect(again).toHaveURL(/\/write\/question\?draft=[a-z0-9]{8,}$/);
  await expect(body(again)).toHaveValue("");
  await openEditor(again, "/write/question");
  await again.getByRole("button", { name: "放弃草稿" }).click();
  await again.getByRole("button", { name: "撤销" }).click();
  await expect(title(again)).toHaveValue("写到一半的问题");
  await expect(body(again)).toHaveValue("还没想好怎么说");
  await expect(again.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  await again.reload();
  await again.getByRole("button", { name: "放弃草稿" }).click();
  await expect(again.getByText("草稿已放弃")).toBeVisible();
  // Once something else is written, there is no way back over it.
  await body(again).pressSequentially("别的");
  await expect(again.getByText("草稿已放弃")).toBeHidden();
  await body(again).fill("");
  await again.reload();
  await hydrated(again);
  await expect(again.getByRole("toolbar", { name: "格式" })).toBeVisible();
  await expect(body(again)).toHaveValue("");
});

test("a draft from another device is offered, not applied, and gone once published", async ({
  page,
  browser,
  baseURL,
}) => {
  await openEditor(page, "/write/article");
  await title(page).fill("在手机上开始写的文章");
  await body(page).fill(TEXT);
  await expect(page.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  const other = await elsewhere(browser, baseURL);
  await openEditor(other, "/write/article");
  await expect(other.getByText("在别的窗口或设备上")).toBeVisible();
  await expect(body(other)).toHaveValue("");
  await other.getByRole("button", { name: "使用草稿" }).click();
  await expect(body(other)).toHaveValue(TEXT);
  await publish(other).click();
  await expect(other.getByRole("heading", { level: 1, name: "在手机上开始写的文章" })).toBeVisible();
  const third = await elsewhere(browser, baseURL);
  await openEditor(third, "/write/article");
  await third.waitForLoadState("networkidle");
  await expect(third.getByText("在别的窗口或设备上")).toBeHidden();
  // It is not restored where it was begun, either.
  await openEditor(page, "/write/article");
  await expect.poll(() => draftsHere(page)).toEqual([]);
  await expect(body(page)).toHaveValue("");
  await expect(page.getByText("没写完的草稿")).toBeHidden();
});

test("a draft whose saving got no reply is recognized as one's own, also after a reload", async ({ page }) => {
  const path = "**/write/draft/article*";
  const draft = async () => (await (await page.request.get("/write/draft/article")).json()).data?.values.content;
  await openEditor(page, "/write/article");
  for (const [words, reload] of [
    ["回音在路上丢了", false],
    ["回音没来就刷新了", true],
  ] as const) {
    let [release, taken] = [() => {}, false];
    const left = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(path, async (route) => {
      if (route.request().method() !== "POST" || taken) return route.continue().catch(() => {});
      taken = true;
      await route.fetch();
      if (reload) await left;
      await route.abort().catch(() => {});
    });
    await body(page).fill(words);
    await expect.poll(draft).toBe(words);
    await body(page).fill(`${words}，还在写`);
    if (reload) {
      await page.reload();
      release();
      await expect(body(page)).toHaveValue(`${words}，还在写`);
      await body(page).pressSequentially("，写完了");
    }
    await expect.poll(draft).toBe(`${words}，还在写${reload ? "，写完了" : ""}`);
    await expect(page.getByText(/别的窗口或设备|另有 \d 份/)).toHaveCount(0);
    await page.unroute(path);
  }
});

test("a title field grows with its text, and its value stays one line", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openEditor(page, "/write/article");
  const height = () => title(page).evaluate((field: HTMLElement) => field.offsetHeight);
  const low = await height();
  await title(page).fill("一个在手机上写得比屏幕还要宽得多的标题，写的人自己也要看得见它的全部");
  await expect.poll(height).toBeGreaterThan(low);
  expect(await title(page).evaluate((field) => field.scrollHeight - field.clientHeight)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Enter");
  await expect(body(page)).toBeFocused();
  await title(page).fill("贴进来的\n两行标题");
  await expect(title(page)).toHaveValue("贴进来的 两行标题");
});

test("a text published before the tools loaded is not restored into the next one", async ({ page }) => {
  await openEditor(page, "/write/article");
  await title(page).fill("发布得比脚本快");
  await body(page).fill(TEXT);
  await expect(page.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  await page.route("**/*.js", (route) => route.abort());
  await page.reload();
  await title(page).fill("发布得比脚本快");
  await body(page).fill(TEXT);
  await publish(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "发布得比脚本快" })).toBeVisible();
  expect(await draftsHere(page)).not.toEqual([]);
  await page.unroute("**/*.js");
  await openEditor(page, "/write/article");
  await expect.poll(() => draftsHere(page)).toEqual([]);
  await expect(body(page)).toHaveValue("");
  await expect(page.getByText("没写完的草稿")).toBeHidden();
});

test("a draft saved on another device while writing is not replaced without asking", async ({
  page,
  browser,
  baseURL,
}) => {
  const drafts = async () => (await (await page.request.get("/write/draft/article")).json()).data?.values.content;
  await openEditor(page, "/write/article");
  await body(page).fill("电脑上的开头");
  await expect(page.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  const phone = await elsewhere(browser, baseURL);
  await openEditor(phone, "/write/article");
  await phone.getByRole("button", { name: "使用草稿" }).click();
  await body(phone).fill("电脑上的开头，手机上的接续");
  await expect(phone.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();

  await body(page).fill("电脑上的另一种写法");
  const notice = page.locator(".draft-notice");
  await expect(notice).toContainText("没有覆盖那一份");
  expect(await drafts()).toBe("电脑上的开头，手机上的接续");
  await notice.getByRole("button", { name: "保留我写的" }).click();
  await expect(notice).toBeHidden();
  await expect.poll(drafts).toBe("电脑上的另一种写法");

  await body(phone).fill("手机又写了几句");
  const told = phone.locator(".draft-notice");
  await told.getByRole("button", { name: "使用那一份" }).click();
  await expect(body(phone)).toHaveValue("电脑上的另一种写法");
  await body(phone).fill("两边终于一样了");
  await expect.poll(drafts).toBe("两边终于一样了");
  await expect(told).toBeHidden();
});

test("a text is not published by somebody who logs in meanwhile in another tab, unless they confirm", async ({
  page,
  context,
  baseURL,
}) => {
  await openEditor(page, "/write/question");
  await title(page).fill("换了账号以后还在写的问题");
  await expect(page.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  await logIn(context, await newMember(), baseURL);
  await body(page).pressSequentially(TEXT);
  await publish(page).click();
  await expect(page.getByText("这是用另一个账号填的")).toBeVisible();
  await expect(body(page)).toHaveValue(TEXT);
  const drafts = await page.request.get("/write/draft/question");
  expect(await drafts.json()).toEqual({ status: "ok", data: null });
  await publish(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "换了账号以后还在写的问题" })).toBeVisible();
});

test("a restored draft says so in its place", async ({ page }) => {
  await openEditor(page, "/write/question");
  await title(page).fill("写到一半又回来的问题");
  await expect(page.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  // The server has it already, so nothing has to be sent again to know that.
  await page.route("**/write/draft/**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.reload();
  await expect(page.getByText(/已恢复.*没写完的草稿/)).toBeVisible();
  await expect(page.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
});

test("two new texts in two windows are two drafts, here and on the server", async ({ page, context }) => {
  const pieces = [page, await context.newPage(), await context.newPage()];
  const words = ["第一篇写了一半", "第二篇写了一半", "第三篇写了一半"];
  for (const piece of pieces) await openEditor(piece, "/write/article");
  for (const [n, piece] of pieces.entries()) await title(piece).fill(words[n] ?? "");
  for (const piece of pieces) await expect(piece.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  for (const [n, piece] of pieces.entries()) {
    await piece.reload();
    await expect(title(piece)).toHaveValue(words[n] ?? "");
  }
  const [first, second, third] = pieces as [Page, Page, Page];
  // A new window starts empty, and shows that there are other drafts.
  const fourth = await context.newPage();
  await openEditor(fourth, "/write/article");
  await expect(title(fourth)).toHaveValue("");
  await fourth.getByText("另有 3 份没写完的草稿").click();
  for (const one of words) await expect(fourth.getByRole("link", { name: one })).toBeVisible();
  // Publishing one draft does not affect the others.
  await body(second).fill(TEXT);
  await publish(second).click();
  await expect(second.getByRole("heading", { level: 1, name: "第二篇写了一半" })).toBeVisible();
  await first.close();
  await third.close();
  await fourth.reload();
  await fourth.getByText("另有 1 份没写完的草稿").click();
  await expect(title(fourth)).toHaveValue("第三篇写了一半");
  await fourth.getByRole("link", { name: "第一篇写了一半" }).click();
  await expect(fourth).toHaveURL(/draft=/);
  await expect(title(fourth)).toHaveValue("第一篇写了一半");
  await expect(fourth.getByRole("toolbar", { name: "格式" })).toBeVisible();
  await body(fourth).fill(TEXT);
  await publish(fourth).click();
  await expect(fourth.getByRole("heading", { level: 1, name: "第一篇写了一半" })).toBeVisible();
  await openEditor(fourth, "/write/article");
  await expect(title(fourth)).toHaveValue("第三篇写了一半");
  await expect(fourth.getByText(/另有 \d 份/)).toHaveCount(0);
});

test("two new texts started at once on two devices are two drafts", async ({ page, browser, baseURL }) => {
  const phone = await elsewhere(browser, baseURL);
  await openEditor(page, "/write/question");
  await openEditor(phone, "/write/question");
  await title(page).fill("电脑上想问的问题");
  await expect(page.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  await title(phone).fill("手机上想问的问题");
  await expect(phone.getByText(/草稿已保存 \d\d:\d\d/)).toBeVisible();
  await expect(title(phone)).toHaveValue("手机上想问的问题");
  await phone.reload();
  await expect(title(phone)).toHaveValue("手机上想问的问题");
  await phone.getByText("另有 1 份没写完的草稿").click();
  await expect(phone.getByRole("link", { name: "电脑上想问的问题" })).toBeVisible();
  await page.reload();
  await expect(title(page)).toHaveValue("电脑上想问的问题");
});

test("without a network the text is kept", async ({ page, context }) => {
  await openEditor(page, "/write/question");
  await title(page).fill("断网的时候发布的问题");
  await body(page).fill(TEXT);
  await context.setOffline(true);
  await publish(page).click();
  await expect(page.getByRole("alert").getByText("网络出了点问题，请稍后重试")).toBeVisible();
  await expect(body(page)).toHaveValue(TEXT);
  await context.setOffline(false);
  await publish(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "断网的时候发布的问题" })).toBeVisible();
});

test("text typed before the scripts loaded is kept", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/write/question");
  await title(page).fill("很快就开始写的人");
  await body(page).fill(TEXT);
  release();
  await hydrated(page);
  await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
  await expect(title(page)).toHaveValue("很快就开始写的人");
  await expect(body(page)).toHaveValue(TEXT);
  // Saved even if nothing more is typed.
  await expect(page.getByText(/^草稿已保存/)).toBeVisible();
  await page.goto("/write/question");
  await expect(page.getByText("已恢复刚刚没写完的草稿")).toBeVisible();
  await expect(body(page)).toHaveValue(TEXT);
  // An existing draft is offered, and does not replace typed text.
  await page.goto("/write/question", { waitUntil: "commit" });
  await body(page).fill("另一段，写得更早");
  await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
  await expect(body(page)).toHaveValue("另一段，写得更早");
});

test("tags typed while the tools load are kept as typed until the field is left", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/write/article");
  const field = page.locator("input[name=tags]");
  await field.focus();
  await page.keyboard.type("产品 数");
  release();
  await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
  // Keys go to the focused element, whichever it is.
  await page.keyboard.type("据");
  await expect(field).toHaveValue("产品 数据");
  await page.keyboard.press("Tab");
  await expect(page.locator(".chip")).toHaveText(["产品", "数据"]);
});

/** Holds back the publication of a text until `release`; `asked` resolves when the server is to be called. */
async function holdPublishing(page: Page): Promise<{ asked: Promise<unknown>; release: (lost?: "lost") => void }> {
  let release = (_?: "lost") => {};
  const held = new Promise<"lost" | undefined>((resolve) => {
    release = resolve;
  });
  await page.route("**/write/article.json*", async (route) => ((await held) ? route.abort() : route.continue()), {
    times: 1,
  });
  return { asked: page.waitForRequest("**/write/article.json*"), release };
}

test("a text can't be edited while it is being sent, and can again if that failed", async ({ page }) => {
  await openEditor(page, "/write/article");
  const { asked, release } = await holdPublishing(page);
  await ask(page, "路上不再改字的文章");
  await asked;
  await body(page).press("End");
  await page.keyboard.type("又想到一句");
  await expect(body(page)).toHaveValue(TEXT);
  release("lost");
  await expect(page.getByRole("alert").getByText("网络出了点问题，请稍后重试")).toBeVisible();
  await body(page).press("End");
  await page.keyboard.type("又想到一句");
  await publish(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "路上不再改字的文章" })).toBeVisible();
  await expect(page.getByRole("article")).toContainText(`${TEXT}又想到一句`);
});

for (const lost of [undefined, "lost"] as const) {
  test(`going back while a text is being sent stays on the page, and says that it ${lost ? "did not arrive" : "is there"}`, async ({
    page,
  }) => {
    await open(page, "/about");
    await page.evaluate(navigateTo, "/write/article");
    await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
    const { asked, release } = await holdPublishing(page);
    await ask(page, "发出去就回头的文章");
    await asked;
    await page.goBack();
    const about = page.getByRole("heading", { level: 1, name: "关于我们" });
    await expect(about).toBeVisible();
    release(lost);
    const told = page.getByText(lost ? "刚才的内容没有发出去，写好的还在草稿里" : "文章已发布");
    await expect(told).toBeVisible();
    // Long after any redirect would have happened.
    await expect(told).toBeHidden();
    await expect(about).toBeVisible();
    await expect(page).toHaveURL("/about");
    const kept = (await draftsHere(page)).filter((name) => name.startsWith("draft:"));
    expect(kept).toHaveLength(lost ? 1 : 0);
  });
}

test("a picture is uploaded, retried after a failure, and stands where it was inserted", async ({ page }) => {
  await openEditor(page, "/write/article");
  await body(page).fill("前面的话");
  let failed = false;
  await page.route(/\/oss\//, async (route) => {
    if (route.request().method() !== "PUT" || failed) return route.continue();
    failed = true;
    return route.abort();
  });
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "插入图片" }).click();
  await (await chooser).setFiles({ name: "结构图.png", mimeType: "image/png", buffer: PIXEL });
  await expect(body(page)).toHaveValue(/!\[\]\(upload:1\)/);
  await expect(page.getByRole("button", { name: "重试" })).toBeVisible();
  await publish(page).click();
  await expect(page.getByText("有图片没有传上去，请重试或取消它")).toBeVisible();
  await page.getByRole("button", { name: "重试" }).click();
  await expect(body(page)).toHaveValue(/^前面的话\n\n!\[\]\(\S*\/oss\/\S+\)\n/);
  await page.getByRole("button", { name: "预览" }).click();
  await expect(page.getByRole("region", { name: "预览" }).locator("img")).toBeVisible();
});

test("a file that is no picture is refused before anything is sent", async ({ page }) => {
  await openEditor(page, "/write/article");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "插入图片" }).click();
  await (await chooser).setFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("text") });
  await expect(page.getByText("只能上传 JPG、PNG、WebP、GIF 或 AVIF 图片")).toBeVisible();
  // Another attempt would be refused, too.
  await expect(page.getByRole("button", { name: "重试" })).toHaveCount(0);
  await page.getByRole("button", { name: "取消上传 notes.txt" }).click();
  await expect(body(page)).toHaveValue(/^\s*$/);
});

test("people are suggested after an @, and chosen by keys", async ({ page }) => {
  await openEditor(page, "/write/article");
  await body(page).pressSequentially("谢谢 @林知");
  const people = page.getByRole("listbox", { name: "提到谁" });
  await expect(people.getByRole("option").first()).toContainText("林知远");
  await page.keyboard.press("Enter");
  await expect(body(page)).toHaveValue("谢谢 [@林知远](/u/1) ");
  await expect(people).toBeHidden();
});

test("keys of an input method are ignored", async ({ page, context }) => {
  await openEditor(page, "/write/article");
  const ime = await context.newCDPSession(page);
  const tags = page.getByLabel("标签", { exact: true });
  await tags.click();
  await ime.send("Input.imeSetComposition", { text: "yuan", selectionStart: 4, selectionEnd: 4 });
  // The Enter that selects a candidate, which browsers mark with 229.
  await tags.dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true });
  await expect(page.locator(".chip")).toHaveCount(0);
  await ime.send("Input.insertText", { text: "园艺" });
  await page.keyboard.press("Enter");
  await expect(page.locator(".chip")).toHaveText(["园艺"]);

  await body(page).fill("- 第一");
  await body(page).press("End");
  await ime.send("Input.imeSetComposition", { text: "xiang", selectionStart: 5, selectionEnd: 5 });
  const swallowed = await body(page).evaluate(
    (field) =>
      !field.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true }),
      ),
  );
  expect(swallowed).toBe(false);
  await ime.send("Input.insertText", { text: "项" });
  await expect(body(page)).toHaveValue("- 第一项");
  await page.keyboard.press("Enter");
  await expect(body(page)).toHaveValue("- 第一项\n- ");
});

test("on a small screen with a keyboard the publish button stays visible", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await openEditor(page, "/write/question");
  await body(page).click();
  await body(page).fill("一行\n".repeat(60));
  await expect(publish(page)).toBeInViewport({ ratio: 1 });
  const box = await publish(page).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`on a phone the first press publishes, also right after typing (motion: ${reducedMotion})`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ reducedMotion });
    await openEditor(page, "/write/article");
    await title(page).fill("写完就按发布的文章");
    await body(page).fill(TEXT);
    // Pressing takes the focus from the text, so the bottom bar reappears; it must not appear under the finger.
    await expect(page.locator(".tabbar")).toBeHidden();
    const box = await publish(page).boundingBox();
    if (!box) throw new Error("no way to publish");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await publish(page).boundingBox()).toEqual(box);
    await page.mouse.up();
    await expect(page.getByRole("heading", { level: 1, name: "写完就按发布的文章" })).toBeVisible();
    await expect(page.locator(".tabbar")).toBeVisible();
  });
}

test("the reason for a refusal is in view, however long the text", async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openEditor(page, "/write/article");
  await title(page).fill("短");
  await body(page).fill("一行\n".repeat(200));
  await publish(page).click();
  await expect(title(page)).toBeFocused();
  await expect(page.getByText("标题至少5个字")).toBeInViewport();
  await title(page).fill("一个够长的标题");
  const tags = page.getByLabel("标签", { exact: true });
  for (const tag of ["一", "二", "三", "四", "五", "六"]) {
    await tags.fill(tag);
    await tags.press("Enter");
  }
  await publish(page).click();
  await expect(tags).toBeFocused();
  await expect(page.getByText("最多5个标签")).toBeInViewport();
  // An error of the form as a whole: the request did not arrive.
  await context.setOffline(true);
  await publish(page).click();
  await expect(page.getByRole("alert").getByText("网络出了点问题，请稍后重试")).toBeInViewport();
});
