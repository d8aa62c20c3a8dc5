import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { createUser } from "#upstream/modules/user/write";

let world: World;
let reader: Reader;

beforeAll(async () => {
  world = await createWorld();
  reader = await world.as(null);
});
afterAll(() => world.close());

const WORD = encodeURIComponent("便利店");
const kindsIn = (page: string) =>
  [...page.matchAll(/<h2 class="item__title"><a[^>]* href="\/(\w+)\//g)].map(([, kind]) => kind);

test("a search page without words has the caret in its field, and one with words has not", async () => {
  const field = async (path: string) => /<input[^>]*search-field__input[^>]*>/.exec((await reader.get(path)).text)?.[0];
  expect(await field("/search/all")).toMatch(/autofocus/i);
  expect(await field(`/search/all?q=${WORD}`)).not.toMatch(/autofocus/i);
});

describe("a search for cases", () => {
  test("is a scope like the others, finds only cases, and is kept by the field and the tabs", async () => {
    await world.write.article({ authorId: world.seed.bob, title: "便利店的夜班" });
    expect(new Set(kindsIn((await reader.get(`/search/all?q=${WORD}`)).text))).toEqual(new Set(["article", "case"]));
    const { text } = await reader.get(`/search/all?type=case&q=${WORD}`);
    expect(kindsIn(text)).toEqual(["case"]);
    expect(text).toMatch(/<a href="\/search\/all\?type=case&amp;q=[^"]*"[^>]* aria-current="page"[^>]*>案例/);
    expect(text).toMatch(/<form[^>]* action="\/search\/all"[^>]*>\s*<input type="hidden" name="type" value="case"\/>/);
    const nothing = (await reader.get(`/search/all?type=case&q=${encodeURIComponent("犰狳")}`)).text;
    expect(nothing.replaceAll("<!-- -->", "")).toContain("在案例的标题和正文里没有找到");
    // Suggested words, with the same filters.
    expect(nothing).toMatch(/<a href="\/search\/all\?type=case&amp;q=[^"]*" class="tag tag--neutral"/);
  });

  test("offers no order or period if nothing is found, unless these are the reason", async () => {
    const filters = /aria-label="(?:排序|时间)"/;
    const nothing = `/search/all?q=${encodeURIComponent("犰狳")}`;
    expect((await reader.get(`/search/all?q=${WORD}`)).text).toMatch(filters);
    expect((await reader.get(nothing)).text).not.toMatch(filters);
    expect((await reader.get(`${nothing}&period=day`)).text).toMatch(filters);
  });

  test("starts with suggested words, which search for cases as well", async () => {
    const { text } = await reader.get("/search/all?type=case");
    expect(text).toMatch(/<a href="\/search\/all\?type=case&amp;q=[^"]*" class="tag tag--neutral"/);
  });

  test("the scopes for people and tags keep the field, too, and say where nothing was found", async () => {
    await world.write.article({ authorId: world.seed.bob, title: "随便写写", tags: ["便利店"] });
    const { text } = await reader.get(`/search/all?type=tag&q=${WORD}`);
    expect(text).toContain(`href="/question?tag=${WORD}"`);
    expect(text).toMatch(/<input type="hidden" name="type" value="tag"\/>/);
    expect(text).toMatch(/<a href="\/search\/all\?type=tag&amp;q=[^"]*"[^>]* aria-current="page"[^>]*>标签/);
    const nobody = (await reader.get(`/search/all?type=user&q=${encodeURIComponent("犰狳")}`)).text;
    expect(nobody.replaceAll("<!-- -->", "")).toContain("在用户里没有找到");
  });

  test("is not part of the other scopes", async () => {
    expect(kindsIn((await reader.get(`/search/article?type=case&q=${WORD}`)).text)).toEqual(["article"]);
    expect((await reader.get("/search/case")).location).toBe("/");
  });
});

describe("a search tells", () => {
  const page = async (query: string) => (await reader.get(`/search/all?${query}`)).text.replaceAll("<!-- -->", "");

  test("that its query was cut, in every tab, with hits or without", async () => {
    for (const type of ["", "&type=user", "&type=tag", "&type=case"])
      expect(await page(`q=${encodeURIComponent("犰狳".repeat(150))}${type}`)).toContain(
        "这段话太长，只搜了前 200 个字",
      );
  });

  test("which words were not found", async () => {
    expect(await page(`q=${WORD}+Xyzzyq`)).toContain("没有找到“Xyzzyq”，以下是其余词的结果");
    expect(await page(`q=${WORD}`)).not.toContain("其余词");
  });

  test("of the person with this name, in the scope of everything", async () => {
    const { services } = world.upstream;
    const { id } = await transact(services.db, (trx) => createUser(trx, services, { nickname: "便利店长" }));
    expect(await page(`q=${encodeURIComponent("便利店长")}`)).toMatch(
      new RegExp(`用户：<a[^>]* href="/u/${id}"[^>]*>便利店长</a>`),
    );
    expect(await page(`q=${WORD}`)).not.toContain("用户：");
  });
});

describe("zero-width characters, as in copied text", () => {
  test("within a word do not prevent it from being found", async () => {
    const { text } = await reader.get(`/search/all?type=case&q=${encodeURIComponent("便\u200b利\u2060店")}`);
    expect(kindsIn(text)).toEqual(["case"]);
  });

  test("alone are no query", async () => {
    const [empty, invisible] = await Promise.all(
      ["", "\u200b\u200d"].map(async (q) => (await reader.get(`/search/all?q=${encodeURIComponent(q)}`)).text),
    );
    const title = (text = "") => /<title>[^<]*/.exec(text)?.[0];
    expect(title(invisible)).toBe(title(empty));
  });
});
