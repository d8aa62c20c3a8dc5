import { expect, type Page, test } from "@playwright/test";
import { logIn, newMember } from "#tests/e2e/support/member";
import { open, watch } from "#tests/e2e/support/page-errors";
import { newApi, unique } from "#tests/e2e/support/publish";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const body = (page: Page) => page.locator("textarea[name=content]");

test.beforeEach(async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await open(page, "/write/article");
  await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
});

/** Pastes clipboard content of other programs. */
async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await body(page).focus();
  await body(page).evaluate((field, types) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(types)) clipboardData.setData(type, text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test("an existing tag is suggested by its pinyin and chosen by keys", async ({ page }) => {
  const tags = page.getByLabel("标签", { exact: true });
  const known = page.getByRole("listbox", { name: "用过的标签" });
  await tags.pressSequentially("shuju");
  await expect(known.getByRole("option").first()).toContainText("数据");
  await page.keyboard.press("ArrowDown");
  await expect(known.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  const name = await known.getByRole("option").first().locator("span").first().innerText();
  await page.keyboard.press("Enter");
  await expect(page.locator(".chip")).toHaveText([name]);
  await expect(known).toBeHidden();
  await tags.pressSequentially("shuju");
  await expect(known).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(known).toBeHidden();
  await expect(tags).toHaveValue("shuju");
});

test("a tag that is in use is spelt as it is, in whatever case it is typed", async ({ page, baseURL }) => {
  const elsewhere = await newApi(await newMember(), baseURL);
  const form = { intent: "publish", title: unique("有标签的文章"), content: "正文。", tags: "ZigZagLang" };
  expect((await elsewhere.post("/write/article.json", { form })).ok()).toBe(true);
  await elsewhere.dispose();
  const tags = page.getByLabel("标签", { exact: true });
  await tags.pressSequentially("zigzaglang");
  await expect(page.getByRole("listbox", { name: "用过的标签" }).getByRole("option")).toContainText(["ZigZagLang"]);
  await page.keyboard.press("Enter");
  await expect(page.locator(".chip")).toHaveText(["ZigZagLang"]);
});

test("spreadsheet cells become a table, and the words are counted", async ({ page }) => {
  await paste(page, {
    "text/plain": "城市\t人口\n北京\t2189",
    "text/html":
      "<style>td{}</style><table><tr><td colspan=2>城市</td></tr><tr><td>北京<br>市</td><td>2189</td></tr></table>",
  });
  await expect(body(page)).toHaveValue("| 城市 |  |\n| --- | ---: |\n| 北京<br>市 | 2189 |\n");
  await expect(page.getByText("6 字，约 1 分钟读完")).toBeVisible();
  await body(page).fill("");
  await paste(page, { "text/plain": "城市\t人口\n北京\t2189" });
  await expect(body(page)).toHaveValue(/^\| 城市 \| 人口 \|\n/);
});

test("pictures of another site are imported one by one; one that can't be fetched says so and stays a link", async ({
  page,
}) => {
  await page.route("**/write/upload", async (route) => {
    if (!route.request().postData()?.includes("good.example")) return route.continue();
    return route.fulfill({ json: { status: "ok", data: { url: "/oss/content/good.webp" } } });
  });
  const html = `<h1>标题</h1><p>一段<b>话</b>，见<a href="https://other.example/a">这里</a></p>
    <p><img src="https://good.example/a.png" alt="好图"></p><ul><li>甲</li><li>乙<ol><li>丙</li></ol></li></ul>
    <pre><code>let a = 1;</code></pre><blockquote><p>引文</p></blockquote><img src="http://127.0.0.1/b.png"><img src="file:///c.png">`;
  await paste(page, { "text/html": html, "text/plain": "标题 一段话" });
  await expect(page.getByText("有 1 张图片没有带过来")).toBeVisible();
  await expect(body(page)).toHaveValue(/!\[好图\]\(\/oss\/content\/good\.webp\)/);
  await expect(body(page)).toHaveValue(
    /^## 标题\n\n一段\*\*话\*\*，见\[这里\]\(https:\/\/other\.example\/a\)\n\n[^\n]+\n\n- 甲\n- 乙\n {2}1\. 丙\n\n```\nlet a = 1;\n```\n\n> 引文\n/,
  );
  const failed = page.getByRole("list", { name: "正在上传的图片" }).getByRole("listitem");
  await expect(failed).toContainText("取不到这张图片");
  await failed.getByRole("button", { name: /取消上传/ }).click();
  await expect(body(page)).toHaveValue(/\[图片\]\(http:\/\/127\.0\.0\.1\/b\.png\)/);
});

test("formatted text keeps its formatting without pictures, styles cause no report, and plain text stays plain", async ({
  page,
}) => {
  const complaints = await watch(page);
  await open(page, "/write/article");
  await paste(page, {
    "text/html": `<style>p{}</style><h2 style="color:red">标题</h2><p style="margin:0">一段<b>话</b></p><p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.</span>甲</p>`,
    "text/plain": "标题",
  });
  await expect(body(page)).toHaveValue("## 标题\n\n一段**话**\n\n1. 甲\n");
  expect(complaints).toEqual([]);
  // Within a line: no paragraph of its own.
  await body(page).fill("见。");
  await body(page).evaluate((field) => (field as HTMLTextAreaElement).setSelectionRange(1, 1));
  await paste(page, { "text/html": '<span><a href="https://a.example/">这里</a></span>', "text/plain": "这里" });
  await expect(body(page)).toHaveValue("见[这里](https://a.example/)。");
  // What has no formatting, and an address that was copied with its page's title, is the browser's to paste.
  for (const [html, plain] of [
    ['<pre><span style="color:red">let</span> a;</pre>', "let a;"],
    ['<a href="https://a.example/">首页</a>', "https://a.example/"],
    ["<p>一</p><p>二</p>", "一\n二"],
    ["<table><tr><td>一</td></tr></table>", "一"],
  ] as const) {
    await paste(page, { "text/html": html, "text/plain": plain });
    await expect(body(page)).toHaveValue("见[这里](https://a.example/)。");
  }
});

test("the editor fills the window until Escape, and the page behind can't be reached", async ({ page }) => {
  await page.getByRole("button", { name: "全屏书写" }).click();
  const form = page.locator("form.editor");
  expect(await form.boundingBox()).toMatchObject({ x: 0, y: 0, ...(page.viewportSize() ?? {}) });
  await expect(page.locator("header").first()).toHaveAttribute("inert", "");
  await expect(page.getByRole("button", { name: "发布文章" })).toBeInViewport();
  await expect(page.getByLabel("标签", { exact: true })).toBeHidden();
  await body(page).fill("写在整个窗口里");
  await body(page).press("Escape");
  await expect(page.getByLabel("标签", { exact: true })).toBeVisible();
  await expect(page.locator("[inert]")).toHaveCount(0);
  await expect(body(page)).toHaveValue("写在整个窗口里");
});

test("an article waits for its cover, which is the one that was chosen last", async ({ page }) => {
  const held: (() => void)[] = [];
  // The first upload takes as long as the test wants.
  await page.route("**/write/upload", async (route) => {
    if (held.length === 0 && route.request().postData()?.includes("presign")) {
      await new Promise<void>((resolve) => held.push(resolve));
    }
    return route.continue().catch(() => {});
  });
  const cover = page.locator(".cover");
  const choose = (name: string) =>
    cover.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer: PIXEL });
  await page.locator("textarea[name=title]").fill("封面还没有传完的文章");
  await body(page).fill("正文写了一些。");
  await choose("先选的.png");
  await expect(cover.getByRole("progressbar")).toBeVisible();
  await page.getByRole("button", { name: "发布文章" }).click();
  await expect(page.getByText("图片还没有传完，请等一下或取消它")).toBeVisible();
  await choose("后选的.png");
  const field = page.locator("input[name=coverUrl]");
  await expect(field).toHaveValue(/^\/oss\//);
  const last = await field.inputValue();
  for (const goOn of held) goOn();
  // Nothing visible tells that the first upload was dropped, so it gets the time to replace the second, wrongly.
  await page.waitForTimeout(500);
  await expect(field).toHaveValue(last);
  await expect(cover.getByRole("progressbar")).toBeHidden();
  await page.getByRole("button", { name: "发布文章" }).click();
  await expect(page).toHaveURL(/\/article\/\w+$/);
  await expect(page.locator(`img[src*="${last}"]`)).toBeVisible();
});

test("a picture described while it is being uploaded keeps its description, and one whose mark is gone says so", async ({
  page,
}) => {
  const arrivals: (() => void)[] = [];
  await page.route(/\/oss\//, async (route) => {
    if (route.request().method() === "PUT") await new Promise<void>((resolve) => arrivals.push(resolve));
    return route.continue();
  });
  const insert = async () => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "插入图片" }).click();
    await (await chooser).setFiles({ name: "结构图.png", mimeType: "image/png", buffer: PIXEL });
  };
  const arrive = async (number: number) => {
    await expect.poll(() => arrivals.length).toBe(number);
    arrivals[number - 1]?.();
  };
  await insert();
  await expect(body(page)).toHaveValue(/!\[\]\(upload:1\)/);
  await body(page).evaluate((field: HTMLTextAreaElement) => {
    const at = field.value.indexOf("]");
    field.setSelectionRange(at, at);
  });
  await page.keyboard.type("三层 [网关] 的结构");
  await arrive(1);
  await expect(body(page)).toHaveValue(/!\[三层 \[网关\] 的结构\]\(\S*\/oss\/\S+\)/);

  await body(page).fill("前面的话");
  await insert();
  await expect(body(page)).toHaveValue(/!\[\]\(upload:2\)/);
  await body(page).fill("前面的话");
  await arrive(2);
  await expect(page.getByText("图片传好了，但正文里没有它的位置了")).toBeVisible();
  await expect(body(page)).toHaveValue("前面的话");
});

test("a picture with a long file name that is not taken says so within the page", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const name = `${"很长的文件名".repeat(20)}.png`;
  const files = page.locator("main input[type=file]");
  // Of the cover, and of the text.
  for (const input of [files.first(), files.last()]) {
    await input.setInputFiles({ name, mimeType: "image/png", buffer: Buffer.from("x") });
  }
  const told = page.locator(".upload__error");
  await expect(told).toHaveCount(2);
  for (const one of await told.all()) expect((await one.boundingBox())?.width).toBeGreaterThan(90);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("a mention that is offered replaces nothing once the caret has moved on", async ({ page }) => {
  await body(page).fill("\n\n后面的一段");
  const caretTo = (at: number) =>
    body(page).evaluate((field: HTMLTextAreaElement, place) => {
      field.focus();
      field.setSelectionRange(place, place);
    }, at);
  const offered = page.getByRole("listbox", { name: "提到谁" });
  await caretTo(0);
  await page.keyboard.type("@林");
  await expect(offered).toBeVisible();
  await caretTo("@林\n\n后面的一段".length);
  await page.keyboard.press("Enter");
  await expect(body(page)).toHaveValue("@林\n\n后面的一段\n");
  await expect(offered).toBeHidden();
});

test("a picture's upload spoils nothing that can be undone, and its placeholder is never published", async ({
  page,
}) => {
  await page.locator("textarea[name=title]").fill("图片与撤销");
  await body(page).focus();
  await page.keyboard.type("前面的话");
  await body(page).evaluate((field, pixel) => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
    clipboardData.items.add(new File([bytes], "图.png", { type: "image/png" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, PIXEL.toString("base64"));
  await expect(body(page)).toHaveValue(/^前面的话\n\n!\[\]\(\S*\/oss\/\S+\)\n\n$/);
  await page.keyboard.type("后面的话");
  const whole = await body(page).inputValue();
  expect(whole).toMatch(/\)\n\n后面的话$/);

  const seen: string[] = [];
  for (let n = 0; n < 20 && (await body(page).inputValue()) !== ""; n += 1) {
    await page.keyboard.press("Control+z");
    seen.push(await body(page).inputValue());
  }
  expect(seen.at(-1)).toBe("");
  // How much of what was typed goes at once is the browser's.
  const known = /^前?面?的?话?(?:\n\n!\[\]\((?:upload:1|\S*\/oss\/\S+)\)\n\n后?面?的?话?)?$/;
  for (const text of seen) expect(text).toMatch(known);
  for (const _ of seen) await page.keyboard.press("Control+Shift+z");
  await expect(body(page)).toHaveValue(whole);

  // Back to before the picture had arrived.
  for (let n = 0; n < 20 && !(await body(page).inputValue()).includes("upload:1"); n += 1)
    await page.keyboard.press("Control+z");
  await expect(body(page)).toHaveValue(/upload:1/);
  await page.getByRole("button", { name: "预览" }).click();
  await expect(page.getByRole("region", { name: "预览" }).locator('img[src*="/oss/"]')).toBeVisible();
  await page.getByRole("button", { name: "发布文章" }).click();
  await expect(page).toHaveURL(/\/article\/\w+$/);
  await expect(page.locator(".prose").first()).toContainText("前面的话");
  await expect(page.locator('.prose img[src*="/oss/"]')).toBeVisible();
  await expect(page.locator(".prose").first()).not.toContainText("upload:");
});

/** Inserts a picture that arrives while its author writes the title. */
async function arriveElsewhere(page: Page): Promise<void> {
  const arrivals: (() => void)[] = [];
  await page.route(/\/oss\//, async (route) => {
    if (route.request().method() === "PUT") await new Promise<void>((resolve) => arrivals.push(resolve));
    return route.continue();
  });
  await body(page).fill("前面的话");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "插入图片" }).click();
  await (await chooser).setFiles({ name: "图.png", mimeType: "image/png", buffer: PIXEL });
  const title = page.locator("textarea[name=title]");
  await title.fill("写着标题");
  await expect.poll(() => arrivals.length).toBe(1);
  arrivals[0]?.();
  await expect(page.getByRole("list", { name: "正在上传的图片" })).toBeHidden();
  await expect(title).toBeFocused();
}

test("a picture that arrives while its author writes elsewhere is in its place once they are back, and in what is sent", async ({
  page,
}) => {
  await arriveElsewhere(page);
  const sent = () =>
    body(page).evaluate((field: HTMLTextAreaElement) => new FormData(field.form ?? undefined).get("content"));
  expect(await sent()).toMatch(/\/oss\//);
  await body(page).focus();
  await expect(body(page)).toHaveValue(/\/oss\//);
});

test("a command after a picture arrived elsewhere changes what is selected and nothing else", async ({ page }) => {
  await arriveElsewhere(page);
  await body(page).evaluate((field: HTMLTextAreaElement) => {
    field.setRangeText("，后面的话", field.value.length, field.value.length);
    field.setSelectionRange(field.value.length - 4, field.value.length);
  });
  await page.getByRole("button", { name: "加粗" }).click();
  await expect(body(page)).toHaveValue(/^前面的话\n\n!\[\]\([^()\s]*\/oss\/[^()\s]+\)\n\n，\*\*后面的话\*\*$/);
});

test("a picture that arrived elsewhere is in the draft of an author who leaves by a link", async ({ page }) => {
  const drafts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/write/draft")) drafts.push(request.postData() ?? "");
  });
  await arriveElsewhere(page);
  await page.getByRole("banner").getByRole("link").first().click();
  await expect(body(page)).toBeHidden();
  await expect.poll(() => drafts.at(-1)).toContain("/oss/");
});
