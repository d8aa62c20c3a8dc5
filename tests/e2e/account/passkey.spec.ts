import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { DATA_DIR, demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { hydrated } from "#tests/e2e/support/page-errors";
import { type Program, runProgram } from "#tests/server/run-program";
import { freePort } from "#tests/support/free-port";

test.use(OWN_CONTEXT);

/** Passkeys require a domain name: a second server under one. */
let program: Program;
let origin: string;

test.beforeAll(async () => {
  const PORT = String(await freePort());
  origin = `http://localhost:${PORT}`;
  program = runProgram(["dist/server.js"], { PORT, PUBLIC_ORIGIN: origin, DATA_DIR });
  await program.ready();
});
test.afterAll(async () => {
  program.child.kill("SIGKILL");
  await program.ended;
});

type Device = { cdp: CDPSession; id: string };

/** Adds a virtual authenticator that verifies its user automatically. */
async function plugIn(page: Page, { verified = true } = {}): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verified,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}
const unplug = ({ cdp, id }: Device) =>
  cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: id }).catch(() => {});

const setting = (page: Page) => page.locator("details.setting", { hasText: "通行密钥" });

async function add(page: Page, name: string): Promise<void> {
  const form = setting(page);
  await form.getByLabel("给它起个名字").fill(name);
  await form.getByRole("button", { name: "添加通行密钥" }).click();
  await expect(form.locator(".session__device", { hasText: name })).toBeVisible();
}

/** A member without recent verification, on the security page with the setting open. */
async function openSecurity(page: Page) {
  const member = await newMember({ password: true });
  await logIn(page.context(), member, origin);
  await page.goto(`${origin}/account/secure`);
  await setting(page).locator("summary").first().click();
  return member;
}
async function prove(page: Page): Promise<void> {
  const form = setting(page);
  await form.getByText("登录密码", { exact: true }).first().click();
  await form.locator('input[name="password"]').fill("一个很长的密码-2026");
  await form.getByRole("button", { name: "下一步" }).click();
  await expect(form.getByLabel("给它起个名字")).toBeVisible();
}

test("a passkey is created, logs in by its button, is renamed and removed", async ({ page }) => {
  // Chromium's authenticator would accept the phone field's offer before there is a button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const device = await plugIn(page);
  await openSecurity(page);
  await prove(page);
  await add(page, "我的手机");
  await expect(page.getByText("已添加，下次可以用通行密钥登录")).toBeVisible();

  // The same device can't create a second one.
  await setting(page).getByRole("button", { name: "添加通行密钥" }).click();
  await expect(setting(page).getByText("这台设备上已经有你的通行密钥")).toBeVisible();

  const row = setting(page).locator(".session").first();
  await row.getByText("改名").click();
  await row.getByLabel("名称").fill("旧手机");
  await row.getByRole("button", { name: "保存" }).click();
  await expect(row.locator(".session__device")).toContainText("旧手机");

  await page.context().clearCookies();
  await page.goto(`${origin}/login?next=/account/secure`);
  await hydrated(page);
  await page.getByRole("button", { name: "用通行密钥登录" }).click();
  await page.waitForURL(`${origin}/account/secure`);
  // It can be removed right after logging in.
  await expect(setting(page).getByText(/最近使用/)).toBeVisible();
  await setting(page).getByRole("button", { name: "移除通行密钥「旧手机」" }).click();
  await expect(setting(page).getByText("未添加，可以用指纹、面容或设备密码登录")).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`${origin}/login`);
  await hydrated(page);
  await page.getByRole("button", { name: "用通行密钥登录" }).click();
  await expect(page.getByText("通行密钥没有通过验证，请再试一次，或改用短信验证码登录")).toBeVisible();
  await unplug(device);
});

test("an invalid name is reported before the device creates anything", async ({ page }) => {
  const device = await plugIn(page);
  await openSecurity(page);
  await prove(page);
  await hydrated(page);
  const form = setting(page);
  for (const [name, wrong] of [
    ["长".repeat(31), "名称不能超过30个字"],
    [" ", "名称不能为空"],
  ] as const) {
    await form.getByLabel("给它起个名字").fill(name);
    await form.getByRole("button", { name: "添加通行密钥" }).click();
    await expect(form.getByText(wrong)).toBeVisible();
    await expect(form.getByLabel("给它起个名字")).toBeFocused();
  }
  const { credentials } = await device.cdp.send("WebAuthn.getCredentials", { authenticatorId: device.id });
  expect(credentials).toEqual([]);
  await add(page, "这台设备");
  await unplug(device);
});

test("adding one says that it could not be loaded, and can be tried again", async ({ page }) => {
  await openSecurity(page);
  await prove(page);
  await hydrated(page);
  await page.route("**/assets/*.js", (route) => route.abort());
  const button = setting(page).getByRole("button", { name: "添加通行密钥" });
  await button.click();
  await expect(setting(page).getByText("网络出了点问题，请稍后重试")).toBeVisible();
  await expect(button).toBeEnabled();
});

test("an owner who has to be verified again is asked for it on the page, and keeps the name", async ({ page }) => {
  const device = await plugIn(page);
  const { userId } = await openSecurity(page);
  const { db } = await demoDatabase();
  const forgetProof = () =>
    db.updateTable("sessions").set({ proven_until: "" }).where("user_id", "=", userId).execute();
  const form = setting(page);
  const asked = form.getByText("请先确认是你本人。");
  await prove(page);
  await hydrated(page);
  await add(page, "第一个");
  await forgetProof();
  await form.getByLabel("给它起个名字").fill("第二个");
  await form.getByRole("button", { name: "添加通行密钥" }).click();
  await expect(asked).toBeVisible();
  await prove(page);
  await expect(form.getByLabel("给它起个名字")).toHaveValue("第二个");
  await forgetProof();
  await form.getByRole("button", { name: "移除通行密钥「第一个」" }).click();
  await expect(asked).toBeVisible();
  await prove(page);
  await form.getByRole("button", { name: "移除通行密钥「第一个」" }).click();
  await expect(form.getByText("未添加，可以用指纹、面容或设备密码登录")).toBeVisible();
  await unplug(device);
});

test("in the phone field a passkey is offered, and chosen without a button", async ({ page }) => {
  const device = await plugIn(page);
  await openSecurity(page);
  await prove(page);
  await add(page, "这台设备");
  await page.context().clearCookies();
  // Chromium's authenticator responds immediately, where a person would choose from the list below the field.
  await page.goto(`${origin}/login?next=/account/profile`);
  await page.getByLabel("手机号").focus();
  await page.keyboard.press("Shift");
  await page.waitForURL(`${origin}/account/profile`);
  await unplug(device);
});

test("a passkey is offered anew before what it would sign has expired", async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => true;
  });
  let asked = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/login/passkey") asked += 1;
  });
  await page.goto(`${origin}/login`);
  await page.getByLabel("手机号").focus();
  await page.keyboard.press("Shift");
  await expect.poll(() => asked).toBe(1);
  await page.clock.fastForward("03:00");
  await page.clock.fastForward("01:30");
  await expect.poll(() => asked).toBe(2);
});

test("a cancelled or unknown passkey is reported, and no input is lost", async ({ page }) => {
  const device = await plugIn(page, { verified: false });
  await openSecurity(page);
  await prove(page);
  await setting(page).getByLabel("给它起个名字").fill("不会成的");
  await setting(page).getByRole("button", { name: "添加通行密钥" }).click();
  await expect(setting(page).getByText("没有完成，可以再试一次")).toBeVisible();
  await expect(setting(page).getByLabel("给它起个名字")).toHaveValue("不会成的");
  await unplug(device);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the owner proves who they are, and reads what creating one requires", async ({ page }) => {
    await openSecurity(page);
    await prove(page);
    await setting(page).getByRole("button", { name: "添加通行密钥" }).click();
    await expect(page.getByText("通行密钥要用到浏览器的脚本，请打开后再试")).toBeVisible();
    await page.goto(`${origin}/login`);
    await expect(page.getByRole("button", { name: "用通行密钥登录" })).toHaveCount(0);
  });
});
