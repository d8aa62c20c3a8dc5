import { expect, test } from "@playwright/test";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, newMember } from "#tests/e2e/support/member";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { publishQuestion, unique } from "#tests/e2e/support/publish";
import { grantRole } from "#upstream/policy/staff-roles";

// All share one home page, and sorting its pins requires knowing all of them.
test.describe.configure({ mode: "serial" });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("questions are pinned, reordered, featured and released; readers see it at once", async ({
      page,
      context,
      baseURL,
      browser,
    }) => {
      const complaints = await watch(page);
      const [editor, author] = [await newMember(), await newMember()];
      const titles = [unique("值得先看的问题"), unique("也值得先看的问题")] as const;
      for (const title of titles) await publishQuestion(author, baseURL, title);
      const { db } = await demoDatabase();
      await grantRole(db, { userId: editor.userId, role: "editor", by: null, at: new Date().toISOString() });
      const ids: number[] = [];
      for (const title of titles) {
        ids.push(
          (await db.selectFrom("questions").select("id").where("title", "=", title).executeTakeFirstOrThrow()).id,
        );
        // Old enough that they don't appear on the first page.
        await db
          .updateTable("feed_entries")
          .set({ hot: -1 })
          .where("kind", "=", "question")
          .where("item_id", "=", ids.at(-1) ?? 0)
          .execute();
      }
      const reader = await (await browser.newContext({ javaScriptEnabled, ...(baseURL ? { baseURL } : {}) })).newPage();
      const home = async () => {
        await reader.goto("/");
        const shown = await reader.locator(".items > .item").evaluateAll((items) =>
          items.map((item) => ({
            title: item.querySelector(".item__title")?.textContent ?? "",
            foot: item.querySelector(".item__foot")?.textContent ?? "",
          })),
        );
        return shown.filter(({ title }) => titles.includes(title as (typeof titles)[0]));
      };
      expect(await home()).toEqual([]);

      await logIn(context, editor, baseURL);
      for (const id of ids) {
        await page.goto(`/admin/content/question/${id}`);
        if (javaScriptEnabled) await hydrated(page);
        await page.getByRole("link", { name: "置顶与精华", exact: true }).last().click();
        await page.waitForURL(/\/admin\/placing\/question\/\d+/);
        if (javaScriptEnabled) await hydrated(page);
        const group = page.getByRole("group", { name: "首页“推荐”" });
        await group.getByRole("checkbox", { name: "置顶" }).check();
        await group.getByLabel("到什么时候").fill("2020-01-01T08:00");
        await page.getByRole("button", { name: "保存" }).click();
        await expect(group.getByText("截止时间要在现在以后")).toBeVisible();
        await expect(group.getByRole("checkbox", { name: "置顶" })).toBeChecked();
        await group.getByLabel("到什么时候").fill("2199-01-01T08:00");
        await page.getByRole("checkbox", { name: "设为精华" }).check();
        await page.getByRole("button", { name: "保存" }).click();
        await expect(page.getByText("已保存，读者马上看得到")).toBeVisible();
      }
      const pinned = await home();
      expect(pinned.map(({ title }) => title)).toEqual([titles[1], titles[0]]);
      expect(pinned[0]?.foot).toMatch(/^置顶 · 精华/);

      await page.goto("/admin/placing");
      if (javaScriptEnabled) await hydrated(page);
      await page.getByRole("button", { name: `上移“${titles[0]}”` }).click();
      await expect(page.getByText("已排好")).toBeVisible();
      expect((await home()).map(({ title }) => title)).toEqual([...titles]);
      await reader.goto("/question?sort=featured");
      for (const title of titles) await expect(reader.getByRole("link", { name: title })).toBeVisible();

      for (const title of titles) {
        await page.goto("/admin/placing");
        if (javaScriptEnabled) await hydrated(page);
        await page.getByRole("link", { name: title }).first().click();
        await page.waitForURL(/\/admin\/placing\/question\/\d+/);
        if (javaScriptEnabled) await hydrated(page);
        await page.getByRole("checkbox", { name: "置顶" }).first().uncheck();
        await page.getByRole("checkbox", { name: "设为精华" }).uncheck();
        await page.getByRole("button", { name: "保存" }).click();
        await expect(page.getByText("已保存，读者马上看得到")).toBeVisible();
      }
      expect(await home()).toEqual([]);
      await reader.context().close();
      expect(complaints.filter((complaint) => !/status of 422/.test(complaint))).toEqual([]);
    });
  });
}
