import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { codeInInbox, forgetLimits, freshPhone, newestAnswer } from "./codes";
import { anArticle } from "./page-kinds";
import { documentsOf, hydrated, open, watch } from "./watch";

// Questions and their answers are told apart by which is the newest, so one at a time.
test.describe.configure({ mode: "serial" });
test.beforeEach(forgetLimits);

const PASSWORD = "一个很长的密码-2026";
const main = (page: Page) => page.getByRole("main");
const submit = (page: Page) => main(page).getByRole("button", { name: "登录", exact: true }).last();
const sent = (page: Page) => page.getByText("验证码已发送，5 分钟内有效");

/** Answers the letters that a page without scripts asks for. */
async function typeLetters(page: Page): Promise<void> {
  await page.getByLabel("图中的 5 个字符").fill(newestAnswer<{ letters: string }>("text").letters.toLowerCase());
  await page.getByRole("button", { name: "发送验证码" }).click();
}

/** Drags the slider's handle until the piece lies `off` pixels beside its place. */
async function drag(page: Page, off = 0): Promise<void> {
  const slider = page.getByRole("slider");
  await expect(slider).toBeEnabled();
  const { x } = newestAnswer<{ x: number }>("blockPuzzle");
  const box = await slider.boundingBox();
  if (!box) throw new Error("no slider");
  const HANDLE = 52;
  const from = box.x + HANDLE / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(from, y);
  await page.mouse.down();
  await page.mouse.move(from + ((x + off) / 263) * (box.width - HANDLE - 2), y, { steps: 8 });
  await page.mouse.up();
}

/** Registers with a fresh number, without scripts or with the proof that the device makes by itself. */
async function register(page: Page, scripts: boolean, { nickname }: { nickname: string }): Promise<string> {
  const phone = freshPhone();
  await page.goto("/login?next=%2Fabout");
  if (scripts) await hydrated(page);
  await page.getByLabel("手机号").fill(phone);
  await page.getByRole("button", { name: "获取验证码" }).click();
  if (scripts) await page.getByRole("button", { name: /自动验证/ }).click();
  else await typeLetters(page);
  await expect(sent(page)).toBeVisible({ timeout: 20_000 });
  await page.getByLabel("验证码", { exact: true }).fill(await codeInInbox(page.request, phone));
  await submit(page).click();
  await expect(page).toHaveURL(`/login/complete?next=${encodeURIComponent("/about")}`);
  await page.getByLabel("昵称").fill(nickname);
  await page.getByLabel("密码（可选）").fill(PASSWORD);
  await page.getByRole("button", { name: "完成" }).click();
  await expect(page).toHaveURL("/about");
  await expect(page.getByText(`${nickname}，欢迎加入`)).toBeVisible();
  return phone;
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("register, change the profile, log out, come back by password", async ({ page }) => {
      test.setTimeout(90_000);
      const nickname = `新人${scripts ? "甲" : "乙"}`;
      const phone = await register(page, scripts, { nickname });

      await page.goto("/account/profile");
      if (scripts) await hydrated(page);
      await page.getByLabel("一句话介绍").fill("写了十年后端");
      await page.getByLabel("我的收藏只有自己可见").check();
      await page.getByRole("button", { name: "保存" }).click();
      await expect(page.getByText("资料已保存")).toBeVisible();
      await page.reload();
      await expect(page.getByLabel("一句话介绍")).toHaveValue("写了十年后端");
      await expect(page.getByLabel("我的收藏只有自己可见")).toBeChecked();

      const picture = page.locator("input[type=file]");
      const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
      if (scripts) await hydrated(page);
      await picture.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png });
      if (!scripts) await page.getByRole("button", { name: "上传" }).click();
      await expect(page.getByText("头像已更新")).toBeVisible();
      await expect(main(page).locator("img.avatar")).toHaveAttribute("src", /\/oss\/avatar\//);

      // On a page for members only, logging out leads home.
      await page.getByRole("button", { name: `${nickname}的菜单` }).click();
      await page.getByRole("button", { name: "退出登录" }).click();
      await expect(page).toHaveURL("/");
      await expect(page.getByText("已退出登录")).toBeVisible();
      await page.goto("/account/secure");
      await expect(page).toHaveURL("/");

      await page.goto("/login?next=%2Faccount%2Fsecure");
      if (scripts) await hydrated(page);
      await page.getByRole("link", { name: "密码登录" }).click();
      await page.getByLabel("手机号").fill(phone);
      await page.getByLabel("密码", { exact: true }).fill("不是这个");
      await submit(page).click();
      await expect(page.getByRole("alert")).toContainText("手机号或密码错误");
      await expect(page.getByLabel("手机号")).toHaveValue(phone);
      await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
      await submit(page).click();
      await expect(page).toHaveURL("/account/secure");

      if (scripts) await hydrated(page);
      await page.locator("summary").filter({ hasText: "注销账号" }).click();
      const close = page.locator("details").filter({ hasText: "永久注销账号" });
      await close.getByRole("button", { name: "获取验证码" }).click();
      if (scripts) await page.getByRole("button", { name: /自动验证/ }).click();
      else await typeLetters(page);
      // The fake keeps its provider's rule: one message a minute to a number.
      await expect(close.locator(".field__error")).toBeVisible({ timeout: 20_000 });
      await expect(page).toHaveURL("/account/secure");
    });
  });
}

test("the slider: beside the hole there is another picture, in it the code is sent", async ({ page }) => {
  const complaints = await watch(page);
  const phone = freshPhone();
  await open(page, "/login");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(main(page).locator(".field__error")).toHaveText("请输入手机号");
  await page.getByLabel("手机号").fill(phone);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(page.getByRole("slider")).toBeVisible();
  const before = await page.locator(".slider__picture img").first().getAttribute("src");
  await drag(page, -40);
  await expect(page.getByRole("alert")).toHaveText("验证未通过，请重试");
  await expect(page.locator(".slider__picture img").first()).not.toHaveAttribute("src", before ?? "");
  await drag(page);
  await expect(sent(page)).toBeVisible();
  await expect(page.getByRole("button", { name: /^\d+ 秒后重发$/ })).toBeDisabled();
  await expect(page.getByLabel("验证码", { exact: true })).toBeFocused();
  // The browser's own lines about answers that are meant to be refusals.
  expect(complaints.filter((line) => !/status of 422/.test(line))).toEqual([]);
});

test("the slider by the keyboard alone", async ({ page }) => {
  await open(page, "/login");
  await page.getByLabel("手机号").fill(freshPhone());
  await page.getByRole("button", { name: "获取验证码" }).press("Enter");
  const slider = page.getByRole("slider");
  await expect(slider).toBeVisible();
  await slider.focus();
  const { x } = newestAnswer<{ x: number }>("blockPuzzle");
  for (let moved = 0; moved < x; moved += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(sent(page)).toBeVisible();
});

test("in the dialog: the page stays, and what was asked for is done", async ({ page, request, browser }) => {
  test.setTimeout(60_000);
  const other = await browser.newPage({
    javaScriptEnabled: false,
    baseURL: new URL((await request.get("/")).url()).origin,
  });
  const phone = await register(other, false, { nickname: "点赞的人" });
  await other.close();
  await page.setViewportSize({ width: 1280, height: 800 });
  const path = await anArticle(request);
  const documents = documentsOf(page);
  await open(page, path);
  await main(page).getByRole("button", { name: /^喜欢/ }).first().click();
  await page.getByRole("dialog", { name: "您需要先登录" }).getByRole("button", { name: "登录" }).click();
  const dialog = page.getByRole("dialog", { name: "登录", exact: true });
  await dialog.getByRole("link", { name: "密码登录" }).click();
  await dialog.getByLabel("手机号").fill(phone);
  await dialog.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "点赞的人的菜单" })).toBeVisible();
  await expect(
    main(page)
      .getByRole("button", { name: /已喜欢|^喜欢/ })
      .first(),
  ).toHaveAttribute("aria-pressed", "true");
  expect(documents).toEqual([path]);
});

test("by WeChat: agreed there, a phone number here", async ({ page }) => {
  await page.goto("/login?tab=weixin&next=%2Fabout");
  await page.getByRole("link", { name: "微信扫码登录" }).click();
  await page.getByRole("link", { name: /拒绝/ }).click();
  await expect(page.getByText("您取消了微信授权")).toBeVisible();
  await page.goto("/login?tab=weixin&next=%2Fabout");
  await page.getByRole("link", { name: "微信扫码登录" }).click();
  await page.getByRole("link", { name: /名字很怪/ }).click();
  await expect(page).toHaveURL(/\/wxlogin\?state=[\w-]+&obj=/);
  await expect(page.getByRole("heading", { name: "还差一步" })).toBeVisible();
  await hydrated(page);
  const phone = freshPhone();
  await page.getByLabel("手机号").fill(phone);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByRole("button", { name: /自动验证/ }).click();
  await expect(sent(page)).toBeVisible({ timeout: 20_000 });
  await page.getByLabel("验证码", { exact: true }).fill(await codeInInbox(page.request, phone));
  await page.getByRole("button", { name: "验证并登录" }).last().click();
  await expect(page).toHaveURL(/\/login\/complete/);
  await page.goto("/account/secure");
  await page.getByRole("button", { name: "解除绑定" }).click();
  await expect(page.getByText("已解除微信绑定")).toBeVisible();
  await expect(page.getByRole("link", { name: "绑定微信" })).toBeVisible();
});

test("forms that are open: axe finds nothing", async ({ page }) => {
  test.setTimeout(90_000);
  await register(page, true, { nickname: "读屏的人" });
  const violations = async () => {
    const found = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  };
  for (const path of ["/account/secure", "/account/profile"]) {
    await open(page, path);
    for (const summary of await page.locator("summary").all()) await summary.click();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect.soft(await violations(), `${path}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.context().clearCookies();
  await open(page, "/login");
  await page.getByLabel("手机号").fill(freshPhone());
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(page.getByRole("slider")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await violations(), `captcha, ${colorScheme}`).toEqual([]);
  }
});
