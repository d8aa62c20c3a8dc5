import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { caseApi } from "#app/contract/content/case";
import { commentApi } from "#app/contract/content/comment";
import { PART_NAMES, type Part } from "#app/contract/parts";
import { glanceApi } from "#app/contract/reading/glance";
import { contentApi } from "#app/contract/reading/home-feed";
import { likeApi } from "#app/contract/reading/like";
import { searchApi } from "#app/contract/reading/search";
import { configApi } from "#app/contract/site/config";
import { syndicationApi } from "#app/contract/site/syndication";
import { draftApi } from "#app/contract/writing/draft";
import { proposalApi } from "#app/contract/writing/proposal";
import { trashApi } from "#app/contract/writing/trash";
import { sampleInput } from "#tests/contract/sample-input";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createTickingClock } from "#tests/upstream/support/ticking-clock";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { endpointRows } from "#upstream/endpoint-table";
import { setSetting } from "#upstream/modules/config/settings";
import { softDelete } from "#upstream/modules/content/soft-delete";

let upstream: TestUpstream;
let write: Writer;
let author: number;

beforeEach(async () => {
  upstream = await createTestUpstream({ clock: createTickingClock() });
  write = createWriter(upstream);
  author = await upstream.addUser("作者");
});
afterEach(() => upstream.close());

const lack = (...off: Part[]) => setSetting(upstream.services.db, "parts", { off });

describe("calls of a part that the site lacks", () => {
  test.each(PART_NAMES)("%s: its calls reply NOT_FOUND to everybody", async (part) => {
    const { tokenOf, call } = upstream;
    const token = await tokenOf(author);
    const gone = endpointRows().filter(({ endpoint }) => endpoint.part === part);
    expect(gone.length).toBeGreaterThan(0);
    await lack(part);
    for (const { name, endpoint } of gone) {
      // A missing professional profile is reported first.
      if (endpoint.auth === "profile") continue;
      expect([name, await codeOf(call(endpoint, sampleInput(endpoint) as never, { token }))]).toEqual([
        name,
        "NOT_FOUND",
      ]);
    }
  });

  test("WeChat Pay notifications are processed even without zhiku, so that no money is lost", () => {
    const heard = endpointRows().find(({ endpoint }) => endpoint.path === "/api/pro/weixin/pay/notify");
    expect(heard?.endpoint.part).toBeUndefined();
  });

  test("calls about any kind refuse the missing ones, too", async () => {
    const id = await write.oneCase();
    const token = await upstream.tokenOf(author);
    const body = { targetKind: "case", targetId: id } as const;
    expect(await codeOf(upstream.call(likeApi.add, { body }, { token }))).toBe("SUCCESS");
    await lack("case");
    const query = { targetKind: "case", targetId: id } as const;
    expect(await codeOf(upstream.call(commentApi.list, { query }))).toBe("NOT_FOUND");
    expect(await codeOf(upstream.call(likeApi.cancel, { body }, { token }))).toBe("NOT_FOUND");
    expect(await codeOf(upstream.call(glanceApi.get, { query: { kind: "case", id } }))).toBe("NOT_FOUND");
    await lack();
    expect(await upstream.call(caseApi.get, { params: { id } })).toMatchObject({ likeCount: 1 });
  });
});

test("feeds, search and sitemap omit the missing kinds, and counts cover the rest", async () => {
  const asked = await write.question({ authorId: author, title: "缓存怎样失效" });
  const told = await write.article({ authorId: author, title: "缓存失效的办法" });
  await write.oneCase();
  const feed = async (tab: "latest" | "recommend", pageSize = 10, page = 1) => {
    const { total, list } = await upstream.call(contentApi.list, { query: { tab, page, pageSize } });
    return [total, ...list.map(({ kind }) => kind).sort()];
  };
  expect(await feed("latest")).toEqual([3, "article", "case", "question"]);
  await lack("case");
  for (const tab of ["latest", "recommend"] as const) expect(await feed(tab)).toEqual([2, "article", "question"]);
  expect([await feed("latest", 1, 1), await feed("latest", 1, 2), await feed("latest", 1, 3)]).toEqual([
    [2, "article"],
    [2, "question"],
    [2],
  ]);
  const found = async () => {
    const { total, list } = await upstream.call(searchApi.content, { query: { q: "缓存失效" } });
    return [total, ...list.map(({ id }) => id).sort()];
  };
  expect(await found()).toEqual([2, ...[asked, told].sort()]);
  expect((await upstream.call(syndicationApi.sitemap, { query: {} })).parts).toMatchObject({ case: 0, article: 1 });
  await lack("article", "case");
  expect(await feed("recommend")).toEqual([1, "question"]);
  expect(await found()).toEqual([1, asked]);
  expect((await upstream.call(syndicationApi.feed, { query: {} })).map(({ kind }) => kind)).toEqual(["question"]);
  await lack();
  expect(await feed("latest")).toEqual([3, "article", "case", "question"]);
});

test("a pin on the home page disappears with its kind, and returns to its place", async () => {
  await write.question({ authorId: author, title: "一个问题" });
  const pinned = await write.oneCase();
  await upstream.services.db
    .insertInto("pins")
    .values({ place: "home", kind: "case", item_id: pinned, position: 1, until_at: null })
    .execute();
  const first = async () =>
    (await upstream.call(contentApi.list, { query: { tab: "recommend" } })).list.map(({ kind }) => kind);
  expect(await first()).toEqual(["case", "question"]);
  await lack("case");
  expect(await first()).toEqual(["question"]);
  await lack();
  expect(await first()).toEqual(["case", "question"]);
});

test("an author's drafts, trash and proposals offer nothing of a part that is off", async () => {
  const reader = await upstream.addUser("读者", "8613800000008");
  const caller = { as: author };
  const draft = { target: "article/new", fields: { title: "半篇", content: "写到一半" } };
  await upstream.call(draftApi.put, { body: draft }, caller);
  const deleted = await write.article({ authorId: author, title: "删掉的文章" });
  await write.inside((trx) => softDelete(trx, upstream.services, "article", deleted));
  const id = await write.article({ authorId: author, title: "有建议的文章", content: "有错字" });
  const body = { kind: "article" as const, id, version: 1, content: "没有错字", title: "有建议的文章", reason: "错字" };
  await upstream.call(proposalApi.send, { body }, { as: reader });
  const offered = async () => ({
    stranded: (await upstream.call(draftApi.list, {}, caller)).map(({ stranded }) => stranded),
    trash: (await upstream.call(trashApi.list, { query: {} }, caller)).total,
    proposals: (await upstream.call(proposalApi.waiting, { query: {} }, caller)).length,
  });
  expect(await offered()).toEqual({ stranded: [null], trash: 1, proposals: 1 });
  await lack("article");
  expect(await offered()).toEqual({ stranded: ["写到一半"], trash: 0, proposals: 0 });
});

test("staff choose the parts, based on the version that they read", async () => {
  const token = await staffToken(upstream, await addStaff(upstream, "editor"));
  await write.article({ authorId: author, title: "一篇文章" });
  const before = await upstream.call(adminSiteApi.parts, {}, { token });
  expect(before).toMatchObject({ version: 0, rights: 0 });
  expect(before.parts.every(({ on }) => on)).toBe(true);
  expect(before.parts.find(({ part }) => part === "article")?.total).toBe(1);
  const put = (off: Part[], version: number) =>
    upstream.call(adminSiteApi.putParts, { body: { off, version } }, { token });
  await put(["zhiku", "case"], 0);
  expect((await upstream.call(configApi.logo, {})).off).toEqual(["case", "zhiku"]);
  expect(await codeOf(put([], 0))).toBe("CONFLICT");
  await put([], 1);
  expect(await upstream.call(configApi.logo, {})).not.toHaveProperty("off");
});
