import { expect, type Page, test } from "@playwright/test";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { userApi } from "#app/contract/people/user";
import { draftApi } from "#app/contract/writing/draft";
import { logIn, type Member, newMember } from "#tests/e2e/support/member";
import { hydrated, open, watch } from "#tests/e2e/support/page-errors";
import { XSS_PAYLOADS } from "#tests/fixtures/xss-payloads";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";

const PER_TEXT = 30;
const PER_PERSON = 30;

/** Elements and attributes allowed in a rendered text; everything else counts as an escape. */
const IN_TEXT =
  "p strong em s ul ol li blockquote table thead tbody tr th td figure figcaption h2 h3 h4 h5 h6 pre code span div a br hr input img mark";

type World = {
  writer: Member;
  reader: Member;
  question: number;
  article: number;
  /** Pages of the author's questions, each of which has a payload as its title, and of all questions. */
  pages: { own: number; all: number };
  people: number[];
};

let upstream: TestUpstream;
let world: World;

/** Truncates a payload, and pads it to the minimum of a field. */
const cut = (payload: string, max: number, min = 1) => [...payload.trim()].slice(0, max).join("").padEnd(min, "。");
const chunks = (size: number): string[][] =>
  Array.from({ length: Math.ceil(XSS_PAYLOADS.length / size) }, (_, n) => XSS_PAYLOADS.slice(n * size, (n + 1) * size));

/** Writes each payload to each field through the site's API, in the database of the server under test. */
async function fill(): Promise<World> {
  // Long ago, so that it comes after everything that other tests look at.
  let now = Date.parse("2015-01-01T00:00:00Z");
  const clock = () => {
    now += 1_000;
    return new Date(now);
  };
  upstream = await createTestUpstream({
    clock,
    config: { database: { kind: "sqlite", file: ".cache/e2e-data/shequ.db" }, checkReplies: false },
  });
  const { call, services } = upstream;
  const forget = () => services.db.deleteFrom("rate_limits").execute();
  const [writer, reader] = [await newMember(), await newMember()];
  const as = { token: writer.token };
  const plain = { title: "有很多恶意文字的一篇", content: "正文" };

  const titles = XSS_PAYLOADS.map((payload) => cut(payload, 100, 5));
  for (const [n, title] of titles.entries()) {
    if (n % 4 === 0) await forget();
    const tags = [...new Set([cut(title.replace(/\s+/g, " "), 20)])];
    await call(questionApi.create, { body: { title, content: XSS_PAYLOADS[n] ?? "", tags } }, as);
  }
  await forget();
  const question = (await call(questionApi.create, { body: { ...plain, content: "说明" } }, as)).id;
  const article = (await call(articleApi.create, { body: plain }, { token: reader.token })).id;
  for (const texts of chunks(PER_TEXT)) {
    await forget();
    const content = texts.join("\n\n");
    await call(answerApi.create, { body: { questionId: question, content } }, { token: (await newMember()).token });
    await call(commentApi.add, { body: { targetKind: "article", targetId: article, text: cut(content, 2_000) } }, as);
  }
  const people: number[] = [];
  for (const texts of chunks(PER_PERSON)) {
    await forget();
    const person = await newMember();
    const [nickname = "", headline = "", company = "", city = ""] = texts;
    // Names are unique.
    const body = {
      nickname: `${cut(nickname, 16)}${people.length}`,
      headline: cut(headline, 60),
      company: cut(company, 60),
    };
    const fields = { ...body, city: cut(city, 30), bio: cut(texts.join(" "), 500) };
    await call(userApi.update, { body: fields }, { token: person.token });
    const text = cut(texts.join("\n"), 2_000);
    await call(commentApi.add, { body: { targetKind: "article", targetId: article, text } }, { token: person.token });
    people.push(person.userId);
  }
  const fields = {
    title: XSS_PAYLOADS[0] ?? "",
    content: XSS_PAYLOADS.join("\n\n"),
    tags: ['"><svg onload=alert(1)>'],
  };
  await call(draftApi.put, { body: { target: "article/new", fields } }, as);
  const { total } = await call(questionApi.list, { query: {} });
  return {
    writer,
    reader,
    question,
    article,
    people,
    pages: { own: Math.ceil(titles.length / 20), all: Math.ceil(total / 20) },
  };
}

test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await fill();
});
test.afterAll(() => upstream.close());

/** Expected complaints: a missing picture of ours named in a text, a refused form, an invalid number. */
const isHarmless = (complaint: string): boolean =>
  /Failed to load resource: .* status of 4(?:04|22) .* http:\/\/127\.0\.0\.1:|^warning: The specified value /s.test(
    complaint,
  );

/** Fails if anything ran, was about to run, or is in the page although texts must not contain it. */
async function expectHarmless(page: Page, complaints: string[]): Promise<void> {
  const found = await page.evaluate((allowed) => {
    const wrong: string[] = [];
    const inText = new Set(allowed.split(" "));
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on") || name === "srcdoc") wrong.push(`${element.tagName} ${name}`);
        const leads = /^(?:href|src|action|formaction|data|poster|background|xlink:href)$/.test(name);
        if (
          leads &&
          !/^(?:https?:|mailto:[^?]+$|data:image\/(?:png|svg\+xml)|#|\/(?!\/)|\?|\.?$|blob:http)/.test(value)
        ) {
          wrong.push(`${element.tagName} ${name}=${value.slice(0, 80)}`);
        }
      }
      if (/^(?:iframe|object|embed|base|frame|frameset|applet|marquee|math|portal)$/i.test(element.tagName)) {
        wrong.push(element.tagName);
      }
      // Ours: texts can't have this class.
      if (element.matches(".code-block > .code-block__copy")) continue;
      const text = element.parentElement?.closest(".prose");
      if (text && !inText.has(element.localName)) wrong.push(`in a text: ${element.localName}`);
    }
    return wrong;
  }, IN_TEXT);
  expect(found, page.url()).toEqual([]);
  expect(
    complaints.filter((complaint) => !isHarmless(complaint)),
    page.url(),
  ).toEqual([]);
}

/** A page on which every complaint counts, dialogs above all. */
async function guarded(page: Page): Promise<string[]> {
  const complaints = await watch(page);
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return complaints;
}

async function visit(page: Page, complaints: string[], path: string, shows?: string): Promise<void> {
  await page.goto(path);
  if (shows) await expect(page.locator("body")).toContainText(shows);
  await expectHarmless(page, complaints);
}

test("titles, texts and tags in lists are harmless", async ({ page }) => {
  const complaints = await guarded(page);
  const { writer, pages } = world;
  for (let n = 1; n <= pages.own; n += 1) {
    await visit(page, complaints, `/u/${writer.userId}/qna/question?page=${n}`, "alert(1)");
  }
  await visit(page, complaints, `/question?sort=latest&page=${pages.all}`, "alert(1)");
  await hydrated(page);
  await expectHarmless(page, complaints);
});

test("answers with every payload are harmless", async ({ page }) => {
  const complaints = await guarded(page);
  await page.goto(`/u/${world.writer.userId}/qna/question`);
  const link = page.getByRole("link", { name: "有很多恶意文字的一篇" }).first();
  await link.click();
  const pages = Math.ceil(chunks(PER_TEXT).length / 20);
  const { pathname } = new URL(page.url());
  for (let n = 1; n <= pages; n += 1) {
    await visit(page, complaints, `${pathname}?page=${n}`, "alert(1)");
    await hydrated(page);
    await expectHarmless(page, complaints);
  }
});

test("comments and the names of their authors are harmless", async ({ page, context, baseURL }) => {
  const complaints = await guarded(page);
  await logIn(context, world.reader, baseURL);
  await page.goto(`/u/${world.reader.userId}/article`);
  await page.getByRole("link", { name: "有很多恶意文字的一篇" }).first().click();
  await expect(page.locator(".comments, #comments").first()).toContainText("alert(1)");
  await hydrated(page);
  const { pathname } = new URL(page.url());
  const texts = page.locator(".comments__list > .comment > .comment__body > .comment__text");
  const older = page.getByRole("link", { name: "查看更早的评论" });
  let seen = await texts.count();
  while ((await older.count()) > 0) {
    await expectHarmless(page, complaints);
    const href = (await older.getAttribute("href")) ?? "";
    await older.click();
    // The previous page's comments are gone when the link leads to the next page, or disappears.
    await expect(page.locator(`.comments__more a[href="${href}"]`)).toHaveCount(0);
    await expect(texts.first()).toBeVisible();
    seen += await texts.count();
  }
  expect(new URL(page.url()).pathname).toBe(pathname);
  expect(seen).toBe(chunks(PER_TEXT).length + chunks(PER_PERSON).length);
  await expectHarmless(page, complaints);
  await visit(page, complaints, "/notifications/comment", "alert(1)");
  await visit(page, complaints, `/u/${world.reader.userId}/comment/receive`, "alert(1)");
});

test("profiles are harmless", async ({ page }) => {
  const complaints = await guarded(page);
  for (const id of world.people) await visit(page, complaints, `/u/${id}/comment/post`);
});

test("drafts and their previews are harmless", async ({ page, context, baseURL }) => {
  const complaints = await guarded(page);
  await logIn(context, world.writer, baseURL);
  await page.goto("/write/article?draft=use");
  await expect(page.locator("textarea[name=content]")).toHaveValue(/alert\(1\)/);
  await expect(page.getByRole("toolbar", { name: "格式" })).toBeVisible();
  await page.getByRole("button", { name: "预览" }).first().click();
  await expect(page.locator(".prose").first()).toContainText("alert(1)");
  await expectHarmless(page, complaints);
});

test("search words and URLs are harmless", async ({ page }) => {
  const complaints = await guarded(page);
  for (const texts of chunks(20)) {
    const [one = ""] = texts.filter((text) => !/[\ud800-\udfff]/.test(text));
    await visit(page, complaints, `/search/all?q=${encodeURIComponent(cut(one, 60))}`);
  }
  const all = encodeURIComponent('"><img src=x onerror=alert(1)>');
  for (const path of [
    "/login?next=/",
    "/question?tag=",
    "/search/article?sort=",
    "/write/comment?on=",
    "/report?on=",
    "/report?on=case:1&next=/",
    "/form/1?state=",
  ]) {
    await visit(page, complaints, `${path}${all}`);
  }
  await visit(
    page,
    complaints,
    `/link?to=${encodeURIComponent('https://evil.example/"><img src=x onerror=alert(1)>')}`,
  );
});

test("the input of a refused form is harmless", async ({ page }) => {
  const complaints = await guarded(page);
  await page.goto("/form/1");
  const text = XSS_PAYLOADS.slice(0, 60).join("\n");
  await page.evaluate((typed) => {
    const form = document.querySelector<HTMLFormElement>("main form");
    for (const field of form?.querySelectorAll<HTMLInputElement>("input:not([type=hidden]), textarea") ?? []) {
      field.type = field.tagName === "INPUT" ? "text" : field.type;
      field.value = typed;
    }
    if (form) form.noValidate = true;
  }, text);
  const answered = page.waitForEvent("load");
  await page.evaluate(() => document.querySelector<HTMLFormElement>("main form")?.submit());
  await answered;
  await expect(page.locator("main form textarea").first()).toHaveValue(/alert\(1\)/);
  await expectHarmless(page, complaints);
});

test("the device of a session is harmless", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  const complaints = await guarded(page);
  const { token, userId } = world.writer;
  const device = 'os="><img src=x onerror=alert(1)>; browser=<svg onload=alert(1)>';
  await upstream.services.db.updateTable("sessions").set({ device }).where("user_id", "=", userId).execute();
  await logIn(context, { ...world.writer, token }, baseURL);
  await visit(page, complaints, "/account/secure", "alert(1)");
  await context.close();
});

test("the test detects what would run", async ({ page }) => {
  const complaints = await guarded(page);
  // React discards unexpected elements.
  await open(page, "/about");
  await page.evaluate(() => {
    document.querySelector("main")?.insertAdjacentHTML("beforeend", "<img src=x onerror=alert(1)><b onclick=alert(1)>");
  });
  await expect.poll(() => complaints.join("\n")).toMatch(/policy: script-src/);
  await expect(expectHarmless(page, [])).rejects.toThrow("IMG onerror");
});
