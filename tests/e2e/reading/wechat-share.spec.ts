import { expect, type Page, test } from "@playwright/test";
import { watch } from "#tests/e2e/support/page-errors";

const SCRIPT = "https://res.wx.qq.com/open/js/**";
const ANDROID = "Mozilla/5.0 (Linux; Android 14; V2324A) AppleWebKit/537.36 Chrome/120.0 Mobile MicroMessenger/8.0.50";

type Told = {
  configs: { appId: string; signature: string; jsApiList: string[] }[];
  cards: { title: string; desc?: string; link: string }[];
};

/** Fakes WeChat's script, and records the page's calls. */
async function playWeixin(page: Page): Promise<() => Promise<Told>> {
  const body = `window.told = { configs: [], cards: [] };
    window.wx = { config: (one) => told.configs.push(one), ready: (done) => done(),
      updateAppMessageShareData: (card) => told.cards.push(card), updateTimelineShareData: () => {} };`;
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: "text/javascript", body }));
  return () => page.evaluate(() => (window as unknown as { told?: Told }).told ?? { configs: [], cards: [] });
}

test.describe("inside WeChat", () => {
  test.use({ userAgent: ANDROID, viewport: { width: 360, height: 800 } });

  test("each page tells WeChat what a link to it looks like", async ({ page }) => {
    const complaints = await watch(page);
    const told = await playWeixin(page);
    await page.goto("/about");
    const canonical = () => page.locator('link[rel="canonical"]').getAttribute("href");
    await expect.poll(async () => (await told()).cards.length).toBe(1);
    const { configs, cards } = await told();
    expect(configs[0]).toMatchObject({ signature: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(configs[0]?.jsApiList).toContain("updateAppMessageShareData");
    expect(cards[0]).toMatchObject({ link: await canonical(), desc: expect.stringMatching(/./) });

    await page.getByRole("navigation", { name: "底部导航" }).getByRole("link", { name: "问答" }).click();
    await expect(page).toHaveURL("/question");
    await expect.poll(async () => (await told()).cards.at(-1)?.title).toBe("问答");
    expect((await told()).cards.at(-1)?.link).toBe(await canonical());
    expect((await told()).configs).toHaveLength(2);
    expect(complaints).toEqual([]);
  });

  test("a page works if WeChat's script can't be loaded", async ({ page }) => {
    await page.route(SCRIPT, (route) => route.abort());
    const asked = page.waitForRequest(SCRIPT);
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto("/about");
    await asked;
    await page.getByRole("navigation", { name: "底部导航" }).getByRole("link", { name: "问答" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "问答" })).toBeVisible();
    expect(errors).toEqual([]);
  });
});

test("elsewhere nothing of WeChat's is requested, nor allowed", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const answer = await page.goto("/about");
  expect(answer?.headers()["content-security-policy"]).not.toContain("res.wx.qq.com");
  await page.waitForLoadState("networkidle");
  expect(asked.filter((url) => /wx\.qq\.com|weixin/.test(url))).toEqual([]);
});
