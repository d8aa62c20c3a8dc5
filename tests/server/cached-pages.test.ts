import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { readData } from "#tests/world/single-fetch";
import { createWorld, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { prepareSiteText, setSiteTexts } from "#upstream/modules/config/site-texts";
import { setLike } from "#upstream/modules/like/write";
import { updateUser } from "#upstream/modules/user/write";
import { type Served, serveWorld } from "./serve-world";

/** `npm run bench` uses more. */
const WRITES = Number(process.env.WRITE_THEN_READ ?? 100);

/** So that its relative times don't change while the test runs. */
const LONG_AGO = "2020-01-01T00:00:00.000Z";

let world: World;
let served: Served;
let seen: Request[] = [];

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world, { onRender: (request) => void seen.push(request) });
});
afterAll(async () => {
  await served.close();
  await world.close();
});
beforeEach(() => {
  seen = [];
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await served.get(path, headers);
  return { response, text: await response.text() };
};

/** Number of these GETs that were rendered. */
async function rendersOf(...asked: (string | [string, Record<string, string>])[]): Promise<number> {
  const before = served.renders();
  for (const one of asked) await (typeof one === "string" ? read(one) : read(...one));
  return served.renders() - before;
}

describe("a kept page", () => {
  test("has the same bytes, tag and policy each time, and is rendered once", async () => {
    const path = `/article/${encodeId(world.seed.article)}`;
    const first = await read(path);
    const before = served.renders();
    const again = await read(path);
    expect(served.renders()).toBe(before);
    expect(again.text).toBe(first.text);
    for (const name of ["etag", "content-security-policy", "cache-control", "content-type"]) {
      expect(again.response.headers.get(name)).toBe(first.response.headers.get(name));
    }
  });

  test("is found in any order of the query and with parameters that no page reads", async () => {
    await read("/question?page=1&sort=hot");
    expect(
      await rendersOf(
        "/question?sort=hot&page=1",
        "/question?utm_source=x&sort=hot&page=1",
        "/question?page=1&sort=hot&_=3",
      ),
    ).toBe(0);
    expect(await rendersOf("/question?sort=new&page=1")).toBe(1);
  });

  test("contains nothing of the first reader", async () => {
    const { text } = await read("/case?utm_source=evil&x=%22%3E%3Cscript%3E", {
      cookie: "visitor=evil-cookie",
      referer: "http://127.0.0.1/evil-referer",
      "accept-language": "evil-language",
      "x-forwarded-for": "203.0.113.99",
      "x-evil": "evil-header",
    });
    expect(text).not.toMatch(/evil|203\.0\.113\.99/);
    const request = seen.at(-1);
    expect(Object.keys(Object.fromEntries(request?.headers ?? []))).toEqual(["user-agent"]);
    expect(new URL(request?.url ?? "").search).toBe("");
  });

  test("is the same for all devices", async () => {
    const phone = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1" };
    await read("/activity", { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140" });
    expect(await rendersOf(["/activity", phone])).toBe(0);
  });

  test("includes data, feeds and icons; icons by their names", async () => {
    const paths = ["/about.data", "/feed.xml", "/robots.txt", "/sitemap.xml", "/icons/sq.json?icons=home"];
    await rendersOf(...paths);
    expect(await rendersOf(...paths)).toBe(0);
    const one = JSON.parse((await read("/icons/sq.json?icons=home")).text);
    const other = JSON.parse((await read("/icons/sq.json?icons=search")).text);
    expect(Object.keys(one.icons)).toEqual(["home"]);
    expect(Object.keys(other.icons)).toEqual(["search"]);
  });

  test("is not sent to members, nor to anybody with a token of any kind", async () => {
    const cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
    await read("/about");
    expect(await rendersOf(["/about", { cookie }])).toBe(1);
    expect(await rendersOf(["/about", { cookie: "token=junk" }], ["/about", { cookie: "a=b; __Host-token=x" }])).toBe(
      2,
    );
    expect(await rendersOf(["/about", { cookie: "flash=x" }])).toBe(1);
    expect((await read("/about", { cookie })).text).toContain("林致远");
    expect((await read("/about")).text).not.toContain("林致远");
  });

  test("is sent with foreign cookies, and with names that only resemble ours", async () => {
    await read("/about");
    expect(await rendersOf(["/about", { cookie: "acw_tc=1; SERVERID=2; mytoken=3; token2=4" }])).toBe(0);
  });

  test("is neither the build id nor an error nor a redirect", async () => {
    for (const path of ["/builds/latest.json?1", "/nowhere", "/policy"]) {
      await read(path);
      expect(await rendersOf(path), path).toBe(1);
    }
  });

  test("a redirect keeps each reader's own query, even under concurrent requests", async () => {
    const answers = await Promise.all(["a", "b", "c"].map((name) => served.get(`/policy?utm_source=${name}`)));
    expect(answers.map((answer) => answer.headers.get("location"))).toEqual(
      ["a", "b", "c"].map((name) => `/policy/terms?utm_source=${name}`),
    );
  });
});

describe("an answer with a cookie in it", () => {
  test("goes to one reader only, even under concurrent requests", async () => {
    let cookies = 0;
    const remix = async () => {
      cookies += 1;
      return new Response("<p>yours</p>", {
        headers: { "content-type": "text/html", "set-cookie": `state=${cookies}; Path=/` },
      });
    };
    const server = await serveWorld({ ...world, remix });
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.get("/wxlogin")));
    const given = answers.map((answer) => answer.headers.get("set-cookie"));
    expect(new Set(given).size).toBe(5);
    expect(server.cache.stats().entries).toBe(0);
    await server.close();
  });
});

describe("single flight", () => {
  test("fifty readers of an uncached page cause one render", async () => {
    const before = served.renders();
    const texts = await Promise.all(Array.from({ length: 50 }, async () => (await read("/joinus?page=3")).text));
    expect(served.renders() - before).toBe(1);
    expect(new Set(texts).size).toBe(1);
  });

  test("an open form has a different key for every reader, even under concurrent requests", async () => {
    const path = `/form/${world.seed.form}`;
    const answers = await Promise.all([read(path), read(path), read(path)]);
    const keys = answers.map(({ text }) => /name="idempotencyKey" value="([0-9a-f]+)"/.exec(text)?.[1]);
    expect(keys.every(Boolean)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
    expect(await rendersOf(path)).toBe(1);
  });

  test("a reader who leaves does not abort the others' page", async () => {
    const leaving = new AbortController();
    const [gone, stays] = await Promise.allSettled([
      fetch(`${served.url}/policy/privacy`, { signal: leaving.signal }).then(
        (response) => response.text(),
        () => "gone",
      ),
      read("/policy/privacy"),
      Promise.resolve().then(() => leaving.abort()),
    ]);
    expect(gone?.status).toBe("fulfilled");
    expect(stays?.status === "fulfilled" && (stays.value as Awaited<ReturnType<typeof read>>).response.status).toBe(
      200,
    );
  });
});

describe("after a write", () => {
  test("the next response shows it; pages without it stay cached", async () => {
    const { seed, write } = world;
    const article = `/article/${encodeId(seed.article)}`;
    const others = ["/case", "/about", "/activity", `/announcement/${seed.announcement}`];
    await rendersOf(article, ...others);
    await write.comment({ authorId: seed.bob, targetKind: "article", targetId: seed.article, text: "写完就能看到" });
    expect((await read(article)).text).toContain("写完就能看到");
    expect(await rendersOf(...others)).toBe(0);
  });

  test("a like renews the article and the lists that show it, and nothing else of its author or of the site", async () => {
    const { seed, write, upstream } = world;
    const [liked, other] = await Promise.all(
      ["被人喜欢的", "没人动过的"].map((title) => write.article({ authorId: seed.alice, title, createdAt: LONG_AGO })),
    );
    const pages = [liked ?? 0, other ?? 0].map((id) => `/article/${encodeId(id)}`);
    const lists = ["/", "/?tab=latest", "/article", "/question", "/question/answer", "/feed.xml"];
    const profile = `/u/${seed.alice}/article`;
    await rendersOf(...pages, ...lists, profile);
    const wanted = { userId: seed.bob, targetKind: "article" as const, targetId: liked ?? 0, on: true };
    await write.inside((trx) => setLike(trx, upstream.services, wanted));
    expect(await rendersOf(`/article/${encodeId(liked ?? 0)}`, profile)).toBe(2);
    // All of them show it: the site is small.
    expect(await rendersOf("/", "/?tab=latest", "/article", "/feed.xml")).toBe(4);
    expect(await rendersOf("/question", "/question/answer")).toBe(0);
    // The other one is shown with its likes.
    expect(await rendersOf(`/article/${encodeId(other ?? 0)}`)).toBe(1);
    const lonely = `/question/${encodeId(seed.lonelyQuestion)}`;
    await rendersOf(lonely);
    await write.comment({ authorId: seed.bob, targetKind: "article", targetId: liked ?? 0, text: "好" });
    await write.inside((trx) => setLike(trx, upstream.services, { ...wanted, userId: seed.alice }));
    expect(await rendersOf(lonely)).toBe(0);
  });

  test("a new answer shows on its question, in the lists and on its author's profile", async () => {
    const { seed, write } = world;
    const pages = [`/question/${encodeId(seed.lonelyQuestion)}`, "/question/answer", `/u/${seed.alice}/qna/answer`];
    await rendersOf(...pages, "/case", `/case/${seed.case}`);
    await write.answer({ authorId: seed.alice, questionId: seed.lonelyQuestion, content: "先写清楚问题是什么。" });
    for (const path of pages) expect((await read(path)).text, path).toContain("先写清楚问题是什么。");
    expect(await rendersOf("/case", `/case/${seed.case}`)).toBe(0);
  });

  test("a new name shows wherever the person is shown", async () => {
    const { seed, write } = world;
    const pages = ["/question", `/question/${encodeId(seed.question)}`, `/article/${encodeId(seed.article)}`, "/"];
    await rendersOf(...pages, "/about");
    await write.inside((trx) =>
      updateUser(trx, seed.alice, {
        nickname: "林远志",
        avatar: "",
        headline: "",
        bio: "",
        company: "",
        city: "",
        collectionsPrivate: false,
      }),
    );
    for (const path of pages) {
      const { text } = await read(path);
      expect(text, path).toContain("林远志");
      expect(text, path).not.toContain("林致远");
    }
    expect(await rendersOf("/about")).toBe(0);
  });

  test("a login asks for consent as soon as both policies are written, and not before", async () => {
    const { db, ...services } = world.upstream.services;
    const consent = "我已阅读并同意";
    const pages = ["/login", "/login?tab=password", "/about"];
    const written = await db.selectFrom("site_texts").selectAll().where("key", "in", ["terms", "privacy"]).execute();
    // Any page may open the login in a dialog, with the data of /login.
    const asked = async (path: string) => {
      const { routes } = await readData(await served.get(`${path.replace(/(?=\?|$)/, ".data")}`));
      const told = (routes.root?.data as { site: { policies: boolean } } | undefined)?.site.policies;
      if (path.startsWith("/login")) {
        // A password creates no account.
        const { text } = await read(path);
        expect(text.includes(consent), path).toBe(told && path === "/login");
      }
      return told;
    };
    await transact(db, async (trx) => {
      await trx.deleteFrom("site_texts").where("key", "in", ["terms", "privacy"]).execute();
      await bump(trx, ["config"]);
    });
    for (const path of pages) expect(await asked(path), path).toBe(false);
    for (const [done, { key, title, content }] of written.entries()) {
      const text = await prepareSiteText(services, { key, title, content, kind: "page" });
      await transact(db, (trx) => setSiteTexts(trx, [text]));
      for (const path of pages) expect(await asked(path), `${path} after ${key}`).toBe(done === 1);
    }
    expect(await rendersOf("/login", "/login?tab=password")).toBe(0);
  });

  test(`${WRITES} times, the next response is never outdated`, { timeout: 60_000 + WRITES * 1_000 }, async () => {
    const { seed, write } = world;
    const path = `/article/${encodeId(seed.article)}`;
    let stale = 0;
    for (let i = 0; i < WRITES; i += 1) {
      const text = `第${i}次写入`;
      const before = await read(path);
      await write.comment({ authorId: seed.bob, targetKind: "article", targetId: seed.article, text });
      const { text: after } = await read(path);
      if (!after.includes(text) || after === before.text) stale += 1;
    }
    expect(stale).toBe(0);
  });

  test("also while many are reading", async () => {
    const { seed, write } = world;
    const path = `/article/${encodeId(seed.otherArticle)}`;
    let reading = true;
    const readers = Array.from({ length: 4 }, async () => {
      while (reading) await read(path);
    });
    let stale = 0;
    for (let i = 0; i < 40; i += 1) {
      const text = `并发第${i}次`;
      await write.comment({ authorId: seed.bob, targetKind: "article", targetId: seed.otherArticle, text });
      if (!(await read(path)).text.includes(text)) stale += 1;
    }
    reading = false;
    await Promise.all(readers);
    expect(stale).toBe(0);
  });
});
