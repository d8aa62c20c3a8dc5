import { expect, test } from "@playwright/test";
import { connect } from "#upstream/db/dialect";
import { grantRole } from "#upstream/policy/staff-roles";
import { DATABASE, logIn, type Member, newMember } from "./member";
import { hydrated, watch } from "./page-errors";
import { unique } from "./publish";

/** A moderator, and texts of somebody else that wait before all others; gives their ids. */
async function queueOf(titles: readonly string[]): Promise<{ moderator: Member; ids: number[] }> {
  const [moderator, author] = [await newMember(), await newMember()];
  const { db, close } = await connect({ kind: "sqlite", file: DATABASE });
  await grantRole(db, { userId: moderator.userId, role: "moderator", by: null, at: new Date().toISOString() });
  const ids: number[] = [];
  for (const [at, title] of titles.entries()) {
    const { id } = await db
      .insertInto("reviews")
      .values({
        author_id: author.userId,
        kind: "question",
        word: "兼职刷单",
        created_at: `2020-01-01T00:00:0${at}.000Z`,
        decided_at: null,
        fields: JSON.stringify({ title, content: "有人知道**兼职刷单**吗", tags: [] }),
        target_id: null,
        published_id: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  await close();
  return { moderator, ids };
}

/** What became of texts, and why. */
async function statesOf(ids: readonly number[]): Promise<string[]> {
  const { db, close } = await connect({ kind: "sqlite", file: DATABASE });
  const rows = await db
    .selectFrom("reviews")
    .select(["state", "reason"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  await close();
  return rows.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state));
}

test("held texts are worked through by keyboard alone", async ({ page, context, baseURL }) => {
  const complaints = await watch(page);
  const titles = [1, 2, 3, 4].map((n) => unique(`等待审核的第${n}个问题`));
  const { moderator, ids } = await queueOf(titles);
  await logIn(context, moderator, baseURL);
  await page.goto("/admin/review");
  await hydrated(page);
  const link = (n: number) => page.getByRole("link", { name: titles[n] ?? "", exact: true });
  const heading = page.getByRole("heading", { level: 1 });

  await page.keyboard.press("j");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(link(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByText("选择退回的原因", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText(`问题 #${ids[0]}`);
  await expect(page.locator("mark", { hasText: "兼职刷单" }).first()).toBeVisible();

  // Let through; the next one is open.
  await page.keyboard.press("a");
  await expect(heading).toHaveText(`问题 #${ids[1]}`);
  expect(await statesOf(ids)).toEqual(["approved", "waiting", "waiting", "waiting"]);

  // Letters that are typed are no commands.
  await page.keyboard.press("r");
  await expect(page.getByLabel("退回的原因")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.getByLabel("说明").focus();
  await page.keyboard.type("ajkx");
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText(`问题 #${ids[2]}`);
  const reason = "refused: 含有广告、招揽或重复发布的内容。ajkx";
  expect(await statesOf(ids)).toEqual(["approved", reason, "waiting", "waiting"]);
  await expect(page.getByLabel("说明")).toHaveValue("");

  // Two of the list at once.
  await page.keyboard.press("u");
  await expect(heading).toHaveText("待审核");
  for (const n of [2, 3]) {
    await link(n).focus();
    await page.keyboard.press("x");
  }
  await page.keyboard.press("a");
  await expect(page.getByText("已通过 2 份")).toBeVisible();
  expect(await statesOf(ids)).toEqual(["approved", reason, "approved", "approved"]);
  expect(complaints).toEqual([]);
});
