import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { createZhikuWorld, type Identity, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { reportPdf } from "#upstream/demo/report-pdf";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";

const PEOPLE: Identity[] = ["anonymous", "newcomer", "rejected", "unentitled", "entitled", "expired"];

let world: World;
let zhiku: ZhikuWorld;
let readers: Record<Identity, Reader>;
let paid: string;
let contentId: number;

beforeAll(async () => {
  world = await createWorld();
  zhiku = await createZhikuWorld(world.upstream);
  const entries = PEOPLE.map(async (who) => [who, await world.as(zhiku.people[who] ?? null)] as const);
  readers = Object.fromEntries(await Promise.all(entries)) as Record<Identity, Reader>;
  const key = "zhiku/202611/original.pdf";
  const bytes = reportPdf({ title: "留存", paragraphs: ["正文"] });
  await world.upstream.services.objects.put(key, bytes, "application/pdf");
  const document = { key, fileName: "留存.pdf", contentType: "application/pdf", bytes: bytes.length };
  contentId = await zhiku.add({ document, attachments: [{ ...document, fileName: "附录.pdf" }] });
  paid = `/zhiku/article/${encodeId(contentId)}`;
});
afterAll(() => world.close());

describe("home", () => {
  test("shows categories, the newest documents and trials", async () => {
    const trial = await zhiku.add({ trial: true, title: "人人可试读的一篇", content: "整篇都能读" });
    const { status, text, dependsOn } = await readers.anonymous.get("/zhiku");
    expect(status).toBe(200);
    for (const words of ["增长", "财务", "留存曲线怎么读", "人人可试读的一篇", "试读"]) expect(text).toContain(words);
    expect(text).toContain(encodeId(trial));
    expect(dependsOn).toEqual(expect.arrayContaining(["zhiku-contents", "zhiku-categories"]));
  });

  test("offers no trials to somebody who may read everything", async () => {
    const { seed, upstream: there } = world;
    const everything = { categoryId: null, days: 30, source: "operator", orderId: null } as const;
    await transact(there.services.db, (trx) => grantRight(trx, there.services, { ...everything, userId: seed.alice }));
    const offered = />试读<\/h2>/;
    expect((await readers.unentitled.get("/zhiku")).text).toMatch(offered);
    expect((await (await world.as(seed.alice)).get("/zhiku")).text).not.toMatch(offered);
  });

  test("is filtered by category, type and order; invalid filters are ignored", async () => {
    const { finance, growth } = zhiku.categories;
    await zhiku.add({ categoryId: finance, type: "data", title: "财务口径对照表" });
    const at = async (query: string) => (await readers.anonymous.get(`/zhiku?${query}`)).text;
    expect(await at(`class=${finance}`)).toContain("财务口径对照表");
    expect(await at(`class=${growth}`)).not.toContain("财务口径对照表");
    // The list of categories beside it marks the one that is shown.
    const marked = /href="\/zhiku\?class=(\d+)" class="side-list__link" aria-current="true"/g;
    expect([...(await at(`class=${finance}`)).matchAll(marked)].map(([, id]) => id)).toEqual([String(finance)]);
    expect(await at("type=data")).toContain("财务口径对照表");
    expect(await at("type=template")).toContain("这里还没有资料");
    for (const junk of ["class=abc", "class=-1", "type=nothing", "sort=nothing", "page=0", "class=9007199254740993"]) {
      expect((await readers.anonymous.get(`/zhiku?${junk}`)).status).toBe(200);
    }
  });
});

describe("a document", () => {
  test.each(PEOPLE)("shows %s the free part, and the rest to those who may read it", async (who) => {
    const { status, text } = await readers[who].get(paid);
    expect(status).toBe(200);
    expect(text).toContain("前七天");
    expect(text.includes("付费的正文在这里")).toBe(who === "entitled");
    expect(text.includes('class="zhiku-denied"')).toBe(who !== "entitled");
    // Its heading links there, too, or to what unlocks it.
    expect(text).toContain('id="h-1"');
    // Structured data says the same.
    const [, about = ""] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(text) ?? [];
    const [article, trail] = (JSON.parse(about) as { "@graph": Record<string, unknown>[] })["@graph"];
    expect(article).toMatchObject({
      "@type": "Article",
      headline: "留存曲线怎么读",
      datePublished: expect.any(String),
      publisher: {
        "@type": "Organization",
        name: expect.stringMatching(/./),
        url: expect.stringMatching(/^http.*\/$/),
      },
    });
    expect([article?.isAccessibleForFree, article?.hasPart]).toEqual(
      who === "entitled"
        ? [true, undefined]
        : [false, { "@type": "WebPageElement", isAccessibleForFree: false, cssSelector: ".zhiku-denied" }],
    );
    expect(JSON.stringify(trail)).toContain("/zhiku?class=");
  });

  const wallIn = (text: string) => /class="zhiku-denied".*?<\/section>/s.exec(text)?.[0] ?? "";

  test.each([
    ["anonymous", "登录后查看", null],
    ["newcomer", "填好职业信息就可以继续", "/zhiku/profile?back="],
    ["rejected", "你的职业信息被退回了：公司名称有误", "/zhiku/profile?back="],
    ["unentitled", "全文需要这一分类的权益", "/zhiku/rights?category="],
    ["expired", "你的权益已于 2026-", "/zhiku/rights?category="],
  ] as const)("tells %s why it ends there", async (who, words, to) => {
    const wall = wallIn((await readers[who].get(paid)).text);
    expect(wall).toContain(words);
    if (to) expect(wall).toContain(to);
    expect(wall).toContain("¥");
  });

  test("that is a trial says so, and offers nothing to buy", async () => {
    const path = `/zhiku/article/${encodeId(await zhiku.add({ trial: true, content: "开头\n\n<!--more-->\n\n其余" }))}`;
    for (const who of ["anonymous", "newcomer"] as const) {
      const wall = wallIn((await readers[who].get(path)).text);
      expect(wall).toContain("这一篇可以试读");
      expect(wall).not.toContain("¥");
    }
    expect(wallIn((await readers.unentitled.get(path)).text)).toBe("");
  });

  test("by its number redirects to its URL", async () => {
    const { status, location } = await readers.anonymous.get(`/zhiku/article/${contentId}`);
    expect([status, location]).toEqual([301, paid]);
  });

  test("that does not exist redirects to zhiku's 404 page", async () => {
    for (const path of [`/zhiku/article/${encodeId(999_999)}`, "/zhiku/article/junk"]) {
      expect((await readers.entitled.get(path)).location).toBe("/zhiku/error/404");
    }
  });

  test("is in the history of its reader with the position, until it is removed", async () => {
    const reader = readers.entitled;
    const navigation = { headers: { "sec-fetch-dest": "document" } };
    await reader.get(paid, navigation);
    const history = await reader.get("/zhiku/history");
    expect(history.text).toContain("留存曲线怎么读");
    expect(history.text).toContain("打开过");
    const opened = await reader.submit("/zhiku/journey", { contentId: String(contentId) });
    const { data } = JSON.parse(opened.text) as { data: { id: number } };
    const place = { id: String(data.id), percent: "62", version: "1", anchor: "平台期" };
    expect((await reader.submit("/zhiku/journey", place)).status).toBe(200);
    expect((await reader.get("/zhiku/history")).text).toMatch(/读到 (<!-- -->)?62/);
    expect((await reader.get(paid, navigation)).text).toContain("62");
    for (const junk of ["x", "-1", "1e99", "0"]) {
      expect((await reader.submit("/zhiku/history", { contentId: junk })).location, junk).toBe("/zhiku/history");
      expect((await reader.get("/zhiku/history")).text, junk).toContain("留存曲线怎么读");
    }
    expect((await reader.submit("/zhiku/history", { contentId: String(contentId) })).location).toBe("/zhiku/history");
    expect((await reader.get("/zhiku/history")).text).toContain("还没有读过");
    const refused = await readers.unentitled.submit("/zhiku/journey", { contentId: String(contentId) });
    expect(refused.location).toBe("/zhiku/error/403");
    expect((await reader.submit("/zhiku/journey", { contentId: "x" })).status).toBe(400);
  });

  test("is favorited with a plain form", async () => {
    const reader = readers.unentitled;
    await reader.submit("/actions/reaction", { reaction: `favorite:zhiku:${contentId}:on` });
    expect((await reader.get("/zhiku/favorites")).text).toContain("留存曲线怎么读");
    expect((await reader.get(paid)).text).toContain("已收藏");
    await reader.submit("/actions/reaction", { reaction: `favorite:zhiku:${contentId}:off` });
    expect((await reader.get("/zhiku/favorites")).text).toContain("还没有收藏资料");
  });
});

describe("files", () => {
  test("are sent to readers with the right", async () => {
    const { location } = await readers.entitled.submit(paid, { use: "download" });
    expect(location).toMatch(/\/oss\/zhiku\/202611\/original\.pdf\?.*x-oss-signature/);
    const preview = await readers.entitled.submit(paid, { use: "preview" });
    expect(preview.location).toMatch(/\/oss\/preview\//);
  });

  test.each([
    ["anonymous", `/login?next=`],
    ["newcomer", "#zhiku-wall"],
    ["rejected", "#zhiku-wall"],
    ["unentitled", "#zhiku-wall"],
    ["expired", "#zhiku-wall"],
  ] as const)("%s is redirected to %s", async (who, to) => {
    for (const form of [readers[who].submit(paid, { use: "download" }), readers[who].submit(`${paid}/original`, {})]) {
      const location = (await form).location ?? "";
      expect(location.startsWith(to.startsWith("#") ? paid + to : to), location).toBe(true);
    }
    if (to.startsWith("#")) expect((await readers[who].get(paid)).text).toContain(`id="${to.slice(1)}"`);
  });

  test("the original is sent as a stream, or redirects to the paywall that says why not", async () => {
    const answer = await readers.entitled.submit(`${paid}/original`, {});
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''/);
    expect(answer.text.startsWith("%PDF-")).toBe(true);
    const script = await readers.unentitled.submit(`${paid}/original`, {}, { headers: { "sec-fetch-mode": "cors" } });
    expect([script.status, script.location]).toEqual([302, `${paid}#zhiku-wall`]);
    // Also for whoever had the right when the page was opened.
    expect((await readers.expired.get(paid)).text).toContain("到期，续订后可以接着读全文");
  });

  test("too many downloads are refused by a message above the files", async () => {
    let answer = await readers.entitled.submit(`${paid}/original`, {});
    for (let again = 0; again < 40 && !answer.location; again += 1) {
      answer = await readers.entitled.submit(`${paid}/original`, {});
    }
    // Shown at the top of the page, where it begins.
    expect(answer.location).toBe(paid);
    expect((await readers.entitled.get(paid)).text).toContain("操作太频繁");
    expect((await readers.entitled.submit(paid, { use: "download" })).text).toContain("操作太频繁");
  });
});

test("own rights show their first and last day, as everywhere else", async () => {
  const { text } = await readers.entitled.get("/zhiku/rights");
  expect(text).toMatch(/<time [^>]*>\d{4}-\d\d-\d\d<\/time> 至 <time [^>]*>\d{4}-\d\d-\d\d<\/time>/);
});

describe("search", () => {
  test("requires a complete profile; finds, marks, remembers and forgets", async () => {
    expect((await readers.newcomer.get("/zhiku/search")).location).toBe("/zhiku/error/401?back=%2Fzhiku%2Fsearch");
    expect((await readers.rejected.get("/zhiku/search?q=a")).location).toBe(
      "/zhiku/error/401?back=%2Fzhiku%2Fsearch%3Fq%3Da",
    );
    expect((await readers.anonymous.get("/zhiku/search")).location).toBe("/zhiku");
    const nothing = await readers.entitled.get(`/zhiku/search?q=${encodeURIComponent("犰狳")}`);
    expect(nothing.text, "nothing to filter").not.toMatch(/aria-label="(?:类型|分类|排序|时间)"/);
    const found = await readers.entitled.get(`/zhiku/search?q=${encodeURIComponent("付费")}`);
    expect(found.text).toContain("<mark>付费</mark>");
    const shut = await readers.unentitled.get(`/zhiku/search?q=${encodeURIComponent("付费")}`);
    expect(shut.text).toContain("没有找到");
    expect((await readers.entitled.get("/zhiku/search")).text).toContain("最近搜过");
    await readers.entitled.submit("/zhiku/search", {});
    expect((await readers.entitled.get("/zhiku/search")).text).not.toContain("最近搜过");
  });
});

describe("error pages", () => {
  test("say what to do next", async () => {
    const rejected = await readers.rejected.get("/zhiku/error/401");
    expect(rejected.text).toContain("公司名称有误");
    expect(rejected.text).toContain("/zhiku/profile");
    expect((await readers.unentitled.get("/zhiku/error/403")).text).toContain("/zhiku/rights");
    expect((await readers.anonymous.get("/zhiku/error/404")).text).toContain("没有找到");
  });
});
