import { readFileSync } from "node:fs";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { forgetLimits, freshPhone } from "#tests/e2e/support/browser-codes";
import { proveByCode } from "#tests/e2e/support/code-steps";
import { logIn, type Member, newMember, onAnotherDevice, PASSWORD } from "#tests/e2e/support/member";
import { hydrated } from "#tests/e2e/support/page-errors";

test.beforeEach(forgetLimits);

const main = (page: Page) => page.getByRole("main");
/** One of the collapsible sections of the account. */
const setting = (page: Page, title: string) =>
  page.locator("details.setting").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const unfold = (page: Page, title: string) => setting(page, title).locator("summary").click();
const menuOf = (page: Page, { nickname }: Member) => page.getByRole("button", { name: `${nickname}的菜单` });

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });
    let member: Member;
    const open = async (page: Page, path: string) => {
      await page.goto(path);
      if (scripts) await hydrated(page);
    };
    const start = async (page: Page, baseURL: string | undefined, options?: { password: boolean }) => {
      member = await newMember(options);
      await logIn(page.context(), member, baseURL);
      await open(page, "/account/secure");
    };
    const elsewhere = async (browser: Browser, baseURL: string | undefined, device: string) => {
      const context = await browser.newContext({ javaScriptEnabled: scripts, ...(baseURL ? { baseURL } : {}) });
      await logIn(context, await onAnotherDevice(member, device), baseURL);
      const page = await context.newPage();
      await open(page, "/about");
      await expect(menuOf(page, member)).toBeVisible();
      return page;
    };
    /** The next click shows that nobody is logged in any more. */
    const expectLoggedOut = async (page: Page) => {
      await page.getByRole("link", { name: "问答", exact: true }).first().click();
      await expect(page).toHaveURL("/question");
      await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeVisible();
    };

    test("the profile can be changed, and errors are shown at their fields", async ({ page, baseURL }) => {
      await start(page, baseURL);
      await open(page, "/account/profile");
      const headline = page.getByLabel("一句话介绍");
      await headline.fill("长".repeat(61));
      await page.getByLabel("公司").fill("一家公司");
      await page.getByRole("button", { name: "保存" }).click();
      await expect(headline).toHaveAttribute("aria-invalid", "true");
      if (scripts) await expect(headline).toBeFocused();
      await expect(page.getByLabel("公司")).toHaveValue("一家公司");
      await headline.fill("写了十年后端");
      await page.getByLabel("我的收藏只有自己可见").check();
      await page.getByRole("button", { name: "保存" }).click();
      await expect(page.getByText("资料已保存")).toBeVisible();
      await open(page, "/account/profile");
      await expect(headline).toHaveValue("写了十年后端");
      await expect(page.getByLabel("我的收藏只有自己可见")).toBeChecked();

      const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
      await page.locator("input[type=file]").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png });
      await page.getByRole("button", { name: scripts ? "使用这张" : "上传" }).click();
      await expect(page.getByText("头像已更新")).toBeVisible();
      await expect(main(page).locator("img.avatar")).toHaveAttribute("src", /\/oss\/avatar\//);
    });

    test("a profile edited in two tabs keeps the changes of both", async ({ page, baseURL }) => {
      await start(page, baseURL);
      await open(page, "/account/profile");
      const tab = await page.context().newPage();
      await open(tab, "/account/profile");
      const save = async (of: Page, label: string, text: string) => {
        await of.getByLabel(label).fill(text);
        await of.getByRole("button", { name: "保存", exact: true }).click();
      };
      const stored = async () => {
        await open(tab, "/account/profile");
        return [await tab.getByLabel("一句话介绍").inputValue(), await tab.getByLabel("个人简介").inputValue()];
      };
      await save(tab, "个人简介", "别处写的简介");
      await expect(tab.getByText("资料已保存")).toBeVisible();
      await save(page, "一句话介绍", "先写的");
      await expect(page.getByText("资料已保存").first()).toBeVisible();
      await expect.poll(stored).toEqual(["先写的", "别处写的简介"]);
      // Once more in the same form, back to what it had shown.
      await save(page, "一句话介绍", "");
      await expect.poll(stored).toEqual(["", "别处写的简介"]);
      await save(tab, "城市", "广州");
      await expect(tab.getByText("资料已保存").first()).toBeVisible();
      await save(page, "城市", "深圳");
      await expect(page.getByText("刚在别处改成了“广州”")).toBeVisible();
      await expect(page.getByLabel("城市")).toHaveValue("深圳");
      await save(page, "城市", "深圳");
      await expect(page.getByText("刚在别处改成了“广州”")).toBeHidden();
      // The message goes when its field is filled in, before the form is sent.
      const storedCity = async () => {
        await open(tab, "/account/profile");
        return tab.getByLabel("城市").inputValue();
      };
      await expect.poll(storedCity).toBe("深圳");
      expect(await stored()).toEqual(["", "别处写的简介"]);
    });

    test("a session that ends while the profile is filled in loses no input", async ({ page, baseURL }) => {
      await start(page, baseURL);
      await open(page, "/account/profile");
      const bio = page.getByLabel("个人简介");
      await bio.fill("想了一个下午的简介");
      await page.getByLabel("我的收藏只有自己可见").check();
      await page.context().clearCookies();
      await page.getByRole("button", { name: "保存" }).click();
      await expect(page.getByRole("alert")).toContainText("登录已失效，填好的内容还在下面");
      await expect(page.getByRole("link", { name: "在新窗口登录" })).toHaveAttribute("target", "_blank");
      await expect(bio).toHaveValue("想了一个下午的简介");
      await logIn(page.context(), member, baseURL);
      await page.getByRole("button", { name: "保存" }).click();
      await expect(page.getByText("资料已保存")).toBeVisible();
      await open(page, "/account/profile");
      await expect(bio).toHaveValue("想了一个下午的简介");
      await expect(page.getByLabel("我的收藏只有自己可见")).toBeChecked();
    });

    test("the phone number is changed with a code to each number", async ({ page, baseURL }) => {
      await start(page, baseURL);
      await unfold(page, "手机号");
      const phone = freshPhone();
      const field = (label: string) => setting(page, "手机号").locator(".code-field").filter({ hasText: label });
      const number = setting(page, "手机号").getByLabel("新手机号");
      // The code to the old number needs no new one.
      await proveByCode(field("原手机"), { scripts, phone: member.phone });
      if (scripts) {
        // A number that was corrected does not wait for the code of the mistyped one.
        const mistyped = freshPhone();
        await number.fill(mistyped);
        await proveByCode(field("新手机的验证码"), { scripts, phone: mistyped });
      }
      await number.fill(phone);
      await proveByCode(field("新手机的验证码"), { scripts, phone });
      await setting(page, "手机号").getByRole("button", { name: "更换手机号" }).last().click();
      await expect(page.getByText("手机号已更换")).toBeVisible();
      await expect(setting(page, "手机号")).toContainText(`${phone.slice(0, 3)}****${phone.slice(-4)}`);
    });

    test("a password is set with a code; changing it with the old one logs out other devices", async ({
      page,
      browser,
      baseURL,
    }) => {
      await start(page, baseURL);
      await unfold(page, "密码");
      const form = setting(page, "密码");
      await proveByCode(form.locator(".code-field"), { scripts, phone: member.phone });
      await form.getByLabel("新密码").fill(PASSWORD);
      await form.getByRole("button", { name: "设置密码" }).last().click();
      await expect(page.getByText("密码已更新")).toBeVisible();

      const other = await elsewhere(browser, baseURL, "Firefox · Windows");
      // The toast of the first time must not be mistaken for that of the second.
      if (scripts) await expect(page.getByText("密码已更新")).toBeHidden();
      await unfold(page, "密码");
      await form.getByLabel("原密码", { exact: true }).last().fill("不是这个");
      await form.getByLabel("新密码").fill(`${PASSWORD}-新`);
      await form.getByRole("button", { name: "修改密码" }).last().click();
      await expect(form.getByLabel("原密码", { exact: true }).last()).toHaveAttribute("aria-invalid", "true");
      await form.getByLabel("原密码", { exact: true }).last().fill(PASSWORD);
      await form.getByLabel("新密码").fill(`${PASSWORD}-新`);
      await form.getByRole("button", { name: "修改密码" }).last().click();
      await expect(page.getByText("密码已更新，其他设备已退出登录")).toBeVisible();
      if (scripts) await expect(form.locator("summary")).toBeFocused();
      await expectLoggedOut(other);
      await expect(menuOf(page, member)).toBeVisible();
    });

    test("sessions are listed, ended one by one, and all at once", async ({ page, browser, baseURL }) => {
      await start(page, baseURL);
      const [phone, tablet, laptop] = await Promise.all(
        ["微信 · Android", "Safari · iPadOS", "Safari · macOS"].map((device) => elsewhere(browser, baseURL, device)),
      );
      if (!phone || !tablet || !laptop) throw new Error("unreachable");
      await open(page, "/account/secure");
      const sessions = main(page).locator(".session");
      await expect(sessions).toHaveCount(4);
      await expect(sessions.filter({ hasText: "当前设备" })).toHaveCount(1);
      await page.getByRole("button", { name: "让微信 · Android退出登录" }).click();
      await expect(page.getByText("该设备已退出登录")).toBeVisible();
      await expect(sessions).toHaveCount(3);
      await expectLoggedOut(phone);
      await page.getByRole("button", { name: "退出其他设备" }).click();
      await expect(page.getByText("其他设备已全部退出登录")).toBeVisible();
      await expect(sessions).toHaveCount(1);
      await expectLoggedOut(tablet);
      const again = await elsewhere(browser, baseURL, "Edge · Windows");
      await page.getByRole("button", { name: "退出所有设备" }).click();
      await expect(page).toHaveURL("/");
      await expect(page.getByText("所有设备都已退出登录")).toBeVisible();
      await expect(page.getByRole("banner").getByRole("link", { name: "登录" })).toBeVisible();
      await expectLoggedOut(laptop);
      await expectLoggedOut(again);
    });

    test("one's data can be exported, and the account closed after a code and a confirmation", async ({
      page,
      browser,
      baseURL,
    }) => {
      await start(page, baseURL);
      const downloading = page.waitForEvent("download");
      await page.getByRole("link", { name: "导出", exact: true }).click();
      const file = await (await downloading).path();
      const exported = JSON.parse(readFileSync(file, "utf8")) as object;
      expect(JSON.stringify(exported)).toContain(member.nickname);

      const other = await elsewhere(browser, baseURL, "Firefox · Windows");
      await unfold(page, "注销账号");
      const form = setting(page, "注销账号");
      await proveByCode(form.locator(".code-field"), { scripts, phone: member.phone });
      const close = form.getByRole("button", { name: "永久注销账号" });
      await close.click();
      await expect(form.getByText("请勾选确认，注销后不能恢复")).toBeVisible();
      await form.getByLabel("我已了解，确定注销").check();
      await close.click();
      // Without scripts the browser keeps the fragment of the form's address.
      await expect(page).toHaveURL(/^[^#]*\/(?:#close)?$/);
      await expect(page.getByText("账号已注销，感谢你曾经的参与")).toBeVisible();
      await expectLoggedOut(other);
      // The number is free again, and its new holder is a new member.
      await page.goto(`/u/${member.userId}/qna/answer`);
      await expect(page.getByText(member.nickname)).toHaveCount(0);
    });
  });
}
