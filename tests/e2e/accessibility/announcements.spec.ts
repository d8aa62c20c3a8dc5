import { expect, test } from "@playwright/test";
import { open } from "#tests/e2e/support/page-errors";

test("each page that a link leads to is announced, also if its title is that of the page before", async ({ page }) => {
  await open(page, "/question");
  const said = page.locator("p[aria-live=polite]");
  for (const name of ["第 2 页", "第 3 页"]) {
    await page.getByRole("navigation", { name: "分页" }).getByRole("link", { name }).click();
    await expect(said).toHaveText(`${await page.title()}，${name}`);
  }
  const before = await said.evaluateHandle((region) => region.firstChild);
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "/question?page=3&by=time";
    document.body.append(link);
    link.click();
  });
  await expect(page).toHaveURL(/by=time/);
  // A text that stays the same is not read out again.
  await expect.poll(() => said.evaluate((region, node) => region.firstChild !== node, before)).toBe(true);
  await expect(said).toHaveText(/第 3 页/);
});
