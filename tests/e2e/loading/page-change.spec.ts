import { expect, type Locator, type Page, test } from "@playwright/test";
import { newMember } from "#tests/e2e/support/member";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { hydrated, open, saveData, scriptsOf, takenOver, watch } from "#tests/e2e/support/page-errors";

test.use(OWN_CONTEXT);
test.use({ reducedMotion: "no-preference" });

/** Other tests publish and withdraw questions on the first page. */
const LIST = "/question?page=2";
const LINK = "main h2 a[data-prefetch]";
const RULES = "script[type=speculationrules]";

/** Document requests, and whether they are prefetches; a page's confirmation requests are not included. */
function asked(page: Page): { path: string; ahead: boolean }[] {
  const found: { path: string; ahead: boolean }[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() || request.headers()["sec-purpose"])
      found.push({ path: new URL(request.url()).pathname, ahead: request.headers()["sec-purpose"] === "prefetch" });
  });
  return found;
}

/** Data requests of pages. */
function dataAsked(page: Page): string[] {
  const found: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) found.push(pathname);
  });
  return found;
}

const deliveryOf = (page: Page) =>
  page.evaluate(() => (performance.getEntriesByType("navigation")[0] as { deliveryType?: string }).deliveryType);

test.describe("a page that nobody has touched", () => {
  test("prefetches the document of a link that the mouse rests on, which then opens at once", async ({ page }) => {
    const complaints = await watch(page);
    const documents = asked(page);
    const data = dataAsked(page);
    const scripts = scriptsOf(page);
    await page.goto(LIST);
    await page.locator(RULES).waitFor({ state: "attached" });
    const link = page.locator(LINK).first();
    const path = (await link.getAttribute("href")) ?? "";
    const ahead = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await link.hover();
    // A click does not wait longer than a second for a prefetch.
    await (await ahead).finished();
    expect(documents).toContainEqual({ path, ahead: true });
    const itself = page.waitForResponse((response) => response.request().resourceType() === "fetch");
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(page.locator("main h1")).toBeVisible();
    expect(await deliveryOf(page)).toBe("navigational-prefetch");
    // Which makes it count as a visit.
    expect(new URL((await itself).url()).pathname).toBe(path);
    expect([data, scripts, complaints]).toEqual([[], [], []]);
  });

  test("shows current content when opened", async ({ page, context, baseURL }) => {
    await page.goto(LIST);
    await page.locator(RULES).waitFor({ state: "attached" });
    const link = page.locator(LINK).first();
    const path = (await link.getAttribute("href")) ?? "";
    const ahead = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await link.hover();
    await (await ahead).finished();
    // Someone logs in in another window.
    const { token } = await newMember();
    await context.addCookies([{ name: "token", value: token, url: baseURL ?? "" }]);
    await link.click();
    await expect(page.getByRole("banner").getByRole("button", { name: /的菜单$/ })).toBeVisible();
  });

  test("removes the speculation rules once React has started, and prefetches data from then on", async ({ page }) => {
    const documents = asked(page);
    const data = dataAsked(page);
    await page.goto(LIST);
    await page.locator(RULES).waitFor({ state: "attached" });
    expect(data).toEqual([]);
    await page.keyboard.press("Shift");
    await takenOver(page);
    await expect(page.locator(RULES)).toHaveCount(0);
    const link = page.locator(LINK).first();
    const path = await link.getAttribute("href");
    await expect.poll(() => data).toContain(`${path}.data`);
    await link.hover();
    await link.click();
    await expect(page).toHaveURL(path ?? "");
    await expect(page.locator("main h1")).toBeVisible();
    expect(documents).toEqual([{ path: "/question", ahead: false }]);
  });

  for (const [name, connection] of [
    ["a slow-2g connection", { effectiveType: "slow-2g" }],
    ["a reader who saves data", { saveData: true }],
  ] as const) {
    test(`leaves ${name} alone, and prefetches others after 1000 ms`, async ({ page, context }) => {
      const other = await context.newPage();
      for (const one of [page, other]) {
        await one.clock.install({ time: new Date("2026-11-20T08:00:00Z") });
        await one.clock.pauseAt(new Date("2026-11-20T08:00:01Z"));
      }
      await saveData(page, connection);
      await Promise.all([page.goto(LIST), other.goto(LIST)]);
      await other.clock.runFor(990);
      await expect(other.locator(RULES)).toHaveCount(0);
      for (const one of [page, other]) await one.clock.runFor(1_000);
      await expect(other.locator(RULES)).toHaveCount(1);
      await expect(page.locator(RULES)).toHaveCount(0);
    });
  }
});

type Noting = { moved: string[] };

/** Records how pages are changed; call before `goto`. */
async function noteChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    addEventListener("pagereveal", (event) => {
      if ((event as unknown as { viewTransition: unknown }).viewTransition) moved.push("document");
    });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      moved.push("page");
      return start(change);
    };
  });
}
const changes = (page: Page) => page.evaluate(() => (window as unknown as Noting).moved);
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Makes page transitions last until they are ended; call before `goto`. */
async function changeForEver(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const hold = ({ ready }: ViewTransition) =>
      void ready.then(() => {
        for (const animation of document.getAnimations()) animation.pause();
        document.documentElement.dataset.changing = "";
      });
    addEventListener("pagereveal", ({ viewTransition }) => viewTransition && hold(viewTransition));
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const transition = start(change);
      hold(transition);
      return transition;
    };
  });
}

/** Waits until a transition runs, and returns the centre of a control, without waiting for anything else. */
async function middleOf(page: Page, control: Locator): Promise<[number, number]> {
  await expect(page.locator("html[data-changing]")).toBeAttached();
  const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

test.describe("what is pressed while pages change over", () => {
  for (const touch of [false, true]) {
    test.describe(touch ? "by a finger" : "by a mouse", () => {
      test.use({ hasTouch: touch });
      const press = (page: Page, [x, y]: [number, number]) =>
        touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);
      const appearance = (page: Page) => page.getByRole("banner").getByRole("button", { name: "外观" });
      const dark = (page: Page) => page.getByRole("button", { name: "深色" });

      test("counts on a page of the client router", async ({ page }) => {
        await changeForEver(page);
        await saveData(page);
        await open(page, LIST);
        const title = (await page.locator(LINK).first().textContent()) ?? "";
        await page.locator(LINK).first().click();
        await expect(page.locator("main h1")).toHaveText(title);
        await press(page, await middleOf(page, appearance(page)));
        await expect(dark(page)).toBeVisible();
      });

      test("counts in a field", async ({ page }) => {
        await changeForEver(page);
        await saveData(page);
        await open(page, LIST);
        await page.locator(LINK).first().click();
        const field = page.getByRole("banner").getByRole("searchbox", { name: "搜索" });
        await press(page, await middleOf(page, field));
        await expect(field).toBeFocused();
      });

      test("counts on a document", async ({ page }) => {
        await changeForEver(page);
        await saveData(page);
        await page.goto(LIST);
        await page.locator(LINK).first().click();
        await expect(page.locator("main h1")).toBeVisible();
        await press(page, await middleOf(page, appearance(page)));
        await expect(dark(page)).toBeVisible();
        await press(page, await middleOf(page, dark(page)));
        await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      });
    });
  }

  test("opens another window if the modifier keys are held", async ({ page, context }) => {
    await changeForEver(page);
    await saveData(page);
    await open(page, LIST);
    await page.locator(LINK).first().click();
    const middle = await middleOf(page, page.getByRole("banner").getByRole("link").first());
    const opened = context.waitForEvent("page");
    await page.keyboard.down("ControlOrMeta");
    await page.mouse.click(...middle);
    await page.keyboard.up("ControlOrMeta");
    await expect(await opened).toHaveURL("/");
    await expect(page).not.toHaveURL("/");
  });
});

test.describe("pages change over", () => {
  test("from document to document, without our scripts", async ({ page }) => {
    const complaints = await watch(page);
    await noteChanges(page);
    await saveData(page);
    await page.goto(LIST);
    await page.locator(LINK).first().click();
    await expect(page.locator("main h1")).toBeVisible();
    await expect.poll(() => changes(page)).toEqual(["document"]);
    expect(complaints).toEqual([]);
  });

  test("within one document; presses meanwhile count, and Back restores the position", async ({ page }) => {
    const complaints = await watch(page);
    await noteChanges(page);
    await saveData(page);
    await page.setViewportSize({ width: 1280, height: 500 });
    await open(page, LIST);
    const link = page.locator(LINK).nth(4);
    await link.scrollIntoViewIfNeeded();
    const title = (await link.textContent()) ?? "";
    const left = await scrolled(page);
    expect(left).toBeGreaterThan(0);
    await link.click();
    await expect(page.locator("main h1")).toHaveText(title);
    // Immediately, during the transition.
    await page.getByRole("banner").getByRole("button", { name: "外观" }).click();
    await page.getByRole("button", { name: "深色" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(await changes(page)).toEqual(["page"]);
    expect(await scrolled(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(LIST);
    await expect.poll(() => scrolled(page)).toBe(left);
    await page.goForward();
    await expect(page.locator("main h1")).toHaveText(title);
    expect(await changes(page)).toEqual(["page"]);
    expect(complaints).toEqual([]);
  });

  test("at once if only the query changes", async ({ page }) => {
    await noteChanges(page);
    await saveData(page);
    await open(page, LIST);
    await page.locator("main nav a[href*='?']").first().click();
    await expect(page).toHaveURL(/\?/);
    await hydrated(page);
    expect(await changes(page)).toEqual([]);
  });

  test("twice, if somebody navigates on before the first is finished", async ({ page }) => {
    const complaints = await watch(page);
    await noteChanges(page);
    await saveData(page);
    await open(page, LIST);
    const second = await page.locator(LINK).nth(1).getAttribute("href");
    await page.evaluate(() => {
      const [first, next] = document.querySelectorAll<HTMLElement>("main h2 a[data-prefetch]");
      first?.click();
      setTimeout(() => next?.click(), 5);
    });
    await expect(page).toHaveURL(second ?? "");
    await expect(page.locator("main h1")).toBeVisible();
    expect(complaints).toEqual([]);
  });

  test("at once if reduced motion is preferred", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await noteChanges(page);
    await saveData(page);
    await page.goto(LIST);
    await page.locator(LINK).first().click();
    await expect(page.locator("main h1")).toBeVisible();
    expect(await changes(page)).toEqual([]);
    await hydrated(page);
    await page.getByRole("banner").getByRole("link").first().click();
    await expect(page).toHaveURL("/");
    expect(await changes(page)).toEqual([]);
  });
});
