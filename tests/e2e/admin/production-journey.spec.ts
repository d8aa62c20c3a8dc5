import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { type ServicesOutside, startServicesOutside } from "#tests/e2e/support/services-outside";
import { production } from "#tests/programs/production";
import { type Program, runProgram } from "#tests/server/run-program";
import { freePort } from "#tests/support/free-port";
import { type S3Server, startS3 } from "#tests/support/s3-server";

const PASSWORD = "很长很长的一个密码-2026";
const OWNER = "13900000001";
const MEMBER = "13900000002";
const COLLEAGUE = "13900000003";
/** Larger than a form that is held in memory. */
const PDF = Buffer.concat([
  Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"),
  Buffer.alloc(14 * 1024 * 1024),
]);

let folder: string;
let outside: ServicesOutside;
let bucket: S3Server;
let program: Program;
let origin: string;

test.use({ actionTimeout: 20_000 });
test.describe.configure({ timeout: 240_000 });
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-journey-"));
  outside = await startServicesOutside();
  const PORT = String(await freePort());
  origin = `http://127.0.0.1:${PORT}`;
  bucket = await startS3();
  bucket.allow(origin);
  const settings = { ...production(folder), ...outside.settings, ...bucket.settings, PORT, PUBLIC_ORIGIN: origin };
  program = runProgram(["dist/server.js"], settings);
  await program.ready();
});
test.afterAll(async () => {
  program.child.kill("SIGKILL");
  await program.ended;
  outside.close();
  bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const press = (page: Page, value: string) => page.locator(`main button[name=intent][value="${value}"]`).first().click();

/** Registers someone by a code. */
async function register(page: Page, phone: string, nickname: string): Promise<void> {
  await page.goto("/login");
  const form = page.getByRole("main");
  await form.getByLabel("手机号").fill(phone);
  await form.getByRole("button", { name: "获取验证码" }).click();
  await page.getByRole("button", { name: /自动验证/ }).click();
  await expect(form.getByText("验证码已发送，5 分钟内有效")).toBeVisible();
  await form.getByLabel("验证码").fill(outside.sms.inbox()[0]?.code ?? "");
  await form.getByRole("button", { name: "登录", exact: true }).last().click();
  await page.getByLabel("昵称").fill(nickname);
  await page.getByRole("button", { name: "完成" }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

const totp = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });

/** Header links of a site without cases and activities. */
const PARTS_LEFT = ["首页", "问答", "文章", "公告", "知库"];

test("an empty production site is set up, filled, sold from, refunded and moderated, with an appeal decided by a second person", async ({
  browser,
}) => {
  const owner = await (await browser.newContext({ baseURL: origin })).newPage();
  const member = await (await browser.newContext({ baseURL: origin })).newPage();
  let secret = "";

  await test.step("the link of the log makes its owner, with a second factor", async () => {
    await member.goto("/");
    await expect(member.getByText("网站正在筹备")).toBeVisible();
    const [link = ""] = /http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43}/.exec(program.output()) ?? [];
    await owner.goto(link);
    // Only scripts can read it from the URL.
    await expect(owner.getByLabel("一次性链接")).not.toHaveValue("");
    await owner.getByLabel("手机号").fill(OWNER);
    await owner.getByLabel("昵称").fill("站长大人");
    await owner.getByLabel("密码").fill(PASSWORD);
    await owner.locator("main form button[type=submit]").last().click();
    secret = (await owner.locator(".admin-secret").textContent()) ?? "";
    await owner.getByLabel("验证码").fill(totp(secret).generate());
    await owner.getByRole("button", { name: "确认并进入后台" }).click();
    await expect(owner.locator("main code")).toHaveCount(10);
  });

  await test.step("it gets its name, what it has of parts, a category of zhiku, a document and an offer", async () => {
    await owner.goto("/admin/site/logo");
    await owner.getByLabel("站点名称").fill("新社区");
    await owner.getByLabel("主色").selectOption("violet");
    const buffer = await sharp({ create: { width: 240, height: 64, channels: 3, background: "#663399" } })
      .png()
      .toBuffer();
    await owner
      .locator("main input[name='picture.file']")
      .setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
    await owner.getByRole("button", { name: "保存" }).click();
    await expect(owner.getByText("已保存").first()).toBeVisible();
    await owner.goto("/admin/site/parts");
    for (const part of ["案例", "活动"]) await owner.getByLabel(part, { exact: true }).uncheck();
    await owner.getByRole("button", { name: "保存" }).click();
    await expect(owner.getByText("已保存，马上生效").first()).toBeVisible();
    await owner.goto("/admin/zhiku/category/new");
    await owner.getByLabel("名称").fill("增长");
    await press(owner, "save");
    await expect(owner).toHaveURL(/\/admin\/zhiku\/category\/\d+/);
    await owner.goto("/admin/zhiku/content/new");
    await owner.getByLabel("标题", { exact: true }).fill("留存手册");
    await owner.getByLabel("分类").selectOption({ label: "增长" });
    await owner.getByLabel("摘要").fill("怎样留住人");
    await owner.locator("main textarea[name=content]").fill("## 一\n\n**只有买了的人**看得到这一段。");
    // By its path: the browser reads it, while bytes would go to the page as one message of 19 MB.
    const original = join(folder, "留存手册.pdf");
    writeFileSync(original, PDF);
    await owner.locator("main input[name='document.file']").setInputFiles(original);
    await press(owner, "publish");
    await expect(owner).toHaveURL(/\/admin\/zhiku\/content\/\d+/);
    const stored = [...bucket.objects].find(([, { bytes }]) => bytes.equals(PDF));
    expect(stored?.[0], "the bucket has it, where nobody reads without a signature").toMatch(/^zhiku\//);
    await owner.goto("/admin/offer/new");
    await owner.getByLabel("名称").fill("全库一年");
    await owner.getByLabel("价格（元）").fill("199");
    await owner.getByLabel("天数").fill("365");
    await owner.locator("main input[name=onSale]").check();
    await press(owner, "save");
    await expect(owner).toHaveURL(/\/admin\/offer$/);
  });

  let document = "";
  await test.step("somebody registers by a code, buys it by WeChat Pay and reads it", async () => {
    await member.goto("/");
    const logo = member.locator(`.site-logo img[src^="${bucket.settings.S3_ENDPOINT}/"]`);
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(member.getByRole("navigation", { name: "主导航" }).getByRole("link")).toHaveText(PARTS_LEFT);
    expect((await member.goto("/case"))?.status()).toBe(404);
    await member.goto("/zhiku");
    await expect(member.locator("html")).toHaveAttribute("data-accent", "violet");
    await register(member, MEMBER, "林知远");
    await member.goto("/zhiku");
    await member.getByRole("link", { name: "留存手册" }).first().click();
    await expect(member.getByText("只有买了的人")).toHaveCount(0);
    await member.goto("/zhiku/rights");
    await member.getByRole("button", { name: "购买全库一年" }).click();
    await member.getByLabel("姓名").fill("林知远");
    await member.getByLabel("公司").fill("某某科技有限公司");
    await member.getByLabel("部门").fill("产品部");
    await member.getByLabel("职位").fill("产品经理");
    await member.getByLabel("邮箱").fill("lin@example.com");
    await member.getByRole("button", { name: "保存并去支付" }).click();
    await expect(member.getByRole("img", { name: "微信支付二维码" })).toBeVisible();
    expect(outside.pay.pay(outside.pay.charges()[0]?.orderNo ?? "")).toBeNull();
    await expect(member.getByText("权益已开通").first()).toBeVisible();
    await member.goto("/zhiku");
    await member.getByRole("link", { name: "留存手册" }).first().click();
    await expect(member.getByText("只有买了的人")).toBeVisible();
    document = new URL(member.url()).pathname;
    await member.getByRole("button", { name: "下载", exact: true }).first().click();
    await expect(member.getByText("下载完成")).toBeVisible();
  });

  await test.step("the owner gives the money back, for which they are asked who they are; the right ends with it", async () => {
    const orderNo = outside.pay.charges()[0]?.orderNo ?? "";
    await owner.goto(`/admin/order/${orderNo}`);
    await owner.getByLabel("原因，买家会看到").fill("买错了");
    await press(owner, "refund");
    const [proof] = await Promise.all([
      owner.context().waitForEvent("page"),
      owner.getByRole("link", { name: "在新窗口确认" }).click(),
    ]);
    await proof.getByLabel("密码", { exact: true }).fill(PASSWORD);
    await proof.getByRole("button", { name: "确认" }).click();
    await expect(proof).not.toHaveURL(/\/sudo/);
    await proof.close();
    await expect(owner.getByLabel("原因，买家会看到")).toHaveValue("买错了");
    await press(owner, "refund");
    await expect(owner.getByText("退款中").first()).toBeVisible();
    await member.goto(document);
    await expect(member.getByText("只有买了的人")).toBeVisible();
    outside.pay.endRefund(orderNo, "SUCCESS");
    expect(await outside.pay.notifyRefund(orderNo)).toBe(200);
    await owner.reload();
    await expect(owner.getByText("已退款").first()).toBeVisible();
    await member.goto(document);
    await expect(member.getByText("只有买了的人")).toHaveCount(0);
  });

  await test.step("a text with a word of the owner's waits, is let through, and is read by everybody", async () => {
    await owner.goto("/admin/words");
    await owner.getByLabel("添加一个词").fill("代购");
    await press(owner, "put");
    await expect(owner.getByText("代购").first()).toBeVisible();
    await member.goto("/write/question");
    await member.getByLabel("标题", { exact: true }).fill("代购的手续费怎么算才合理");
    await member.locator("main button[value=publish]").click();
    await expect(member).not.toHaveURL(/\/write\/question$/);
    await owner.goto("/admin/review");
    await owner.getByRole("link", { name: /代购的手续费/ }).click();
    // The list has such a button, too, and stays for a moment under the new URL.
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(/^问题 #\d+$/);
    await press(owner, "approve");
    await expect(owner.getByText("已通过").first()).toBeVisible();
    const stranger = await (await browser.newContext({ baseURL: origin })).newPage();
    await expect
      .poll(async () => {
        await stranger.goto("/question");
        return stranger.getByText("代购的手续费怎么算才合理").count();
      })
      .toBeGreaterThan(0);
  });

  await test.step("another is refused; its author appeals, and a second member of the staff decides", async () => {
    const colleague = await (await browser.newContext({ baseURL: origin })).newPage();
    await register(colleague, COLLEAGUE, "新来的审核员");
    await colleague.goto("/u");
    const [, colleagueId = ""] = /\/u\/(\d+)/.exec(colleague.url()) ?? [];
    await owner.goto("/admin/staff");
    await owner.getByLabel("用户编号").fill(colleagueId);
    await owner.locator("main input[name=role][value=moderator]").check();
    await owner.getByRole("button", { name: "授予" }).click();
    await expect(owner.locator("main table").getByText("新来的审核员")).toBeVisible();

    const title = "海外代购的包裹被扣了怎么办";
    await member.goto("/write/question");
    await member.getByLabel("标题", { exact: true }).fill(title);
    await member.locator("main button[value=publish]").click();
    await expect(member).not.toHaveURL(/\/write\/question$/);
    await owner.goto("/admin/review");
    await owner.getByRole("link", { name: title }).click();
    await expect(owner).toHaveURL(/\/admin\/review\/\d+$/);
    await owner.getByLabel("退回的原因").selectOption("spam");
    await press(owner, "refuse");
    await expect(owner.getByText("已退回").first()).toBeVisible();

    // She is notified after the undo period.
    const told = member.getByRole("link", { name: /没有通过审核/ }).first();
    await expect
      .poll(
        async () => {
          await member.goto("/notifications/system");
          return told.count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    await told.click();
    await member.getByRole("link", { name: "有异议，申诉" }).click();
    await member.getByLabel("申诉的理由").fill("我是买家，包裹真的被扣了，没有在卖东西。");
    await member.getByRole("button", { name: "提交申诉" }).click();
    await expect(member.getByText("申诉已收到")).toBeVisible();
    await owner.goto("/admin/appeal");
    await owner.getByRole("link", { name: new RegExp(title) }).click();
    await expect(owner.getByText("由另一位同事复核").first()).toBeVisible();
    await expect(owner.locator("main button[value=grant]")).toHaveCount(0);

    await colleague.goto("/admin/appeal");
    const key = (await colleague.locator(".admin-secret").textContent()) ?? "";
    await colleague.getByLabel("验证码").fill(totp(key).generate());
    await colleague.getByRole("button", { name: "确认并进入后台" }).click();
    await expect(colleague.locator("main code")).toHaveCount(10);
    await colleague.goto("/admin/appeal");
    await colleague.getByRole("link", { name: new RegExp(title) }).click();
    await press(colleague, "grant");
    await expect(colleague.getByText("原来的处理已撤销").first()).toBeVisible();
    await member.reload();
    await expect(member.getByText("申诉成立").first()).toBeVisible();
    await expect
      .poll(async () => {
        await member.goto("/question");
        return member.getByText(title).count();
      })
      .toBeGreaterThan(0);
  });
});
