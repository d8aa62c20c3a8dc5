import { expect, type Page, test } from "@playwright/test";
import { anArticle, kindsWithPaths } from "#tests/e2e/support/browser-pages";
import { holdScripts } from "#tests/e2e/support/hold-scripts";
import { logIn, newMember } from "#tests/e2e/support/member";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { documentsOf, saveData, scriptsOf, takenOver, watch, withoutRules } from "#tests/e2e/support/page-errors";

test.use(OWN_CONTEXT);

/** Opens a page without interaction, and waits until everything automatic has happened. */
async function leaveAlone(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "load" });
  // Longer than the browser's idle wait, and the second before prefetching.
  await page.waitForTimeout(1_500);
}

/** Number of parallel pages. */
const TABS = 8;

test("a field focused while its page is still loading starts the scripts", async ({ page }) => {
  // Before the script at the end of the page runs, and never again.
  await page.addInitScript(() => {
    const arrival = new MutationObserver(() => {
      const field = document.querySelector<HTMLInputElement>("main [name=phone]");
      if (!field) return;
      arrival.disconnect();
      field.focus();
    });
    arrival.observe(document, { childList: true, subtree: true });
  });
  await page.goto("/login");
  await expect(page.getByRole("main").locator("[name=phone]")).toBeFocused();
  await takenOver(page);
});

test("a visitor's page shows what this browser has stored before any interaction", async ({ page }) => {
  await page.goto(AT_ONCE);
  await expect(page.getByText("还没有存下什么")).toBeVisible();
});

test("a handover link fills in its token without touching the page", async ({ page }) => {
  await page.goto("/handover#token-of-a-link");
  await expect(page.getByLabel("认领链接")).toHaveValue("token-of-a-link");
});

/** Its list is what this browser has stored, which only scripts can show. */
const AT_ONCE = "/offline";

test("no page requests a script for a visitor before the first interaction", async ({ context, request }) => {
  const kinds = await kindsWithPaths(request);
  const paths = kinds.filter(({ path }) => path !== AT_ONCE);
  expect(paths).toHaveLength(kinds.length - 1);
  // Each in its own tab, to wait in parallel.
  for (let first = 0; first < paths.length; first += TABS) {
    const some = paths.slice(first, first + TABS).map(async ({ name, path }) => {
      const page = await context.newPage();
      const scripts = scriptsOf(page);
      await leaveAlone(page, path);
      expect.soft(scripts, name).toEqual([]);
      await page.close();
    });
    await Promise.all(some);
  }
});

test("a member's page starts its scripts by itself", async ({ page, context, baseURL }) => {
  await logIn(context, await newMember(), baseURL);
  await page.goto("/question");
  await takenOver(page);
});

test.describe("the first", () => {
  test.beforeEach(({ page }) => saveData(page));
  test.afterEach(({ context }) => context.clearPermissions());

  test("press on a link navigates without loading a script", async ({ page }) => {
    const scripts = scriptsOf(page);
    // Other tests publish and withdraw questions on the first page.
    await page.goto("/question?page=2");
    const link = page.locator("main article h2 a").first();
    const to = await link.getAttribute("href");
    await link.click();
    await expect(page).toHaveURL(to ?? "");
    await expect(page.locator("main h1")).toBeVisible();
    expect(scripts).toEqual([]);
  });

  test("press on something that requires a login opens the dialog", async ({ page, request }) => {
    const documents = documentsOf(page);
    const release = await holdScripts(page);
    const path = await anArticle(request);
    await page.goto(path);
    const like = page.getByRole("main").locator("[data-login]").first();
    await like.click();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(1);
    release();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    expect(documents).toEqual([path]);
  });

  test("key opens it as well", async ({ page, request }) => {
    const documents = documentsOf(page);
    const path = await anArticle(request);
    await page.goto(path);
    const link = page.getByRole("banner").getByRole("link", { name: "登录" }).first();
    await link.evaluate((element) => element.focus());
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(documents).toEqual([path]);
  });

  test("press works as without scripts if they can't be loaded", async ({ page, request }) => {
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto(await anArticle(request));
    await page.getByRole("banner").getByRole("link", { name: "登录" }).first().click();
    await expect(page).toHaveURL(/\/login\?next=/);
  });

  test("press works as without scripts if they take too long", async ({ page, request }) => {
    await holdScripts(page);
    await page.goto(await anArticle(request));
    await page.getByRole("banner").getByRole("link", { name: "登录" }).first().click();
    await expect(page).toHaveURL(/\/login\?next=/);
  });

  test("presses on a menu and on its entries count", async ({ page, context, request }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const release = await holdScripts(page);
    const path = await anArticle(request);
    await page.goto(path);
    await page.getByLabel("更多操作：这篇文章").click();
    await page.getByRole("main").getByRole("link", { name: "复制链接" }).first().click();
    release();
    await expect(page.getByText("链接已复制")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await expect(page).toHaveURL(path);
  });

  test("menu that is opened closes by Escape afterwards", async ({ page, request }) => {
    await page.goto(await anArticle(request));
    await page.getByLabel("更多操作：这篇文章").click();
    const link = page.getByRole("main").getByRole("link", { name: "复制链接" }).first();
    await expect(link).toBeVisible();
    await takenOver(page);
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(link).toBeHidden({ timeout: 500 });
    }).toPass();
  });

  test("typed letters are kept, and submitted", async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto("/about");
    const field = page.getByRole("banner").getByRole("searchbox");
    await field.focus();
    await page.keyboard.type("数据");
    release();
    await takenOver(page);
    await expect(field).toHaveValue("数据");
    await expect(field).toBeFocused();
    await page.keyboard.type("库");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/search/all?q=${encodeURIComponent("数据库")}`);
  });

  test("key of any kind starts the scripts, and so do a focus and a scroll", async ({ page }) => {
    await page.goto("/about");
    await page.keyboard.press("Shift");
    await takenOver(page);
    await page.reload();
    await page.getByRole("banner").getByRole("searchbox").focus();
    await takenOver(page);
    await page.reload();
    await page.mouse.move(5, 300);
    await page.mouse.wheel(0, 100);
    await takenOver(page);
  });

  test("text dragged into a field is kept, and the scripts start", async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto("/about");
    await page.evaluate(() => {
      const heading = document.querySelector("main h1");
      if (heading) getSelection()?.selectAllChildren(heading);
    });
    const heading = page.getByRole("heading", { level: 1 });
    const words = await heading.innerText();
    const field = page.getByRole("banner").getByRole("searchbox");
    await heading.dragTo(field, { sourcePosition: { x: 12, y: 12 } });
    await expect(field).toHaveValue(words);
    release();
    await takenOver(page);
    await expect(field).toHaveValue(words);
  });

  test.describe("on a phone", () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

    test("tap counts", async ({ page, request }) => {
      const documents = documentsOf(page);
      const path = await anArticle(request);
      await page.goto(path);
      await page.getByRole("main").locator("[data-login]").first().tap();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(documents).toEqual([path]);
    });
  });
});

test("the theme switch works before anything is fetched", async ({ page }) => {
  await saveData(page);
  await page.route("**/assets/*.js", () => new Promise(() => {}));
  await page.goto("/about");
  await page.getByRole("button", { name: "外观" }).click();
  await page.getByRole("button", { name: "深色" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: "外观" }).click();
  await expect(page.getByRole("button", { name: "深色" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: "跟随系统" })).toHaveAttribute("aria-pressed", "false");
});

test("failed pictures are replaced on an untouched page", async ({ page }) => {
  const scripts = scriptsOf(page);
  await page.route("**/oss/**", (route) => route.fulfill({ status: 404 }));
  await page.goto("/case");
  const cover = page.locator(".case-card__cover").first();
  await expect(cover).toHaveAttribute("src", "/images/picture.svg");
  await expect(cover).not.toHaveAttribute("srcset");
  expect(scripts).toEqual([]);
  // React does not change it.
  await page.keyboard.press("Shift");
  await takenOver(page);
  await expect(cover).toHaveAttribute("src", "/images/picture.svg");
});

test("without speculation rules, targets of links in view are fetched once, touched or not", async ({ page }) => {
  const complaints = await watch(page);
  await withoutRules(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) asked.push(pathname);
  });
  await page.goto("/question");
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  await page.keyboard.press("Shift");
  await takenOver(page);
  // The modules are prefetched a second later.
  await page.waitForTimeout(1_500);
  expect(new Set(asked).size).toBe(asked.length);
  expect(complaints).toEqual([]);
});

test("a failed prefetch is a warning, also before the first interaction", async ({ page }) => {
  const scripts = scriptsOf(page);
  await withoutRules(page);
  await page.route("**/*.data*", (route) => route.abort());
  const warned = page.waitForEvent("console", (message) => message.text().startsWith("Prefetch failed"));
  await page.goto("/question");
  expect((await warned).type()).toBe("warning");
  expect(scripts).toEqual([]);
});

test("the window is measured 50 ms after a resize, untouched", async ({ page }) => {
  const now = new Date("2026-11-20T08:00:00Z");
  const scripts = scriptsOf(page);
  await page.clock.install({ time: now });
  await page.clock.pauseAt(new Date(now.getTime() + 1_000));
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/_dev/render-test");
  const screen = page.locator("[data-screen]");
  await expect(screen).toHaveText("宽屏");
  await page.evaluate(() => addEventListener("resize", () => Object.assign(window, { resized: true }), { once: true }));
  await page.setViewportSize({ width: 360, height: 720 });
  await page.waitForFunction(() => "resized" in window);
  await page.clock.runFor(40);
  await expect(screen).toHaveText("宽屏");
  await page.clock.runFor(20);
  await expect(screen).toHaveText("窄屏");
  expect(scripts).toEqual([]);
});
