import { expect, type Page, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { publishArticle, unique } from "#tests/e2e/support/publish";

/** This member's reports: reason and text of each. */
async function reportsOf({ userId }: Member) {
  const { db } = await demoDatabase();
  const reports = await db
    .selectFrom("reports")
    .where("reporter_id", "=", userId)
    .select(["target_kind", "reason", "detail"])
    .orderBy("id")
    .execute();
  return reports;
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts, viewport: { width: 360, height: 740 } });

    const arrived = async (page: Page) => {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      if (scripts) await hydrated(page);
    };

    test("an article and a comment are reported in place", async ({ page, context, baseURL }) => {
      const complaints = scripts ? await watch(page) : [];
      const [author, reader] = [await newMember(), await newMember()];
      const path = await publishArticle(author, baseURL, unique("值得举报的文章"));
      const main = page.getByRole("main");

      await logIn(context, author, baseURL);
      await page.goto(path);
      await arrived(page);
      await main.getByLabel("更多操作：这篇文章").click();
      await expect(main.getByRole("link", { name: "编辑" })).toBeVisible();
      await expect(main.getByRole("link", { name: /^举报/ })).toHaveCount(0);

      // A visitor is redirected to the login, and back to the form.
      await context.clearCookies();
      await page.goto(path);
      await arrived(page);
      await main.getByLabel("更多操作：这篇文章").click();
      await main.getByRole("link", { name: "举报这篇文章" }).click();
      if (scripts) await page.getByRole("dialog").getByRole("button", { name: "登录" }).click();
      await expect(page).toHaveURL(/\/login\?next=/);
      const wanted = new URL(page.url()).searchParams.get("next") ?? "";
      expect(new URL(wanted, baseURL).searchParams.get("on")).toMatch(/^article:\d+$/);

      await logIn(context, reader, baseURL);
      await page.goto(wanted);
      await expect(page.getByRole("heading", { name: "举报这篇文章" })).toBeVisible();
      if (scripts) await hydrated(page);
      await page.getByLabel("说明").fill("和我上个月写的一样");
      await page.getByRole("button", { name: "提交举报" }).click();
      await expect(page.getByText("请选择举报的原因")).toBeVisible();
      await expect(page.getByLabel("说明")).toHaveValue("和我上个月写的一样");
      if (scripts) await expect(page.getByRole("radiogroup", { name: "为什么举报" })).toBeFocused();
      await page.getByRole("radio", { name: "抄袭或侵犯权益" }).check();
      await page.getByRole("button", { name: "提交举报" }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByText("举报已收到")).toBeVisible();
      const article = { target_kind: "article", reason: "infringement", detail: "和我上个月写的一样" };
      expect(await reportsOf(reader)).toEqual([article]);
      await (scripts ? page.goBack() : page.goto(wanted));
      await expect(page.getByText("你已经举报过这篇文章")).toBeVisible();
      await expect(page.getByRole("button", { name: "更新举报" })).toBeVisible();

      await page.goto("/case/1");
      await arrived(page);
      const comment = page.locator(".comment[id]").first();
      const anchor = await comment.getAttribute("id");
      await comment
        .getByLabel(/^更多操作/)
        .first()
        .click();
      await comment
        .getByRole("link", { name: /^举报.*的评论$/ })
        .first()
        .click();
      await expect(page.getByRole("heading", { name: "举报这条评论" })).toBeVisible();
      await page.getByRole("radio", { name: "广告或垃圾信息" }).check();
      await page.getByRole("button", { name: "提交举报" }).click();
      await expect(page).toHaveURL(new RegExp(`/case/1#${anchor}$`));
      await expect(page.getByText("举报已收到")).toBeVisible();
      expect(await reportsOf(reader)).toEqual([article, { target_kind: "comment", reason: "spam", detail: "" }]);
      // The console also reports the refused form's status.
      expect(complaints.filter((complaint) => !/status of 422/.test(complaint))).toEqual([]);
    });
  });
}
