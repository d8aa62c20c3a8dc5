import { expect, type Page, test } from "@playwright/test";
import { logIn } from "#tests/e2e/support/member";
import { open } from "#tests/e2e/support/page-errors";
import { newReader } from "#tests/e2e/support/zhiku-reader";

const field = { name: "搜索词" };

test("suggestions appear while typing, are chosen by keyboard, and wait for an input method's composition", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/search/all");
  const input = page.getByRole("searchbox", field);
  await input.click();
  await input.pressSequentially("需求");
  const options = page.getByRole("listbox", { name: "搜索建议" }).getByRole("option");
  await expect(options.first()).toBeVisible();
  await expect(input).toHaveAttribute("aria-controls");

  // The Enter of an input method selects a candidate, and does not navigate.
  await input.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await input.evaluate((element) =>
    element.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true }),
    ),
  );
  await expect(page).toHaveURL(/\/search\/all$/);

  await input.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(input).toHaveValue("需求");

  await input.press("End");
  await input.pressSequentially("评审");
  // Not those of the first character.
  await expect(options.first()).toContainText("评审");
  const first = (await options.first().locator(".suggestions__text").textContent()) ?? "";
  await input.press("ArrowDown");
  await input.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(first);
});

test("text typed while a search is loading is kept, and Back shows the words of its page", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/search/all?q=需求");
  const input = page.getByRole("searchbox", field);
  const arrived = holdSearches(page, "技术债");
  await input.fill("技术债");
  await input.press("Enter");
  await input.pressSequentially("务");
  (await arrived)();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("技术债");
  await expect(input).toHaveValue("技术债务");
  await expect(input).toBeFocused();
  await input.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("技术债务");
  await expect(input).toHaveValue("技术债务");
  await expect(input).not.toBeFocused();
  await page.goBack();
  await expect(input).toHaveValue("技术债");
});

/** Delays the response to a search. @returns a function to release it, once it was requested */
function holdSearches(page: Page, words: string): Promise<() => void> {
  return new Promise((asked) =>
    page.route(
      (url) => /^\/search\/all\b/.test(url.pathname) && url.searchParams.get("q") === words,
      async (route) => {
        await new Promise<void>((release) => asked(release));
        await route.continue();
      },
      { times: 1 },
    ),
  );
}

test("recent searches are stored in the browser, offered in an empty field, and cleared by one press", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/search/all");
  const input = page.getByRole("searchbox", field);
  const options = page.getByRole("listbox", { name: "搜索建议" }).getByRole("option");
  await input.click();
  // The list exists after the field was used.
  await expect(input).toHaveAttribute("aria-autocomplete", "list");
  await input.fill("技术债");
  await input.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("技术债");
  // Arriving results would take the focus between selecting and deleting.
  await expect(input).not.toBeFocused();
  await input.fill("");
  await expect(options).toHaveText(["技术债"]);
  await page.getByRole("button", { name: "清空" }).click();
  await expect(options).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("searches"))).toBeNull();
});

test("recent searches are cleared by keyboard, and the list closes when the focus leaves it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => localStorage.setItem("searches", JSON.stringify(["技术债"])));
  await open(page, "/search/all");
  const input = page.getByRole("searchbox", field);
  const options = page.getByRole("listbox", { name: "搜索建议" }).getByRole("option");
  const clear = page.getByRole("button", { name: "清空" });
  await input.focus();
  await expect(options).toHaveText(["技术债"]);
  // The search button is between them.
  for (let stops = 0; stops < 2; stops += 1) await page.keyboard.press("Tab");
  await expect(clear).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(options).toHaveCount(0);
  await input.focus();
  await expect(options).toHaveText(["技术债"]);
  for (let stops = 0; stops < 2; stops += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(options).toHaveCount(0);
  await expect(input).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem("searches"))).toBeNull();
});

test("the header's field suggests like the page's, and a page without a search loads none of its code", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await open(page, "/question");
  const isLoaded = () => loaded.some((path) => /\/(?:suggestions-|search-suggestions$)/.test(path));
  expect(isLoaded()).toBe(false);
  const input = page.getByRole("searchbox", { name: "搜索", exact: true });
  await input.click();
  await input.pressSequentially("需求");
  const options = page.getByRole("listbox", { name: "搜索建议" }).getByRole("option");
  // Not those of the first character.
  await expect(options.first()).toContainText("需求");
  expect(isLoaded()).toBe(true);
  const box = await page.locator(".suggestions").boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 1280).toBe(true);
  const first = (await options.first().locator(".suggestions__text").textContent()) ?? "";
  await input.press("ArrowDown");
  await input.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(first);
  await expect(options).toHaveCount(0);
  await input.fill("周报");
  await input.press("Enter");
  await expect(page).toHaveURL(/\/search\/all\?q=/);
});

test("zhiku's field suggests documents to those who may search there, and stores nothing in the browser", async ({
  page,
  context,
  baseURL,
}) => {
  await logIn(context, await newReader({}), baseURL);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/zhiku/search");
  const input = page.getByRole("searchbox", field);
  const options = page.getByRole("listbox", { name: "搜索建议" }).getByRole("option");
  await input.click();
  await input.pressSequentially("定价");
  // Not those of the first character.
  await expect(options.first()).toContainText("定价");
  await expect(options.first().locator(".suggestions__note")).toHaveText(/^(?:文章|报告|数据|模板)$/);
  const first = (await options.first().locator(".suggestions__text").textContent()) ?? "";
  await input.press("Enter");
  await expect(page).toHaveURL(/\/zhiku\/search\?q=/);
  expect(await page.evaluate(() => localStorage.getItem("searches"))).toBeNull();
  await input.fill("");
  await expect(options).toHaveCount(0);
  await input.pressSequentially("定价");
  await expect(options.first()).toContainText(first);
  await input.press("ArrowDown");
  await input.press("Enter");
  await expect(page).toHaveURL(/\/zhiku\/article\//);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(first);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the field is a plain one, and a search stays within the author of its page", async ({ page }) => {
    await page.goto("/u/1");
    await page.getByRole("link", { name: /写的里面搜索$/ }).click();
    await expect(page.getByText("只看这位作者")).toBeVisible();
    await page.getByRole("searchbox", field).fill("怎么");
    await page.getByRole("button", { name: "搜索", exact: true }).click();
    await expect(page).toHaveURL(/by=1\b/);
  });
});
