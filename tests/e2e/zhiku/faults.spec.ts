import { type ChildProcess, spawn } from "node:child_process";
import { expect, type Page, test } from "@playwright/test";
import { forgetLimits, freshPhone } from "#tests/e2e/support/browser-codes";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";
import { replyTo } from "#tests/e2e/support/reply-to";
import { newReader } from "#tests/e2e/support/zhiku-reader";

const FAILED = "网络出了点问题，请稍后重试";

/** A server without an upstream. */
let lonely: { origin: string; process: ChildProcess };
test.beforeAll(async () => {
  const env = { ...process.env, NODE_ENV: "production" as const, PORT: "0", UPSTREAM_API_URL: "http://127.0.0.1:9" };
  const child = spawn(process.execPath, ["dist/server.js"], { env, stdio: ["ignore", "pipe", "ignore"] });
  const origin = await new Promise<string>((ready) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const [, address] = /ready: (http:\S+)/.exec(output) ?? [];
      if (address) ready(address);
    });
  });
  lonely = { origin, process: child };
});
test.afterAll(() => lonely.process.kill());

const WAYS: [string, (page: Page) => Promise<void>][] = [
  ["without a network", (page) => page.context().setOffline(true)],
  [
    "while the upstream is dead",
    async (page) => {
      await page.route("**/*", async (route) => {
        const request = route.request();
        if (request.method() !== "POST") return route.continue();
        const { pathname, search } = new URL(request.url());
        const headers = { ...(await request.allHeaders()), origin: lonely.origin, "sec-fetch-site": "same-origin" };
        const answer = await replyTo(route, { url: lonely.origin + pathname + search, headers, maxRedirects: 0 });
        await route.fulfill({ response: answer });
      });
    },
  ],
];

for (const [name, fail] of WAYS) {
  test.describe(name, () => {
    test.beforeEach(async ({ context, baseURL }) => {
      forgetLimits();
      await logIn(context, await newReader({}), baseURL);
    });
    // The page's own requests may still be in progress here.
    test.afterEach(({ page }) => page.unrouteAll({ behavior: "wait" }));
    test.afterEach(({ context }) => context.setOffline(false));
    const open = async (page: Page, path: string) => {
      await page.goto(path);
      await hydrated(page);
      await page.waitForLoadState("networkidle");
    };
    const main = (page: Page) => page.getByRole("main");

    test("a failed captcha says so, and is requested again by one press", async ({ page, context }) => {
      await context.clearCookies();
      await open(page, "/login");
      const phone = freshPhone();
      await page.getByLabel("手机号").fill(phone);
      const captcha = page.getByRole("group", { name: "请先完成验证" });
      await page.getByRole("button", { name: "获取验证码" }).click();
      await expect(captcha.getByRole("slider")).toBeVisible();
      await fail(page);
      for (const way of ["换一张", /自动验证/]) {
        await captcha.getByRole("button", { name: way }).click();
        await expect(captcha.getByText(FAILED, { exact: true })).toBeVisible();
        await expect(captcha.locator(".slider--waiting, .captcha__work")).toHaveCount(0);
      }
      await context.setOffline(false);
      await page.unrouteAll({ behavior: "wait" });
      await captcha.getByRole("button", { name: "再试一次" }).click();
      await expect(main(page).getByText("验证码已发送，5 分钟内有效")).toBeVisible({ timeout: 20_000 });
      await expect(page.getByLabel("手机号")).toHaveValue(phone);
    });

    test("a professional profile that can't be saved says so, and keeps its input", async ({ page }) => {
      await open(page, "/zhiku/profile");
      await page.getByLabel("公司").fill("刚换的公司");
      await fail(page);
      await page.getByRole("button", { name: "保存" }).click();
      await expect(main(page).getByText(FAILED)).toBeVisible();
      await expect(page.getByLabel("公司")).toHaveValue("刚换的公司");
    });

    test("a redeem code that can't be redeemed stays in its field", async ({ page }) => {
      await open(page, "/zhiku/orders");
      await page.getByLabel("输入兑换码").fill("ABCD-EFGH");
      await fail(page);
      await page.getByRole("button", { name: "兑换", exact: true }).click();
      await expect(page.getByRole("alert")).toHaveText(FAILED);
      await expect(page.getByLabel("输入兑换码")).toHaveValue("ABCD-EFGH");
    });

    test("an order stays as it was, and its page says so", async ({ page }) => {
      await open(page, "/zhiku/rights");
      await page.getByRole("link", { name: "选择知库全库月卡" }).click();
      await page.getByRole("button", { name: "购买知库全库月卡" }).click();
      const code = page.getByRole("img", { name: "微信支付二维码" });
      await expect(code).toBeVisible();
      await page.waitForLoadState("networkidle");
      await fail(page);
      await page.getByRole("button", { name: "我已支付" }).click();
      await expect(main(page).getByRole("alert")).toHaveText(FAILED);
      await main(page).locator("summary", { hasText: "取消订单" }).click();
      const asked = page.waitForRequest((request) => request.method() === "POST");
      await page.getByRole("button", { name: "确定取消" }).click();
      // Such an alert exists already; the one after this response counts.
      await (await asked).response();
      await expect(page.getByRole("button", { name: "确定取消" })).toBeEnabled();
      await expect(main(page).getByRole("alert")).toHaveText(FAILED);
      await expect(code).toBeVisible();
    });

    test("an order that can't be created is reported, and created once it can be", async ({ page }) => {
      await open(page, "/zhiku/rights");
      await page.getByRole("link", { name: "选择知库全库月卡" }).click();
      await fail(page);
      await page.getByRole("button", { name: "购买知库全库月卡" }).click();
      await expect(main(page).getByRole("alert")).toHaveText(FAILED);
      await page.context().setOffline(false);
      await page.unrouteAll({ behavior: "wait" });
      await page.getByRole("button", { name: "购买知库全库月卡" }).click();
      await expect(page.getByRole("img", { name: "微信支付二维码" })).toBeVisible();
    });
  });
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "on a phone" : "on a phone, without JavaScript", () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width: 360, height: 640 } });

    test("a refusal is in view where it was asked for", async ({ page, context, baseURL }) => {
      forgetLimits();
      await logIn(context, await newReader({ entitled: true }), baseURL);
      const ready = () => (scripts ? hydrated(page) : Promise.resolve());
      // Members with all rights can still extend them.
      await page.goto("/zhiku/rights?offer=1");
      await ready();
      // With an invalid request name.
      const offer = page.locator(".offer").last();
      await offer.locator("input[name=requestId]").evaluate((input) => input.setAttribute("value", "junk"));
      await offer.getByRole("button", { name: "购买" }).click();
      await expect(offer.getByRole("alert")).toBeInViewport();

      await page.goto("/zhiku/orders");
      await ready();
      await page.getByLabel("输入兑换码").fill("NONE-SUCH");
      await page.getByRole("button", { name: "兑换", exact: true }).click();
      await expect(page.getByText("兑换码不正确，或已经用过")).toBeInViewport();

      await page.goto("/zhiku?type=report");
      await ready();
      await page.getByRole("main").locator("li.item").first().getByRole("link").first().click();
      const files = page.getByRole("region", { name: "文件" });
      await files
        .locator("input[name=attachment]")
        .last()
        .evaluate((input) => input.setAttribute("value", "-1"));
      await files.getByRole("button", { name: "下载" }).last().click();
      await expect(files.getByRole("alert")).toBeInViewport();
    });
  });
}

test("an expired order is checked until it is closed", async ({ page, context, baseURL }) => {
  forgetLimits();
  await logIn(context, await newReader({}), baseURL);
  await page.goto("/zhiku/rights?offer=1");
  await page.getByRole("button", { name: /^购买/ }).click();
  await expect(page.getByRole("img", { name: "微信支付二维码" })).toBeVisible();
  const { db } = await demoDatabase();
  const [orderNo = ""] = /\d{22}/.exec(page.url()) ?? [];
  const set = (row: { expires_at: string } | { state: "closed"; closed_at: string }) =>
    db.updateTable("zhiku_orders").set(row).where("order_no", "=", orderNo).execute();
  await set({ expires_at: new Date(Date.now() - 1000).toISOString() });
  await page.reload();
  await expect(page.getByText("已过支付时间")).toBeVisible();
  await set({ state: "closed", closed_at: new Date().toISOString() });
  await expect(page.getByText("订单已关闭")).toBeVisible();
});
