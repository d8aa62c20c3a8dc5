import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setLike } from "#upstream/modules/like/write";

let upstream: TestUpstream;
let write: Writer;
let alice: number;
let bob: number;
let classificationId: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  alice = await upstream.addUser("爱丽丝");
  bob = await upstream.addUser("鲍勃");
  const row = await upstream.services.db
    .insertInto("classifications")
    .values({ kind: "article", slug: "product", name: "产品", position: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  classificationId = row.id;
});
afterAll(() => upstream.close());

describe("article", () => {
  it("loads an article with headings and cover in one statement", async () => {
    const cover = { url: "/oss/a.png", width: 800, height: 450, alt: "封面" };
    const content = "## 背景\n\n正文\n\n## 结论\n\n正文";
    const id = await write.article({ authorId: alice, content, cover, classificationId, tags: ["写作"] });
    const { data, statements, dependsOn } = await upstream.measure(articleApi.get, { params: { id } });
    expect(statements).toBe(1);
    expect(dependsOn).toEqual(["config", `article/${id}`, `card/article/${id}`, `user/${alice}`]);
    expect(data).toMatchObject({ id, cover, classification: { id: classificationId, name: "产品" }, tags: ["写作"] });
    expect(data.headings.map((heading) => heading.text)).toEqual(["背景", "结论"]);
  });

  it("counts a reaction once, however often it is set", async () => {
    const id = await write.article({ authorId: alice });
    const like = (on: boolean) =>
      write.inside((trx) => setLike(trx, upstream.services, { userId: bob, targetKind: "article", targetId: id, on }));
    const favorite = (on: boolean) =>
      write.inside((trx) =>
        setFavorite(trx, upstream.services, { userId: bob, targetKind: "article", targetId: id, on }),
      );
    expect(await like(true)).toEqual({ liked: true, likeCount: 1 });
    expect(await like(true)).toEqual({ liked: true, likeCount: 1 });
    expect(await favorite(true)).toEqual({ favorited: true, favoriteCount: 1 });
    const anonymous = await upstream.measure(articleApi.extraInfo, { params: { id } });
    expect(anonymous.statements).toBe(1);
    expect(anonymous.data).toMatchObject({ likeCount: 1, favoriteCount: 1, liked: false, favorited: false });
    const asBob = await upstream.call(articleApi.extraInfo, { params: { id } }, { as: bob });
    expect(asBob).toMatchObject({ liked: true, favorited: true, mine: false });
    expect(await like(false)).toEqual({ liked: false, likeCount: 0 });
    expect(await like(false)).toEqual({ liked: false, likeCount: 0 });
    expect(await favorite(false)).toEqual({ favorited: false, favoriteCount: 0 });
  });

  it("lists by time, heat, classification and tag in at most three statements", async () => {
    const liked = await write.article({ authorId: alice, classificationId, tags: ["排序"] });
    const newer = await write.article({ authorId: bob, classificationId, tags: ["排序"] });
    await write.inside((trx) =>
      setLike(trx, upstream.services, { userId: bob, targetKind: "article", targetId: liked, on: true }),
    );
    // Caches that nothing is pinned.
    await upstream.call(articleApi.list, { query: {} });
    for (const query of [{ classificationId }, { tag: "排序" }, {}]) {
      const { data, statements } = await upstream.measure(articleApi.list, { query });
      expect(data.list.slice(0, 2).map((one) => one.id)).toEqual([newer, liked]);
      expect(statements).toBeLessThanOrEqual(3);
    }
    const hot = await upstream.call(articleApi.list, { query: { sort: "hot", classificationId } });
    expect(hot.list[0]?.id).toBe(liked);
  });

  it("lists a tag's articles by heat, among the featured ones and within a classification", async () => {
    const tags = ["合用"];
    const liked = await write.article({ authorId: alice, classificationId, tags });
    const plain = await write.article({ authorId: bob, tags });
    const newest = await write.article({ authorId: bob, classificationId, tags });
    await write.article({ authorId: bob, classificationId });
    await write.inside((trx) =>
      setLike(trx, upstream.services, { userId: bob, targetKind: "article", targetId: liked, on: true }),
    );
    const featured = [liked, plain];
    await write.inside((trx) => trx.updateTable("articles").set({ featured: 1 }).where("id", "in", featured).execute());
    const listed = async (query: { sort?: "hot" | "featured"; classificationId?: number }) => {
      const { data, statements } = await upstream.measure(articleApi.list, { query: { tag: "合用", ...query } });
      expect(statements).toBeLessThanOrEqual(3);
      return [data.total, ...data.list.map((one) => one.id)];
    };
    expect(await listed({})).toEqual([3, newest, plain, liked]);
    expect(await listed({ sort: "hot" })).toEqual([3, liked, newest, plain]);
    expect(await listed({ classificationId })).toEqual([2, newest, liked]);
    expect(await listed({ sort: "hot", classificationId })).toEqual([2, liked, newest]);
    expect(await listed({ sort: "featured" })).toEqual([2, plain, liked]);
    expect(await listed({ sort: "featured", classificationId })).toEqual([1, liked]);
  });

  it("disappears from all lists and counters when deleted, and is deleted once", async () => {
    const id = await write.article({ authorId: bob, classificationId, tags: ["删除"] });
    const totals = async () => ({
      all: (await upstream.call(articleApi.list, { query: {} })).total,
      classified: (await upstream.call(articleApi.list, { query: { classificationId } })).total,
      tagged: (await upstream.call(articleApi.list, { query: { tag: "删除" } })).total,
      mine: (await upstream.call(articleApi.myList, { query: {} }, { as: bob })).total,
    });
    const before = await totals();
    for (let n = 0; n < 2; n += 1) await write.inside((trx) => softDelete(trx, upstream.services, "article", id));
    const after = await totals();
    expect(after).toEqual(Object.fromEntries(Object.entries(before).map(([name, total]) => [name, total - 1])));
    await expect(upstream.call(articleApi.get, { params: { id } })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(
      write.inside((trx) =>
        setLike(trx, upstream.services, { userId: bob, targetKind: "article", targetId: id, on: true }),
      ),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("returns the source only to the author", async () => {
    const id = await write.article({ authorId: alice, classificationId, content: "**源文**" });
    const draft = await upstream.call(articleApi.init, { params: { id } }, { as: alice });
    expect(draft).toMatchObject({ content: "**源文**", classificationId, coverUrl: null, version: 1 });
    await expect(upstream.call(articleApi.init, { params: { id } }, { as: bob })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});
