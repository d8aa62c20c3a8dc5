import { expect, type Page, test } from "@playwright/test";
import { decodeId } from "#app/server/urls/short-id.server";
import { demoDatabase } from "#tests/e2e/support/demo-database";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { OWN_CONTEXT } from "#tests/e2e/support/own-context";
import { hydrated, watch } from "#tests/e2e/support/page-errors";
import { publishArticle, unique } from "#tests/e2e/support/publish";
import { grantRole } from "#upstream/policy/staff-roles";

const SECOND = 1000;
/** Submission time of the first text. */
const FIRST = Date.parse("2020-01-01T00:00:00.000Z");
/** Number of texts decided one after the other; `HELD_TEXTS=500` is the full test. */
const MANY = Number(process.env.HELD_TEXTS ?? 20);

test.use(OWN_CONTEXT);
// They share one queue, in which only one test's texts can be first.
test.describe.configure({ mode: "serial" });

/** A moderator, and held texts of another member that are first in the queue; returns their ids. */
async function queueOf(titles: readonly string[]): Promise<{ moderator: Member; ids: number[] }> {
  const [moderator, author] = [await newMember(), await newMember()];
  const { db } = await demoDatabase();
  await grantRole(db, { userId: moderator.userId, role: "moderator", by: null, at: new Date().toISOString() });
  const ids: number[] = [];
  const of = {
    author_id: author.userId,
    kind: "question",
    word: "兼职刷单",
    target_id: null,
    published_id: null,
  } as const;
  // All their earlier texts were refused, which gives the highest weight.
  const before = {
    ...of,
    state: "refused",
    created_at: "2019-12-31T00:00:00.000Z",
    decided_at: null,
    fields: "{}",
  } as const;
  await db
    .insertInto("reviews")
    .values(Array.from({ length: 20 }, () => before))
    .execute();
  for (const [at, title] of titles.entries()) {
    const { id } = await db
      .insertInto("reviews")
      .values({
        ...of,
        created_at: new Date(FIRST + at * SECOND).toISOString(),
        decided_at: null,
        fields: JSON.stringify({ title, content: "有人知道**兼职刷单**吗", tags: [] }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return { moderator, ids };
}

/** States of texts, and the reasons. */
async function statesOf(ids: readonly number[]): Promise<string[]> {
  const { db } = await demoDatabase();
  const rows = await db
    .selectFrom("reviews")
    .select(["state", "reason"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  return rows.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state));
}

/** Resolves when the new item can be decided on. */
const read = (page: Page) => expect(page.getByRole("button", { name: "通过", exact: true })).toBeEnabled();

test("a long queue is decided by keyboard alone; the next text opens each time", async ({ page, context, baseURL }) => {
  test.setTimeout(60_000 + MANY * 2 * SECOND);
  const complaints = await watch(page);
  const { moderator, ids } = await queueOf(Array.from({ length: MANY }, (_, n) => unique(`长长的队伍里的第${n}个`)));
  await logIn(context, moderator, baseURL);
  await page.goto(`/admin/review/${ids[0]}`);
  await hydrated(page);
  const heading = page.getByRole("heading", { level: 1 });
  for (const [n, id] of ids.entries()) {
    await expect(heading).toHaveText(`问题 #${id}`);
    await read(page);
    if (n % 3 === 2) {
      await page.keyboard.press("r");
      await expect(page.getByLabel("退回的原因")).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    } else {
      await page.keyboard.press("a");
    }
  }
  await expect(heading).not.toHaveText(`问题 #${ids.at(-1)}`);
  const states = await statesOf(ids);
  expect(states.map((state) => state.replace(/:.*/, ""))).toEqual(
    ids.map((_, n) => (n % 3 === 2 ? "refused" : "approved")),
  );
  expect(complaints).toEqual([]);
});

test("a text that scripts claim automatically has no claim button that disappears when they load", async ({
  page,
  context,
  baseURL,
}) => {
  const { moderator, ids } = await queueOf([unique("还没有人认领的一份")]);
  await logIn(context, moderator, baseURL);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(`/admin/review/${ids[0]}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`问题 #${ids[0]}`);
  await expect(page.getByText("认领", { exact: true })).toBeHidden();
  // No other text precedes those of the next test.
  const { db } = await demoDatabase();
  await db.deleteFrom("reviews").where("id", "in", ids).execute();
});

test("a held key decides one text, not the next ones", async ({ page, context, baseURL }) => {
  const { moderator, ids } = await queueOf([1, 2, 3].map((n) => unique(`按住不放也只审一份的第${n}个`)));
  await logIn(context, moderator, baseURL);
  await page.goto(`/admin/review/${ids[0]}`);
  await hydrated(page);
  const heading = page.getByRole("heading", { level: 1 });
  await page.keyboard.down("a");
  await expect(heading).toHaveText(`问题 #${ids[1]}`);
  await read(page);
  // The key's auto-repeat.
  await page.keyboard.down("a");
  await page.keyboard.up("a");
  await page.keyboard.press("j");
  await expect(heading).toHaveText(`问题 #${ids[2]}`);
  expect(await statesOf(ids)).toEqual(["approved", "waiting", "waiting"]);
  // No other text precedes those of the next test.
  await page.keyboard.press("k");
  for (const id of ids.slice(1)) {
    await expect(heading).toHaveText(`问题 #${id}`);
    await read(page);
    await page.keyboard.press("a");
  }
  await expect.poll(() => statesOf(ids)).toEqual(["approved", "approved", "approved"]);
});

test("a double press decides one text, not the unread next one", async ({ page, context, baseURL }) => {
  const { moderator, ids } = await queueOf([1, 2, 3, 4].map((n) => unique(`按得太快的第${n}个`)));
  await logIn(context, moderator, baseURL);
  await page.setViewportSize({ width: 1280, height: 1000 });
  // On a busy machine, the second press of a double press would come after the moment in which a text is unread.
  const start = Date.now();
  await page.clock.install({ time: start });
  await page.goto(`/admin/review/${ids[0]}`);
  await hydrated(page);
  await page.clock.pauseAt(start + 60 * SECOND);
  const readNext = async () => {
    await page.clock.runFor(SECOND);
    await read(page);
  };
  const heading = page.getByRole("heading", { level: 1 });
  await page.keyboard.press("a");
  await expect(heading).toHaveText(`问题 #${ids[1]}`);
  await page.keyboard.press("a");
  // With the result message above it, the next text's button is where this one's was.
  await readNext();
  const { x, y } = (await page.getByRole("button", { name: "通过", exact: true }).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 9, y + 9);
  await expect(heading).toHaveText(`问题 #${ids[2]}`);
  await page.mouse.click(x + 9, y + 9);
  await readNext();
  expect(await statesOf(ids)).toEqual(["approved", "approved", "waiting", "waiting"]);
  for (const id of ids.slice(2)) {
    await expect(heading).toHaveText(`问题 #${id}`);
    await readNext();
    await page.keyboard.press("a");
  }
  await expect.poll(() => statesOf(ids)).toEqual(ids.map(() => "approved"));
});

test("keys pressed while a page loads decide nothing", async ({ page, context, baseURL }) => {
  const { moderator, ids } = await queueOf([1, 2, 3].map((n) => unique(`还没有来的第${n}个`)));
  await logIn(context, moderator, baseURL);
  await page.goto(`/admin/review/${ids[0]}`);
  await hydrated(page);
  const heading = page.getByRole("heading", { level: 1 });
  // After requesting the next one, a decision on this one is not intended.
  const letGo = await heldBack(page);
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  letGo();
  await expect(heading).toHaveText(`问题 #${ids[1]}`);
  expect(await statesOf(ids)).toEqual(["waiting", "waiting", "waiting"]);
  // A decision is sent, whatever is pressed meanwhile.
  await read(page);
  const letGoToo = await heldBack(page);
  await page.keyboard.press("a");
  for (const key of ["j", "k", "z", "u"]) await page.keyboard.press(key);
  letGoToo();
  await expect(heading).toHaveText(`问题 #${ids[2]}`);
  expect(await statesOf(ids)).toEqual(["waiting", "approved", "waiting"]);
  for (const [n, id] of [ids[2], ids[0]].entries()) {
    if (n > 0) await page.goto(`/admin/review/${id}`);
    await hydrated(page);
    await read(page);
    await page.keyboard.press("a");
    await expect(heading).not.toHaveText(`问题 #${id}`);
  }
});

test("a decision waits for the last link pressed, even if that leads nowhere", async ({ page, context, baseURL }) => {
  const { moderator, ids } = await queueOf([1, 2].map((n) => unique(`还没有走到的第${n}个`)));
  await logIn(context, moderator, baseURL);
  await page.clock.install();
  await page.goto(`/admin/review/${ids[0]}`);
  await hydrated(page);
  await read(page);
  await page.evaluate(() => {
    const stop = (event: Event) => {
      if (event.target instanceof Element && event.target.closest("a")) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    document.addEventListener("click", stop, true);
  });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await page.clock.pauseAt(Date.now() + 60 * SECOND);
  await page.keyboard.press("j");
  await page.clock.runFor(0.6 * SECOND);
  await page.keyboard.press("j");
  // Now more than a second after the first link, but not after the second.
  await page.clock.runFor(0.6 * SECOND);
  await page.keyboard.press("a");
  // Its end is reported after any request that the key has sent.
  await page.evaluate(() => fetch("/robots.txt").then(() => {}));
  expect(sent.filter((url) => url.includes("/admin/review"))).toEqual([]);
  await page.clock.resume();
  await page.clock.runFor(0.6 * SECOND);
  await page.keyboard.press("a");
  await expect.poll(() => statesOf(ids)).toEqual(["approved", "waiting"]);
});

/** Delays all further requests of the page; returns a function to release them. */
async function heldBack(page: Page): Promise<() => void> {
  const { opened, open } = gate();
  await page.route(/\/admin\/review/, (route) => opened.then(() => route.continue()));
  return open;
}

test("held texts are handled by keyboard alone", async ({ page, context, baseURL }) => {
  const complaints = await watch(page);
  const titles = [1, 2, 3, 4].map((n) => unique(`等待审核的第${n}个问题`));
  const { moderator, ids } = await queueOf(titles);
  await logIn(context, moderator, baseURL);
  await page.goto("/admin/review");
  await hydrated(page);
  const link = (n: number) => page.getByRole("link", { name: titles[n] ?? "", exact: true });
  const heading = page.getByRole("heading", { level: 1 });

  await page.keyboard.press("j");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(link(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("?");
  await expect(page.getByText("选择退回的原因", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText(`问题 #${ids[0]}`);
  await expect(page.locator("mark", { hasText: "兼职刷单" }).first()).toBeVisible();

  // Approved; the next one opens.
  await page.keyboard.press("a");
  await expect(heading).toHaveText(`问题 #${ids[1]}`);
  expect(await statesOf(ids)).toEqual(["approved", "waiting", "waiting", "waiting"]);

  // Typed letters are not shortcuts.
  await read(page);
  await page.keyboard.press("r");
  await expect(page.getByLabel("退回的原因")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.getByLabel("说明").focus();
  await page.keyboard.type("ajkx");
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText(`问题 #${ids[2]}`);
  const reason = "refused: 含有广告、招揽或重复发布的内容。ajkx";
  expect(await statesOf(ids)).toEqual(["approved", reason, "waiting", "waiting"]);
  await expect(page.getByLabel("说明")).toHaveValue("");

  // Two in the list at once.
  await page.keyboard.press("u");
  await expect(heading).toHaveText("待审核");
  for (const n of [2, 3]) {
    await link(n).focus();
    await page.keyboard.press("x");
  }
  await page.keyboard.press("a");
  await expect(page.getByText("已通过 2 份")).toBeVisible();
  expect(await statesOf(ids)).toEqual(["approved", reason, "approved", "approved"]);
  // Both are undone before anyone is notified.
  await page.keyboard.press("z");
  await expect(page.getByText("已撤销，没有告诉任何人")).toBeVisible();
  expect(await statesOf(ids)).toEqual(["approved", reason, "waiting", "waiting"]);
  expect(complaints).toEqual([]);
});

test("a held text is corrected and released, and its author's page opened, by keyboard", async ({
  page,
  context,
  baseURL,
}) => {
  const complaints = await watch(page);
  const titles = [1, 2, 3].map((n) => unique(`改好再通过的第${n}个问题`));
  const { moderator, ids } = await queueOf(titles);
  await logIn(context, moderator, baseURL);
  await page.goto("/admin/review");
  await hydrated(page);
  const heading = page.getByRole("heading", { level: 1 });

  // In the list, the current row is decided on.
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(heading).toHaveText(`改好再通过：问题 #${ids[0]}`);
  await hydrated(page);
  await page.getByLabel("标题").fill("");
  await page.getByRole("button", { name: "通过改好的文字" }).click();
  await expect(page.getByLabel("标题")).toHaveAttribute("aria-invalid", "true");
  // The browser reports the refusal itself.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  const better = unique("改好了的标题");
  await page.getByLabel("标题").fill(better);
  await page.getByRole("button", { name: "通过改好的文字" }).click();
  await expect(heading).toHaveText(`问题 #${ids[1]}`);
  await expect(page.getByText("已通过 1 份，文字是改过的")).toBeVisible();
  expect(await statesOf(ids)).toEqual(["approved", "waiting", "waiting"]);

  // On the text's own page.
  await page.keyboard.press("e");
  await expect(heading).toHaveText(`改好再通过：问题 #${ids[1]}`);
  await page.goBack();
  await expect(heading).toHaveText(`问题 #${ids[1]}`);
  await page.keyboard.press("m");
  await expect(page).toHaveURL(/\/admin\/user\/\d+#impose-title$/);
  await expect(page.getByRole("radio", { name: /^禁言/ })).toBeChecked();
  expect(complaints).toEqual([]);
});

test.describe("without scripts on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("a decision just made is undone, and the text waits again", async ({ page, context, baseURL }) => {
    const { moderator, ids } = await queueOf([unique("点错了的一个问题")]);
    await logIn(context, moderator, baseURL);
    await page.goto(`/admin/review/${ids[0]}`);
    await page.getByRole("button", { name: "通过", exact: true }).click();
    await expect(page.getByText("已通过 1 份")).toBeVisible();
    expect(await statesOf(ids)).toEqual(["approved"]);
    await page.getByRole("button", { name: "撤销" }).click();
    await expect(page.getByText("已撤销，没有告诉任何人")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`问题 #${ids[0]}`);
    expect(await statesOf(ids)).toEqual(["waiting"]);
  });
});

/** Texts per page of the queue. */
const PAGE = 50;
const ROUNDS = 10;

test("five hundred texts are decided by keyboard, a page at a time, each with its log entry", async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const author = await newMember();
  const [, article = ""] =
    /\/article\/(\w+)/.exec(await publishArticle(author, baseURL, unique("很多人评论的文章"))) ?? [];
  const targetId = decodeId(article);
  const { moderator, ids } = await commentsOf(author, { targetId, total: PAGE * ROUNDS });
  await logIn(context, moderator, baseURL);
  // By time, because the weight of an author's texts changes with each decision.
  await page.goto("/admin/review?sort=age");
  await hydrated(page);
  const rows = page.locator("[data-queue-row]");
  const began = Date.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    await expect(rows.first().getByRole("link")).toHaveAttribute("href", `/admin/review/${ids[round * PAGE]}?sort=age`);
    for (let at = 0; at < PAGE; at += 1) {
      await page.keyboard.press("j");
      await page.keyboard.press("x");
    }
    await expect(rows.locator("input:checked")).toHaveCount(PAGE);
    if (round % 2 === 0) await page.keyboard.press("a");
    else for (const key of ["r", "ArrowDown", "Tab", "Enter"]) await page.keyboard.press(key);
  }
  await expect(page.getByText(`已退回 ${PAGE} 份`)).toBeVisible();
  test.info().annotations.push({ type: "seconds", description: String((Date.now() - began) / 1000) });
  const half = (PAGE * ROUNDS) / 2;
  const states = await statesOf(ids);
  expect(states.filter((state) => state === "approved")).toHaveLength(half);
  expect(states.filter((state) => state.startsWith("refused: 含有广告"))).toHaveLength(half);
  expect(await decisionsBy(moderator)).toBe(PAGE * ROUNDS);
});

/** A member's comments that are first in the queue, and a moderator. */
async function commentsOf(author: Member, { targetId, total }: { targetId: number | null; total: number }) {
  const moderator = await newMember();
  const { db } = await demoDatabase();
  await grantRole(db, { userId: moderator.userId, role: "moderator", by: null, at: new Date().toISOString() });
  const place = { targetKind: "article", targetId, replyToId: null };
  const rows = Array.from({ length: total }, (_, at) => ({
    author_id: author.userId,
    kind: "comment" as const,
    word: "兼职刷单",
    decided_at: null,
    created_at: new Date(Date.UTC(2019, 0, 1) + at * 1000).toISOString(),
    target_id: null,
    published_id: null,
    fields: JSON.stringify({ ...place, text: `兼职刷单的第 ${at + 1} 条评论` }),
  }));
  const stored = await db.insertInto("reviews").values(rows).returning("id").execute();
  return { moderator, ids: stored.map(({ id }) => id).sort((a, b) => a - b) };
}

/** One person's log entries. */
async function decisionsBy({ userId }: Member): Promise<number> {
  const { db } = await demoDatabase();
  const rows = await db.selectFrom("audit_log").select("id").where("actor_id", "=", userId).execute();
  return rows.length;
}

/** A promise, and the function that resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test("a decision's message stays for the next page if a reload of this one, for the claim, gets it first", async ({
  page,
  context,
  baseURL,
}) => {
  const { moderator, ids } = await queueOf([1, 2].map((n) => unique(`消息不会丢的第${n}个`)));
  await logIn(context, moderator, baseURL);
  const [claimed, decided] = [gate(), gate()];
  await page.route(/\/admin\/claim\b/, async (route) => {
    const response = await route.fetch();
    claimed.open();
    await decided.opened;
    await route.fulfill({ response });
  });
  await page.route(`**/admin/review/${ids[0]}.data**`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    // The browser stores the reply's cookie; before the page gets the reply, it gets the claim's, and reloads.
    const response = await route.fetch();
    const reload = page.waitForResponse((got) => got.request().method() === "GET" && got.url().includes(".data"));
    decided.open();
    await reload;
    const { "set-cookie": _, ...headers } = response.headers();
    await route.fulfill({ status: response.status(), headers, body: await response.body() });
  });
  await page.goto(`/admin/review/${ids[0]}`);
  await hydrated(page);
  await read(page);
  await claimed.opened;
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`问题 #${ids[1]}`);
  await expect(page.locator(".frame__flash")).toContainText("已通过");
  // It is gone with the page that it was for.
  await read(page);
  await page.keyboard.press("u");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("待审核");
  await expect(page.locator(".frame__flash")).toHaveCount(0);
  const { db } = await demoDatabase();
  await db.deleteFrom("reviews").where("id", "in", ids).execute();
});

test("the bar of decisions covers the list only once something is chosen, and a whole page is chosen at once", async ({
  page,
  context,
  baseURL,
}) => {
  const { moderator, ids } = await queueOf(Array.from({ length: 12 }, (_, n) => unique(`一次选中的第${n}个`)));
  await logIn(context, moderator, baseURL);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto("/admin/review");
  await hydrated(page);
  const bar = page.locator(".admin-queue__bar");
  await expect(bar).not.toBeInViewport();
  const boxes = page.locator("main [data-queue-row] input[type=checkbox]");
  const whole = page.getByRole("checkbox", { name: "选中本页" });
  const total = await boxes.count();
  const chosen = page.locator("main [data-queue-row] input:checked");
  await boxes.first().check();
  await expect(bar).toBeInViewport({ ratio: 1 });
  expect(await whole.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true]);
  await whole.check();
  await expect(chosen).toHaveCount(total);
  await boxes.first().uncheck();
  await expect(whole).not.toBeChecked();
  await whole.check();
  await whole.uncheck();
  await expect(chosen).toHaveCount(0);
  await expect(bar).not.toBeInViewport();
  const { db } = await demoDatabase();
  await db.deleteFrom("reviews").where("id", "in", ids).execute();
});
