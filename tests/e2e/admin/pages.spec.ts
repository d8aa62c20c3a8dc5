import { expect, test } from "@playwright/test";
import { roles } from "#app/contract/permissions";
import { placedRoutes } from "#app/route-facts";
import { routes } from "#app/routes";
import { expectNothing } from "#tests/e2e/support/axe-violations";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, type Member, newMember, onAnotherDevice, proveAgain } from "#tests/e2e/support/member";
import { hydrated, open, saveData } from "#tests/e2e/support/page-errors";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";

/** A row of the demo data, by column. */
const one = (table: keyof Database, column: "id" | "order_no") => (db: Db) =>
  db
    .selectFrom(table as "zhiku_orders")
    .select(column as "order_no")
    .limit(1)
    .executeTakeFirst()
    .then((row) => (row ? String(Object.values(row)[0]) : null));

/** A page below such a row's own. */
const below = (row: (db: Db) => Promise<string | null>, page: string) => async (db: Db) => {
  const id = await row(db);
  return id && `${id}/${page}`;
};

/** Values for the parameters of the console's paths; every path with parameters needs a row here. */
const SAMPLES: Record<string, string | ((db: Db) => Promise<string | null>)> = {
  "/admin/activity/:id": one("activities", "id"),
  "/admin/case/:id": one("cases", "id"),
  "/admin/agreement/:key": "terms",
  "/admin/agreement/:key/consent": "terms/consent",
  "/admin/announcement/:id": one("announcements", "id"),
  "/admin/submission/:id": one("form_submissions", "id"),
  "/admin/form/:id": "1",
  "/admin/form/:id/submission": "1",
  "/admin/appeal/:id": one("appeals", "id"),
  "/admin/content/:kind": "article",
  "/admin/content/:kind/:id": "article/1",
  "/admin/code/:id": one("zhiku_code_batches", "id"),
  "/admin/draft/:kind/:id": (db) =>
    db
      .selectFrom("staff_drafts")
      .select("id")
      .where("kind", "=", "case")
      .executeTakeFirst()
      .then((row) => (row ? `case/${row.id}` : null)),
  "/admin/log/:id": one("audit_log", "id"),
  "/admin/message/:id": "new",
  "/admin/content/:kind/:id/edit": "article/1/edit",
  "/admin/content/:kind/:id/version": "article/1/version",
  "/admin/content/question/:id/merge": "1/merge",
  "/admin/placing/:kind/:id": "article/1",
  "/admin/offer/:id": one("zhiku_offers", "id"),
  "/admin/order/:no": one("zhiku_orders", "order_no"),
  "/admin/report/:kind/:id": (db) =>
    db
      .selectFrom("reports")
      .select(["target_kind", "target_id"])
      .limit(1)
      .executeTakeFirst()
      .then((row) => (row ? `${row.target_kind}/${row.target_id}` : null)),
  "/admin/review/:id": one("reviews", "id"),
  "/admin/review/:id/edit": below(one("reviews", "id"), "edit"),
  "/admin/site/:place": "banner",
  "/admin/text/:key": "about",
  "/admin/user/:id": one("users", "id"),
  "/admin/user/:id/handover": below(one("users", "id"), "handover"),
  "/admin/user/:id/merge": below(one("users", "id"), "merge"),
  "/admin/taxonomy/tag": (db) =>
    db
      .selectFrom("tags")
      .select("name")
      .where("total", ">", 0)
      .limit(1)
      .executeTakeFirst()
      .then((row) => (row ? `?name=${encodeURIComponent(row.name)}` : null)),
  "/admin/taxonomy/class/:id": one("classifications", "id"),
  "/admin/zhiku/category/:id": one("zhiku_categories", "id"),
  "/admin/zhiku/content/:id": one("zhiku_contents", "id"),
  "/admin/zhiku/content/:id/preview": below(one("zhiku_contents", "id"), "preview?as=member"),
  "/admin/zhiku/rights-text/:id": "all",
};

/** Pages that are not accessible once verified, or without a second factor. */
const ELSEWHERE = new Set(["/admin/verify", "/admin/factor/new"]);
/** Stands for all unknown URLs. */
const MISSING = "/admin/*";
const PATHS = placedRoutes(routes)
  .leaves.filter(({ path, facts }) => facts.audience === "staff" && facts.shape === "page" && !ELSEWHERE.has(path))
  .map(({ path }) => path);

test.describe.configure({ timeout: 180_000 });

/** The demo's owner, logged in for these tests, and their pages by path. */
async function ownersPages(): Promise<{ owner: Member; paths: string[] }> {
  const { db } = await demoDatabase();
  const [owner] = roles;
  const { user_id } = await db
    .selectFrom("staff")
    .select("user_id")
    .where("role", "=", owner)
    .orderBy("user_id")
    .executeTakeFirstOrThrow();
  const paths: string[] = [];
  for (const path of new Set(PATHS)) {
    const sample = SAMPLES[path];
    if (path.includes(":")) expect(sample, `what stands for ${path}`).toBeDefined();
    const value = typeof sample === "function" ? await sample(db) : sample;
    // Without such an item in the demo data, there is no page to test.
    if (value !== null) paths.push(path.includes(":") ? path.replace(/:.*/, value ?? "") : path + (value ?? ""));
  }
  return { owner: await onAnotherDevice({ ...(await newMember()), userId: Number(user_id) }, "console"), paths };
}

/** Number of parallel parts; a single test would end long after all others. */
const PARTS = 6;

for (let part = 0; part < PARTS; part += 1) {
  test(`in the console axe finds nothing, part ${part + 1} of ${PARTS}`, async ({ page, context, baseURL }) => {
    await saveData(page);
    const { owner, paths } = await ownersPages();
    await logIn(context, owner, baseURL);
    for (const path of paths.filter((_, index) => index % PARTS === part)) {
      await test.step(path, async () => {
        await open(page, path);
        await expectNothing(page);
      });
    }
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "with HTML alone", () => {
    test.use({ javaScriptEnabled });

    test("one logs out from the console", async ({ page, context, baseURL }) => {
      const { owner } = await ownersPages();
      await logIn(context, owner, baseURL);
      await page.goto("/admin/user");
      if (javaScriptEnabled) await hydrated(page);
      await page.getByRole("banner").getByRole("button", { name: "退出", exact: true }).click();
      await expect(page.getByText("已退出登录")).toBeVisible();
      await expect(page).toHaveURL("/");
      expect((await context.cookies()).some(({ name }) => name === "token")).toBe(false);
    });
  });
}

test("every page of the console opens at its top, with its entry of the menu in view", async ({
  page,
  context,
  baseURL,
}) => {
  await saveData(page);
  const { owner } = await ownersPages();
  await proveAgain(owner);
  await logIn(context, owner, baseURL);
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, "/admin");
  const menu = page.locator(".admin__side").getByRole("navigation", { name: "后台" });
  const entries = await menu.locator("a").evaluateAll((all) => all.map((entry) => entry.getAttribute("href") ?? ""));
  expect(entries.length).toBeGreaterThan(20);
  // Those that are below the window.
  for (const path of entries.slice(-4)) {
    await test.step(path, async () => {
      await open(page, path);
      await expect(menu.locator("[aria-current]")).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  }
});

test("the two dates of the log's filter are equally wide, and on a phone each has its own row", async ({
  page,
  context,
  baseURL,
}) => {
  const { owner } = await ownersPages();
  await logIn(context, owner, baseURL);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 });
    await open(page, "/admin/log");
    const [from, to] = await Promise.all(
      ["从", "到"].map((day) => page.getByRole("search").getByLabel(day, { exact: true }).boundingBox()),
    );
    expect(from?.width).toBe(to?.width);
    expect(from?.y === to?.y).toBe(width === 1280);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("the console's pages are complete, and none is wider than a narrow phone", async ({
    page,
    context,
    baseURL,
  }) => {
    const { owner, paths } = await ownersPages();
    await logIn(context, owner, baseURL);
    for (const path of paths) {
      const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
      expect.soft(answer?.status(), path).toBe(path === MISSING ? 404 : 200);
      await expect.soft(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
      const { scrollWidth, clientWidth, mute } = await page.locator("html").evaluate((html) => ({
        scrollWidth: html.scrollWidth,
        clientWidth: html.clientWidth,
        // A form that only scripts could send.
        mute: [...html.querySelectorAll("main form")].filter((form) => !form.querySelector("[type=submit]")).length,
      }));
      expect.soft(scrollWidth, path).toBeLessThanOrEqual(clientWidth);
      expect.soft(mute, path).toBe(0);
    }
  });
});
