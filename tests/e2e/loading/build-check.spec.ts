import { expect, type Page, test } from "@playwright/test";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { documentsOf, hydrated, saveData, watch } from "#tests/e2e/support/page-errors";
import { type Site, startTwoBuilds } from "#tests/e2e/support/two-builds";
import { moduleOf } from "#tests/framework/remix-in-page";

test.use(OWN_CONTEXT);

// Sequential, because all of them share the two servers.
test.describe.configure({ mode: "default", timeout: 60_000 });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LIST = "/question";

let builds: Awaited<ReturnType<typeof startTwoBuilds>>;
let site: Site;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  builds = await startTwoBuilds();
});
test.afterAll(() => builds?.stop());
test.beforeEach(async () => {
  site = await builds.openSite();
});
test.afterEach(() => site.close());

/** A tab on a list of questions loaded from build a, without prefetched data. */
async function openTab(page: Page): Promise<{ documents: string[]; checks: string[]; target: string }> {
  await saveData(page);
  await countChecks(page);
  const checks: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/builds/")) checks.push(request.url().slice(site.origin.length));
  });
  const documents = documentsOf(page);
  await page.goto(site.origin + LIST);
  // With a fake clock the browser is never idle.
  await page.keyboard.press("Shift");
  await hydrated(page);
  const target = (await someQuestion(page).getAttribute("href")) ?? "";
  expect(documents).toEqual([LIST]);
  return { documents, checks, target };
}

/** From the middle of the list: other tests publish questions at its beginning, and withdraw new ones. */
const someQuestion = (page: Page) => page.locator("main article h2 a").nth(9);
/** It may be further down by now. */
const linkTo = (page: Page, question: string) => page.locator(`main article h2 a[href="${question}"]`);
const onBuild = (page: Page, build: "a" | "b") =>
  expect(page.locator("html[data-build=b]")).toHaveCount(build === "b" ? 1 : 0);
type Counting = { checksRead: number; missesModules: boolean };

/** Counts the checks whose responses the page has read; also looks for missing modules; call before `goto`. */
async function countChecks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counting = window as unknown as Counting;
    counting.checksRead = 0;
    counting.missesModules = false;
    window.addEventListener("vite:preloadError", () => {
      counting.missesModules = true;
    });
    const { fetch } = window;
    const { json } = Response.prototype;
    window.fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (answer.url.includes("/builds/") && !answer.ok) counting.checksRead += 1;
      return answer;
    };
    Response.prototype.json = function read() {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        counting.checksRead += 1;
      };
      // Messages are delivered after everything that waits for the promise.
      return json.call(this).finally(() => this.url.includes("/builds/") && channel.port2.postMessage(null));
    };
  });
}

/**
 * Resolves when the next check was answered and processed; immediately if the page has stopped checking, because a
 * late-loaded part (list icons) is gone with its build.
 */
async function answered(page: Page): Promise<void> {
  const before = await page.evaluate(() => (window as unknown as Counting).checksRead);
  await page.waitForFunction((count) => {
    const { checksRead, missesModules } = window as unknown as Counting;
    return missesModules || checksRead > count;
  }, before);
}
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

/** Blocks the module of question pages in this tab, for any build. */
async function loseQuestionModule(page: Page): Promise<void> {
  const module = await page.evaluate(moduleOf, "routes/question/detail");
  expect(module).toMatch(/^\/assets\/.+\.js$/);
  await page.route(`**${module}`, (route) => route.fulfill({ status: 404 }));
}

test("within one build a link does not reload the page", async ({ page }) => {
  const { documents, target } = await openTab(page);
  await linkTo(page, target).click();
  await expect(page).toHaveURL(site.origin + target);
  await expect(page.locator("main h1")).toBeVisible();
  expect(documents).toEqual([LIST]);
});

test("the build is checked every hour; after a deployment the next link is a full load of its target", async ({
  page,
}) => {
  await page.clock.install();
  const { documents, checks, target } = await openTab(page);

  await page.clock.fastForward(59 * MINUTE);
  expect(checks).toEqual([]);
  let answer = answered(page);
  await page.clock.fastForward(2 * MINUTE);
  await answer;
  expect(checks).toHaveLength(1);
  expect(checks[0]).toMatch(/^\/builds\/latest\.json\?\d{13}$/);

  site.deploy("b");
  answer = answered(page);
  await page.clock.fastForward(HOUR);
  await answer;
  expect(checks).toHaveLength(2);
  expect(checks[1]).not.toBe(checks[0]);

  // Already known, so there are no further checks, and the page stays until the next navigation.
  await page.clock.fastForward(3 * HOUR);
  expect(checks).toHaveLength(2);
  expect(documents).toEqual([LIST]);

  await linkTo(page, target).click();
  await onBuild(page, "b");
  await expect(page).toHaveURL(site.origin + target);
  expect(documents).toEqual([LIST, target]);
  await expect(page.locator("main h1")).toBeVisible();
});

test("the build is checked when a hidden tab is shown again", async ({ page }) => {
  const { documents, checks, target } = await openTab(page);
  site.deploy("b");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
    Reflect.deleteProperty(document, "visibilityState");
  });
  expect(checks).toEqual([]);
  const answer = answered(page);
  await comeBack(page);
  await answer;
  await linkTo(page, target).click();
  await onBuild(page, "b");
  await expect(page).toHaveURL(site.origin + target);
  expect(documents).toEqual([LIST, target]);
});

test("after a deployment a search is a full load with its query, and so is going back", async ({ page }) => {
  const { documents, target } = await openTab(page);
  await linkTo(page, target).click();
  await expect(page).toHaveURL(site.origin + target);
  site.deploy("b");
  const answer = answered(page);
  await comeBack(page);
  await answer;
  await page.goBack();
  await onBuild(page, "b");
  await expect(page).toHaveURL(site.origin + LIST);
  expect(documents).toEqual([LIST, LIST]);

  await hydrated(page);
  site.deploy("a");
  const second = answered(page);
  await comeBack(page);
  await second;
  await page.getByRole("search").getByRole("searchbox").first().fill("数据库");
  await page.keyboard.press("Enter");
  await onBuild(page, "a");
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("数据库");
  const search = `/search/all?q=${encodeURIComponent("数据库")}`;
  expect(documents).toEqual([LIST, LIST, search]);
});

test("a build check that fails or is not a build id changes nothing", async ({ page }) => {
  const { documents, target } = await openTab(page);
  for (const reply of [{ status: 503, body: "" }, { body: "<!doctype html>" }, { json: { id: 7 } }]) {
    await page.route("**/builds/latest.json?*", (route) => route.fulfill(reply));
    const answer = answered(page);
    await comeBack(page);
    await answer;
  }
  await page.route("**/builds/latest.json?*", (route) => route.abort());
  await comeBack(page);
  await linkTo(page, target).click();
  await expect(page).toHaveURL(site.origin + target);
  expect(documents).toEqual([LIST]);
});

test("a page whose module is gone is loaded from the server once, at the requested URL", async ({ page }) => {
  const complaints = await watch(page);
  const { documents, target } = await openTab(page);
  site.deploy("b");
  await linkTo(page, target).click();
  await onBuild(page, "b");
  await expect(page).toHaveURL(site.origin + target);
  await hydrated(page);
  expect(documents).toEqual([LIST, target]);
  const marker = await page.evaluate(() => ({ ...JSON.parse(sessionStorage["shequ:reload"]), now: Date.now() }));
  expect(marker.path).toBe(target);
  expect(marker.expires - marker.now).toBeGreaterThan(0);
  expect(marker.expires - marker.now).toBeLessThanOrEqual(10_000);
  // Remix's own loader was not used: it would have reloaded the page being left.
  expect(complaints.join("\n")).not.toContain("reloading page");

  await page.goBack();
  await expect(page).toHaveURL(site.origin + LIST);
});

test("a second failure within 10 s shows the error page, not a loop; after that it is tried again", async ({
  page,
}) => {
  await page.clock.install();
  const { documents, target } = await openTab(page);
  await loseQuestionModule(page);

  await linkTo(page, target).click();
  await expect(page).toHaveURL(site.origin + target);
  await expect(page.locator("main h1")).toBeVisible();
  await page.goBack();
  await page.keyboard.press("Shift");
  await hydrated(page);
  expect(documents).toEqual([LIST, target, LIST]);

  await linkTo(page, target).click();
  await expect(page.locator(".error-screen")).toContainText("网络出了点问题，请稍后重试");
  await expect(page).toHaveURL(site.origin + target);
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "重试" })).toHaveAttribute("href", target);
  expect(documents).toEqual([LIST, target, LIST]);

  await page.clock.fastForward(11_000);
  await page.getByRole("banner").getByRole("link", { name: "问答" }).click();
  await expect(page).toHaveURL(site.origin + LIST);
  await expect(linkTo(page, target)).toBeVisible();
  expect(documents).toEqual([LIST, target, LIST, LIST]);

  await page.keyboard.press("Shift");
  await hydrated(page);
  await linkTo(page, target).click();
  await expect(page).toHaveURL(site.origin + target);
  await expect(page.locator("main h1")).toBeVisible();
  expect(documents).toEqual([LIST, target, LIST, LIST, target]);
});

test("without storage there is no marker: the error page is shown, and never reloaded", async ({ page }) => {
  await page.addInitScript(() => {
    for (const method of ["getItem", "setItem"] as const) {
      Storage.prototype[method] = () => {
        throw new DOMException("denied", "SecurityError");
      };
    }
  });
  const { documents } = await openTab(page);
  await loseQuestionModule(page);
  await someQuestion(page).click();
  await expect(page.locator(".error-screen")).toContainText("网络出了点问题，请稍后重试");
  await page.getByRole("banner").getByRole("link", { name: "活动" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "活动" })).toBeVisible();
  expect(documents).toEqual([LIST]);
});

for (const lost of ["entry.client", "root", "manifest"]) {
  test(`a first page whose ${lost} is gone can be read without scripts and does not loop`, async ({ page }) => {
    // A document still being prefetched would not be requested again.
    await saveData(page);
    const documents = documentsOf(page);
    await page.route(`**/assets/${lost}-*.js`, (route) => route.fulfill({ status: 404 }));
    const warned = page.waitForEvent("console", (message) => message.text().startsWith("Page scripts failed"));
    await page.goto(site.origin + LIST);
    await page.keyboard.press("Shift");
    await warned;
    const target = (await someQuestion(page).getAttribute("href")) ?? "";
    await someQuestion(page).click();
    await expect(page).toHaveURL(site.origin + target);
    await expect(page.locator("main h1")).toBeVisible();
    expect(documents).toEqual([LIST, target]);
  });
}
