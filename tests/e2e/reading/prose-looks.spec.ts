import { expect, test } from "@playwright/test";
import { open } from "#tests/e2e/support/page-errors";

test("code has letters of one width, and nested tasks are indented", async ({ page }) => {
  await open(page, "/_dev/render-test");
  const { narrow, wide, outer, inner } = await page.evaluate(() => {
    const prose = document.querySelector(".prose");
    if (!prose) throw new Error("no prose");
    prose.innerHTML =
      "<pre><code><span>iiii</span> <span>MMMM</span></code></pre><ul><li class='task'><input type='checkbox'> 甲<ul><li class='task'><input type='checkbox'> 乙</li></ul></li></ul>";
    const [narrow = 0, wide = 0] = [...prose.querySelectorAll("span")].map(
      (each) => each.getBoundingClientRect().width,
    );
    const [outer = 0, inner = 0] = [...prose.querySelectorAll("input")].map(
      (each) => each.getBoundingClientRect().left,
    );
    return { narrow, wide, outer, inner };
  });
  expect(narrow).toBeCloseTo(wide, 1);
  expect(inner).toBeGreaterThan(outer + 10);
});
