import { expect, test } from "@playwright/test";
import { logIn, newMember } from "#tests/e2e/support/member";
import { open } from "#tests/e2e/support/page-errors";
import { openPictureArticle } from "#tests/e2e/support/picture-article";

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

for (const width of [360, 1280]) {
  test(`a picture is at most as wide as it is, and a tall one no higher than the window (${width} px)`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await logIn(context, await newMember(), baseURL);
    const picture = page.locator(".prose figure img");
    const widthLoaded = async () => {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      return (await picture.boundingBox())?.width;
    };
    await openPictureArticle(page, { width: 240, height: 90 });
    expect(await widthLoaded()).toBe(240);
    await openPictureArticle(page, { width: 1600, height: 900 });
    expect(await widthLoaded()).toBe((await page.locator(".prose figure").boundingBox())?.width);
    await openPictureArticle(page, { width: 600, height: 3000 });
    await widthLoaded();
    expect((await picture.boundingBox())?.height).toBeLessThanOrEqual(740 * 0.8);
  });
}

test("a picture takes up its room before it has loaded", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await openPictureArticle(page, { width: 240, height: 90 });
  await page.route("**/oss/**", () => {});
  await page.reload({ waitUntil: "domcontentloaded" });
  const box = await page.locator(".prose figure img").boundingBox();
  expect(box).toMatchObject({ width: 240, height: 90 });
});
