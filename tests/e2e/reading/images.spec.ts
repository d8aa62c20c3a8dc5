import { expect, type Page, test } from "@playwright/test";
import { anArticle, kindsWithPaths } from "#tests/e2e/support/browser-pages";
import { illustratedArticle } from "#tests/e2e/support/illustrated-article";
import { hydrated, open, saveData } from "#tests/e2e/support/page-errors";

const loseObjects = (page: Page) => page.route("**/oss/**", (route) => route.fulfill({ status: 404 }));
const sourcesOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((images) => images.map((image) => new URL((image as HTMLImageElement).currentSrc).pathname));

test("a picture that can't be loaded is replaced, even if it failed before the scripts loaded", async ({ page }) => {
  await loseObjects(page);
  await open(page, "/case");
  const cover = page.locator(".case-card__cover").first();
  await expect(cover).toHaveAttribute("src", "/images/picture.svg");
  await expect(cover).not.toHaveAttribute("srcset");
  await expect.poll(() => cover.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
});

test("a picture that fails as AVIF is shown as WebP", async ({ page }) => {
  await page.route("**/oss/**avif*", (route) => route.fulfill({ status: 503 }));
  await open(page, "/case");
  const cover = page.locator(".case-card__cover").first();
  await expect.poll(() => cover.evaluate((image) => (image as HTMLImageElement).currentSrc)).toContain("format,webp");
  await expect.poll(() => cover.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
});

test("a person's failed picture is replaced by the default avatar, after a navigation as well", async ({ page }) => {
  await saveData(page);
  await loseObjects(page);
  await open(page, "/about");
  await page.getByRole("banner").getByRole("link", { name: "问答" }).click();
  await expect(page).toHaveURL("/question");
  // Other tests publish and withdraw questions at the beginning of the list.
  const link = page.locator("main article h2 a").last();
  const title = await link.innerText();
  await link.click();
  // The list has avatars, too.
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(title);
  const avatar = page.locator("main img.avatar").first();
  await avatar.scrollIntoViewIfNeeded();
  await expect(avatar).toHaveAttribute("src", "/images/avatar.svg");
});

test("a failed picture in the text of an article is replaced as well", async ({ page, request }) => {
  await loseObjects(page);
  const path = await illustratedArticle(page);
  await open(page, path);
  const picture = page.locator(".prose img").first();
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveAttribute("src", "/images/picture.svg");
  expect(await anArticle(request)).toBeTruthy();
});

test("every picture has its size, and only those of the object store are requested in another size", async ({
  page,
  request,
}) => {
  test.setTimeout(60_000);
  let seen = 0;
  for (const { name, path } of await kindsWithPaths(request)) {
    await page.goto(path);
    const images = await page.locator("img").evaluateAll((all) =>
      all.map((image) => ({
        src: image.getAttribute("src") ?? "",
        srcset: image.getAttribute("srcset") ?? "",
        avif: image.parentElement?.querySelector("picture > source")?.getAttribute("srcset") ?? "",
        width: Number(image.getAttribute("width")),
        height: Number(image.getAttribute("height")),
        alt: image.getAttribute("alt"),
      })),
    );
    for (const { src, srcset, avif, width, height, alt } of images) {
      expect.soft(width, `${name}: width of ${src}`).toBeGreaterThan(0);
      expect.soft(height, `${name}: height of ${src}`).toBeGreaterThan(0);
      expect.soft(alt, `${name}: alt of ${src}`).not.toBeNull();
      for (const url of [src, ...srcset.split(", ").filter(Boolean)]) {
        if (url.includes("x-oss-process")) {
          expect.soft(url, name).toMatch(/^\/oss\/[^?]+\?x-oss-process=image\/resize,w_\d+\/format,webp/);
          seen += 1;
        }
      }
      for (const url of avif.split(", ").filter(Boolean))
        expect.soft(url, name).toMatch(/^\/oss\/[^?]+\?x-oss-process=image\/resize,w_\d+\/format,avif /);
    }
  }
  expect(seen).toBeGreaterThan(50);
});

test("pictures have the requested size", async ({ page }) => {
  await open(page, "/case");
  const cover = page.locator(".case-card__cover").first();
  await expect.poll(() => cover.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  const { asked, got, type } = await cover.evaluate(async (image) => {
    const { currentSrc } = image as HTMLImageElement;
    const blob = await (await fetch(currentSrc)).blob();
    const bitmap = await createImageBitmap(blob);
    return { asked: Number(/w_(\d+)/.exec(currentSrc)?.[1]), got: bitmap.width, type: blob.type };
  });
  expect(type).toBe("image/avif");
  expect(got).toBeGreaterThan(0);
  expect(got).toBeLessThanOrEqual(asked);
});

test("pictures further down are not loaded until they are near", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto("/case");
  await hydrated(page);
  const lazy = await page
    .locator("main img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("loading")));
  expect(lazy.slice(4).every((loading) => loading === "lazy")).toBe(true);
  expect(await sourcesOf(page, "main img[fetchpriority=high]")).not.toHaveLength(0);
});

test("a click on a button in a clickable card does not reach the card", async ({ page }) => {
  await open(page, "/_dev/index2");
  const sample = page.locator("section", { hasText: "点击不外传" }).last();
  await sample.getByRole("button", { name: "不外传" }).click();
  await expect(sample.locator("output")).toHaveText("卡片 0 次，按钮 1 次");
  await sample.getByRole("button", { name: "不外传" }).press("Enter");
  await expect(sample.locator("output")).toHaveText("卡片 0 次，按钮 2 次");
  await sample.getByRole("button", { name: "外传", exact: true }).click();
  await expect(sample.locator("output")).toHaveText("卡片 1 次，按钮 3 次");
});
