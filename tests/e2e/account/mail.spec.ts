import { expect, type Page, test } from "@playwright/test";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";
import { publishAnswer, publishQuestion, unique } from "#tests/e2e/support/publish";

const setting = (page: Page) =>
  page.locator("details.setting").filter({ has: page.getByRole("heading", { name: "邮箱", exact: true }) });

/** The latest mail to an address, from the demo's inbox. */
async function letterTo(page: Page, address: string) {
  await page.goto("/_dev/inbox");
  return page.locator(".inbox__message", { hasText: address }).first();
}

/** Adds an address, with the code from the mail. */
async function addAddress(page: Page, address: string, scripts: boolean): Promise<void> {
  await page.goto("/account/secure");
  if (scripts) await hydrated(page);
  await setting(page).locator("summary").click();
  await setting(page).getByLabel("邮箱", { exact: true }).fill(address);
  await setting(page).getByRole("button", { name: "发送验证码" }).click();
  await expect(setting(page).getByLabel(`寄到 ${address} 的验证码`)).toBeVisible();
  const letter = await letterTo(page, address);
  const [, code = ""] = /验证码是 (\d{6})/.exec(await letter.innerText()) ?? [];
  await page.goto("/account/secure");
  if (scripts) await hydrated(page);
  await setting(page).getByLabel(`寄到 ${address} 的验证码`).fill(code);
  await setting(page).getByRole("button", { name: "确认邮箱" }).click();
  await expect(setting(page).locator(".setting__value")).toHaveText(address);
}

/** Answers a member's question. */
async function answered(member: Member, baseURL: string | undefined): Promise<string> {
  const title = unique("会被回答的问题");
  const question = await publishQuestion(member, baseURL, title);
  await publishAnswer(await newMember(), baseURL, question, "先建新表，双写，再切过去。");
  return title;
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("an address is added, receives the chosen notifications, and is ended by one press", async ({
      page,
      context,
      baseURL,
    }) => {
      const member = await newMember();
      await logIn(context, member, baseURL ?? "");
      const address = `lin${member.userId}@example.com`;
      await addAddress(page, address, scripts);

      await page.goto("/account/notifications");
      if (scripts) await hydrated(page);
      await page.getByLabel("新回答：邮件").check();
      // The form that leads to WeChat navigates away, and saves nothing.
      await page.getByRole("button", { name: "开通微信通知" }).click();
      await page.getByRole("link", { name: "拒绝" }).click();
      await expect(page.getByText("你取消了微信授权")).toBeVisible();
      await expect(page.getByLabel("新回答：邮件")).toBeChecked();
      if (scripts) await hydrated(page);
      await page.getByRole("button", { name: "保存" }).click();
      await expect(page.getByText("通知设置已保存")).toBeVisible();
      await expect(page.getByLabel("新回答：邮件")).toBeChecked();
      await expect(page.getByLabel("收藏：邮件")).not.toBeChecked();

      const title = await answered(member, baseURL);
      await page.goto("/_dev/inbox");
      await page.getByRole("button", { name: "现在就寄出通知" }).click();
      const letter = page.locator(".inbox__message", { hasText: address }).filter({ hasText: title });
      // Another test's press may be sending this one: its letter comes a moment later.
      await expect(async () => {
        await page.reload();
        await expect(letter).toContainText("1 条新回答", { timeout: 1_000 });
      }).toPass();
      const way = (await letter.getByRole("link", { name: "退订链接" }).getAttribute("href")) ?? "";

      // The mail's reader need not be logged in.
      await context.clearCookies();
      await page.goto(new URL(way).pathname);
      if (scripts) await hydrated(page);
      await page.getByRole("button", { name: "退订" }).click();
      await expect(page.getByRole("heading", { name: "已经退订" })).toBeVisible();
      await logIn(context, member, baseURL ?? "");
      await page.goto("/account/notifications");
      await expect(page.getByLabel("新回答：邮件")).not.toBeChecked();
    });
  });
}
