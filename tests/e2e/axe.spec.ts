import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { anArticle, PAGE_KINDS } from "./page-kinds";
import { open, saveData } from "./watch";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const WIDTHS = [1280, 360];

/** What axe has against the page as it stands, one entry for each rule that is broken. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // There are no frames, so the page that axe opens to gather their results can be spared.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze();
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 5).map(({ target, failureSummary }) => `  ${target.join(" ")}: ${failureSummary}`);
    return [`${id}: ${help}`, ...places].join("\n");
  });
}

/** In both widths and both themes; of the rules, only contrast depends on the theme. */
async function expectNothing(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect.soft(await violations(page), `light, ${width} px`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect.soft(await violations(page, ["color-contrast"]), `dark, ${width} px`).toEqual([]);
  }
}

test.describe.configure({ timeout: 60_000 });
test.beforeEach(({ page }) => saveData(page));

for (const { name, path } of PAGE_KINDS) {
  test(`${name}: axe finds nothing`, async ({ page, request }) => {
    await open(page, await path(request));
    await expectNothing(page);
  });
}

test("what asks for a login: axe finds nothing", async ({ page, request }) => {
  await open(page, await anArticle(request));
  await page.getByRole("main").getByRole("button", { name: /^喜欢/ }).first().click();
  const asking = page.getByRole("dialog", { name: "您需要先登录" });
  await expect(asking).toBeVisible();
  await expectNothing(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await asking.getByRole("button", { name: "登录" }).click();
  await expect(page.getByLabel("手机号")).toBeVisible();
  await expectNothing(page);
});

test("menus that are open: axe finds nothing", async ({ page }) => {
  await open(page, "/about");
  await page.getByRole("button", { name: "外观" }).click();
  await expect(page.getByRole("button", { name: "跟随系统" })).toBeVisible();
  await expectNothing(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole("button", { name: "更多" }).click();
  await expect(page.locator(":popover-open")).toBeVisible();
  await expectNothing(page);
});

test("comments that are open: axe finds nothing", async ({ page }) => {
  await open(page, "/case/1");
  await expect(page.locator("section.comments .comment").first()).toBeVisible();
  await expectNothing(page);
});

test("axe finds what is wrong", async ({ page }) => {
  await open(page, "/about");
  await page.locator("main h1").evaluate((heading) => {
    heading.innerHTML = '<button></button><img src="/images/picture.svg"><span>faint</span>';
    (heading.lastElementChild as HTMLElement).style.color = getComputedStyle(document.documentElement).backgroundColor;
  });
  const found = (await violations(page)).join("\n");
  expect(found).toContain("color-contrast");
  expect(found).toContain("button-name");
  expect(found).toContain("image-alt");
});
