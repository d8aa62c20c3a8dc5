import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sitemapKind } from "#app/contract/site/syndication";
import { pagePath } from "#app/features/content/page-path.server";
import { tagFeed } from "#app/features/machine-files/feed-paths";
import { escapeXml } from "#app/features/machine-files/xml";
import { encodeId } from "#app/server/urls/short-id.server";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";
import { pageAddresses } from "#upstream/modules/address-push/page-address";
import { PUSHED_KINDS } from "#upstream/modules/address-push/page-states";
import { cardSvg } from "#upstream/modules/share-card/card-svg";

let world: World;
let machine: Reader;

beforeAll(async () => {
  world = await createWorld();
  machine = await world.as(null);
});
afterAll(() => world.close());

test("robots.txt excludes personal pages and names the sitemap", async () => {
  const { headers, text } = await machine.get("/robots.txt");
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  for (const path of ["/account", "/notifications", "/write", "/login", "/search/all", "/_dev", "/zhiku/search"]) {
    expect(text).toContain(`Disallow: ${path}\n`);
  }
  expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml\n`);
});

test("URLs in the sitemap may be indexed", async () => {
  const forbidden = [...(await machine.get("/robots.txt")).text.matchAll(/^Disallow: (\S+)$/gm)].map(
    ([, path = ""]) => path,
  );
  const parts = locations((await machine.get("/sitemap.xml")).text);
  for (const part of parts) {
    for (const path of locations((await machine.get(part)).text)) {
      expect(forbidden.filter((start) => path.startsWith(start))).toEqual([]);
      const { text } = await machine.get(path);
      expect(text, path).not.toMatch(/<meta name="robots" content="noindex"/);
      expect(text, path).toContain(`<link rel="canonical" href="${ORIGIN}${path}"/>`);
    }
  }
});

test("the list of articles may be indexed, search pages may not", async () => {
  const head = async (path: string) => (await machine.get(path)).text;
  const { text } = await machine.get("/sitemap/page/0.xml");
  expect(text).toContain(`<loc>${ORIGIN}/search/article</loc>`);
  expect(await head("/search/article?sort=hot")).toContain(`<link rel="canonical" href="${ORIGIN}/search/article"/>`);
  expect(await head("/search/article?class=999")).toContain('<meta name="robots" content="noindex"/>');
  expect(await head("/search/article?q=a")).toContain('<meta name="robots" content="noindex"/>');
});

test("a page for a tag that no question has may not be indexed, and names no feed", async () => {
  const { text } = await machine.get(`/question?tag=${encodeURIComponent("随便写的")}`);
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(text).not.toContain("/feed/tag/");
});

test("each page of a numbered list is its own canonical page, whatever else its URL says", async () => {
  const { alice } = world.seed;
  for (const [path, page] of [
    ["/?tab=recommend&page=1", "/"],
    ["/?page=2", "/?page=2"],
    ["/?page=3&tab=latest&sort=hot", "/?tab=latest&amp;page=3"],
    [`/u/${alice}/article`, `/u/${alice}/article`],
    [`/u/${alice}/article?page=2&q=x`, `/u/${alice}/article?page=2`],
    [`/u/${alice}/follow/fans?page=3`, `/u/${alice}/follow/fans?page=3`],
  ]) {
    expect((await machine.get(path ?? "")).text, path).toContain(`<link rel="canonical" href="${ORIGIN}${page}"/>`);
  }
});

describe("site map", () => {
  test("every part in the index exists, and contains absolute URLs that respond", async () => {
    const index = await machine.get("/sitemap.xml");
    expect(index.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const parts = locations(index.text);
    expect(parts.length).toBeGreaterThanOrEqual(7);
    for (const part of parts) {
      const { status, text } = await machine.get(part);
      expect(status).toBe(200);
      for (const address of locations(text)) expect((await machine.get(address)).status).toBe(200);
    }
    expect(locations((await machine.get("/sitemap/page/0.xml")).text)).toEqual(
      expect.arrayContaining(["/about", "/joinus", "/policy/terms", "/policy/privacy"]),
    );
  });

  test("questions have their short ids and the time of their last change", async () => {
    const { text } = await machine.get("/sitemap/question/0.xml");
    expect(text).toMatch(
      new RegExp(`<loc>${ORIGIN}/question/${encodeId(world.seed.question)}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[^<]*Z<`),
    );
  });

  test("contains the URLs that search engines are notified of", () => {
    const addressOf = pageAddresses(world.upstream.services.config);
    for (const kind of PUSHED_KINDS) expect(addressOf(kind, 12)).toBe(ORIGIN + pagePath(kind, 12));
    expect([...PUSHED_KINDS, "user"].sort()).toEqual([...sitemapKind.options].sort());
  });

  test("documents of the knowledge base are listed", async () => {
    const { text } = await machine.get("/sitemap/zhiku/0.xml");
    expect(text).toContain(`<loc>${ORIGIN}/zhiku/article/${encodeId(world.seed.zhikuContent)}</loc>`);
  });

  test.each(["question/9", "question/x", "nothing/0", "__proto__/0", "page/1", "question/00"])(
    "there is no part %s",
    async (part) => {
      expect((await machine.get(`/sitemap/${part}.xml`)).status).toBe(404);
    },
  );
});

describe("Atom feeds", () => {
  test.each(["/feed.xml", "/feed/article.xml", "/feed/question.xml"])("%s is valid", async (path) => {
    const { headers, text } = await machine.get(path);
    expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${ORIGIN}${path}"/>`);
    expect(text).not.toMatch(/<(?:id|title|updated|name)><\//);
    const entries = text.match(/<entry>/g)?.length ?? 0;
    expect(entries).toBeGreaterThan(0);
    expect(text.match(/<id>/g)).toHaveLength(entries + 1);
    expect(new Set(text.match(/<id>[^<]*/g)).size).toBe(entries + 1);
  });

  test("an author's contains what the author wrote, in full, with the time of the last change", async () => {
    const { alice, article, otherArticle } = world.seed;
    const { text } = await machine.get(`/u/${alice}/feed.xml`);
    expect(text).toContain(`${ORIGIN}/article/${encodeId(article)}`);
    expect(text).not.toContain(`${ORIGIN}/article/${encodeId(otherArticle)}`);
    expect(text).toContain("每次写入都加一");
    const times = [...text.matchAll(/<updated>([^<]*)/g)].map(([, time]) => time ?? "");
    expect(times[0]).toBe(times.slice(1).sort().at(-1));
  });

  test("a tag's contains its texts, under the tag's current name", async () => {
    const { article, question } = world.seed;
    const { text } = await machine.get(tagFeed("缓存"));
    expect(text).toContain(`${ORIGIN}/article/${encodeId(article)}`);
    expect(text).not.toContain(`${ORIGIN}/question/${encodeId(question)}`);
    expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${ORIGIN}${tagFeed("缓存")}"/>`);
    expect((await machine.get(tagFeed("没有这个标签"))).status).toBe(404);
    expect((await machine.get(tagFeed("长".repeat(21)))).status).toBe(404);
    const page = await machine.get(`/question?tag=${encodeURIComponent("数据库")}`);
    expect(page.text).toContain(`href="${tagFeed("数据库")}"`);
  });

  test.each(["/feed/case.xml", "/feed/constructor.xml", "/u/99999/feed.xml", "/u/0/feed.xml", "/u/x/feed.xml"])(
    "there is no %s",
    async (path) => {
      expect((await machine.get(path)).status).toBe(404);
    },
  );
});

describe("feeds of a tag and of a classification", () => {
  test("contain its texts, and are linked from its page", async () => {
    const { db } = world.upstream.services;
    const { tag } = await db
      .selectFrom("taggings")
      .select("tag")
      .where("kind", "=", "question")
      .limit(1)
      .executeTakeFirstOrThrow();
    const path = `/feed/tag/${encodeURIComponent(tag)}.xml`;
    const { status, text } = await machine.get(path);
    expect(status).toBe(200);
    expect(text).toContain(`<link rel="self" type="application/atom+xml" href="${ORIGIN}${path}"/>`);
    expect(text.match(/<entry>/g)?.length).toBeGreaterThan(0);
    expect((await machine.get(`/question?tag=${encodeURIComponent(tag)}`)).text).toContain(`href="${path}"`);
    const { id } = await db
      .selectFrom("classifications")
      .select("id")
      .where("kind", "=", "article")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect((await machine.get(`/feed/class/${id}.xml`)).status).toBe(200);
  });

  test.each([
    "/feed/tag/没有人用过的.xml",
    "/feed/class/999999.xml",
    "/feed/class/x.xml",
    `/feed/tag/${"长".repeat(60)}.xml`,
  ])("there is no %s", async (path) => expect((await machine.get(encodeURI(path))).status).toBe(404));
});

test("llms.txt describes the site, and every URL in it responds", async () => {
  const { headers, text } = await machine.get("/llms.txt");
  expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(text).toMatch(/^# \S+\n/);
  const addresses = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = ""]) => address);
  expect(addresses).toContain(`${ORIGIN}/sitemap.xml`);
  for (const address of addresses) {
    expect(address.startsWith(`${ORIGIN}/`), address).toBe(true);
    expect((await machine.get(address.slice(ORIGIN.length))).status, address).toBe(200);
  }
});

test("browsers find the site's search", async () => {
  const { headers, text } = await machine.get("/opensearch.xml");
  expect(headers.get("content-type")).toBe("application/opensearchdescription+xml; charset=utf-8");
  expect(text).toContain(`template="${ORIGIN}/search/all?q={searchTerms}"`);
  expect((await machine.get("/")).text).toContain(
    'rel="search" type="application/opensearchdescription+xml" href="/opensearch.xml"',
  );
});

describe("cards of shared links", () => {
  const picture = (path: string) =>
    world.remix(new Request(new URL(path, ORIGIN)), {
      upstream: world.upstream.program,
      requestId: "test",
      clientIp: "192.0.2.1",
      dependsOn: new Set<string>(),
    });

  test("are drawn for the site and for each kind, and named on the pages", async () => {
    const { article, question, answer, alice } = world.seed;
    for (const of of ["site/0", `article/${article}`, `question/${question}`, `answer/${answer}`, `user/${alice}`]) {
      const response = await picture(`/card/${of}.png`);
      expect(response.status, of).toBe(200);
      expect(response.headers.get("content-type")).toBe("image/png");
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([width, height]).toEqual([1200, 630]);
    }
    const thumb = await picture("/card/site/0.png?thumb");
    expect((await sharp(Buffer.from(await thumb.arrayBuffer())).metadata()).width).toBe(300);
    expect((await machine.get("/")).text).toContain(`property="og:image" content="${ORIGIN}/card/site/0.png"`);
    expect((await machine.get(`/question/${encodeId(question)}`)).text).toContain(`/card/question/${question}.png`);
  });

  test("are named on every page of something without a picture of its own", async () => {
    const { announcement, activity, case: oneCase, bob, zhikuContent } = world.seed;
    await world.upstream.services.db.updateTable("activities").set({ cover: null }).execute();
    await world.upstream.services.db.updateTable("cases").set({ cover: null }).execute();
    const pages = {
      [`/announcement/${announcement}`]: `announcement/${announcement}`,
      [`/activity/${activity}`]: `activity/${activity}`,
      [`/case/${oneCase}`]: `case/${oneCase}`,
      [`/u/${bob}/article`]: `user/${bob}`,
      [`/zhiku/article/${encodeId(zhikuContent)}`]: `zhiku/${zhikuContent}`,
    };
    for (const [path, of] of Object.entries(pages)) {
      const image = `${ORIGIN}/card/${of}.png`;
      const { text } = await machine.get(path);
      expect(text, path).toContain(`property="og:image" content="${image}"`);
      if (/"@type":"(?:Article|Event)"/.test(text)) expect(text, path).toMatch(new RegExp(`"image":\\[?"${image}"`));
      expect((await picture(`/card/${of}.png`)).status, of).toBe(200);
    }
  });

  test.each(["/card/article/999999.png", "/card/nothing/1.png", "/card/article/x.png"])(
    "there is no %s",
    async (path) => {
      expect((await machine.get(path)).status).toBe(404);
    },
  );

  test("have their text escaped, and none without a Chinese font", () => {
    const svg = cardSvg({ title: `<b>"很长的标题`, by: "a&b", site: "社区" }, "wide", "green");
    expect(svg).toContain('>&#60;b&#62;"很长的标题<');
    expect(svg).toContain(">a&#38;b<");
    expect(cardSvg(null, "wide", "blue")).not.toContain("<text");
  });
});

test("text is made valid XML: markup escaped, invalid characters removed", () => {
  expect(escapeXml(`<a href="x">&'</a>`)).toBe("&#60;a href=&#34;x&#34;&#62;&#38;&#39;&#60;/a&#62;");
  expect(escapeXml("一\u0000\u0008\u000b\u001f\ufffe二\n\t😀")).toBe("一二\n\t😀");
  expect(escapeXml("\ud800x")).toBe("\ufffdx");
});

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)</g)].map(([, url]) => {
    expect(url?.startsWith(`${ORIGIN}/`)).toBe(true);
    return url?.slice(ORIGIN.length) ?? "";
  });
