import { expect, type Page, test } from "@playwright/test";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Waits until the page validates the form itself. */
async function rulesThere(page: Page): Promise<void> {
  await hydrated(page);
  await expect(page.locator("main form")).toHaveJSProperty("noValidate", true);
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("a form is submitted with a file; errors are shown at their fields, and no input is lost", async ({
      page,
      context,
      baseURL,
    }) => {
      await logIn(context, await newMember(), baseURL);
      await page.goto("/form/1");
      if (scripts) await rulesThere(page);
      const submit = () => page.getByRole("button", { name: "提交" }).click();
      const field = (label: string): ReturnType<Page["getByLabel"]> => page.getByLabel(label);
      await field("怎么称呼你").fill("   ");
      await field("邮箱").fill("lin@example.com");
      await field("你主要做什么").selectOption({ index: 1 });
      await field("从业年数").fill("3");
      await page.getByLabel("新版编辑器").check();
      await page.getByLabel("Mac", { exact: true }).check();
      await field("现在最不顺手的一件事").fill("移动端写长文时，工具栏会被键盘挡住，来回切换很费时间。");
      await field("截图或录屏").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PIXEL });
      await submit();
      if (!scripts) {
        // The browser knows the rules from the field's attributes, and the server reports the same.
        await expect(field("怎么称呼你")).toHaveJSProperty("validity.valid", false);
        await page.locator("main form").evaluate((form: HTMLFormElement) => {
          form.noValidate = true;
        });
        await submit();
      }
      await expect(field("怎么称呼你")).toHaveAttribute("aria-invalid", "true");
      await expect(page.locator(".field__error")).toHaveText("称呼不能只有空格");
      await expect(page.getByRole("alert")).toHaveText("有 1 处需要修改");
      await expect(field("邮箱")).toHaveValue("lin@example.com");
      await expect(page.getByLabel("新版编辑器")).toBeChecked();
      await expect(page.getByLabel("Mac", { exact: true })).toBeChecked();
      await field("怎么称呼你").fill("小林");
      // A file of another type is refused by its content.
      await field("截图或录屏").setInputFiles({
        name: "b.png",
        mimeType: "image/png",
        buffer: Buffer.from("<script>alert(1)</script>"),
      });
      await submit();
      await expect(field("截图或录屏")).toHaveAttribute("aria-invalid", "true");
      await expect(field("怎么称呼你")).toHaveValue("小林");
      await field("截图或录屏").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PIXEL });
      await submit();
      await expect(page.getByText("已收到你的填写，谢谢")).toBeVisible();
      await expect(page).toHaveURL(/\/form\/1\?state=sent/);

      await page.getByRole("button", { name: "撤回这一份" }).click();
      await expect(page.getByText("已撤回，还可以再填一次")).toBeVisible();
      if (scripts) await expect(page.locator(".frame__flash")).toBeFocused();
    });
  });
}

test("errors are shown at once, with local times, and nothing is sent", async ({ page }) => {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  await page.goto("/form/1");
  await rulesThere(page);
  const field = (label: string) => page.getByLabel(label);
  const errors = page.locator(".field__error");
  // No errors are shown while the form is filled in for the first time.
  await field("怎么称呼你").fill(" ");
  await field("邮箱").fill("lin@");
  await field("从业年数").fill("3");
  await expect(errors).toHaveCount(0);

  await page.getByRole("button", { name: "提交" }).click();
  await expect(field("怎么称呼你")).toBeFocused();
  await expect(field("怎么称呼你")).toHaveAccessibleDescription(/称呼不能只有空格/);
  await expect(field("邮箱")).toHaveAccessibleDescription(/邮箱的格式不对/);
  const summary = page.getByRole("alert").locator("..");
  const wrong = await errors.count();
  expect(wrong).toBeGreaterThan(2);
  await expect(summary).toContainText(`有 ${wrong} 处需要修改`);
  await expect(summary.getByRole("link")).toHaveCount(wrong);

  // Each problem links to its field, and disappears when it is valid; another appears on blur.
  await summary.getByRole("link", { name: /邮箱/ }).click();
  await expect(field("邮箱")).toBeFocused();
  await field("邮箱").pressSequentially("example.com");
  await expect(field("邮箱")).not.toHaveAttribute("aria-invalid");
  await expect(errors).toHaveCount(wrong - 1);
  await field("从业年数").fill("-1");
  await expect(field("从业年数")).not.toHaveAttribute("aria-invalid");
  await field("怎么称呼你").focus();
  await expect(field("从业年数")).toHaveAttribute("aria-invalid", "true");
  await field("怎么称呼你").fill("小林");
  await field("从业年数").fill("");
  await field("从业年数").pressSequentially("1-");
  await field("邮箱").focus();
  await expect(field("从业年数")).toHaveAccessibleDescription(/请填写整数/);

  await expect(field("邮箱")).toHaveValue("lin@example.com");
  expect(posts).toEqual([]);
});

test("links within sentences look like links", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await page.goto("/account/notifications");
  const link = page.locator("main p").getByRole("link", { name: "账号与安全" });
  await expect(link).toHaveCSS("text-decoration-line", "underline");
});
