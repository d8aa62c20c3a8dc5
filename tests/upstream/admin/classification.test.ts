import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminCaseApi } from "#app/contract/admin/content/case";
import { adminClassificationApi } from "#app/contract/admin/site/classification";
import { auditApi } from "#app/contract/admin/system/audit";
import { articleApi } from "#app/contract/content/article";
import { caseApi } from "#app/contract/content/case";
import { classificationApi } from "#app/contract/content/classification";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { undoneState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import { transact } from "#upstream/db/transact";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { continueMoves } from "#upstream/modules/taxonomy/moves";

let upstream: TestUpstream;
let write: Writer;
let token: string;
let author: number;

beforeEach(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
  author = await upstream.addUser("陆明", "8613800000001");
});
afterEach(() => upstream.close());

const api = adminClassificationApi;
const add = async (name: string, kind: "article" | "case" = "article", slug?: string) =>
  (await upstream.call(api.add, { body: { kind, name, ...(slug ? { slug } : {}) } }, { token })).id;
const edited = (id: number) => upstream.call(api.get, { params: { id } }, { token });
const offered = async () =>
  (await upstream.call(classificationApi.articleList, {})).map(({ name, total }) => `${name} ${total}`);
const listed = async (classificationId: number, page = 1) =>
  upstream.call(articleApi.list, { query: { classificationId, page } });
const classOf = async (id: number) =>
  (await upstream.call(articleApi.get, { params: { id } })).classification?.name ?? null;
const undo = async () => {
  const { list } = await upstream.call(auditApi.list, { query: {} }, { token });
  return upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token });
};
const state = () => undoneState(upstream.services.db);
const move = (from: number, to: number, dryRun = false) =>
  upstream.call(api.move, { body: { from, to, dryRun } }, { token });
const articles = async (classificationId: number, count: number) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await write.article({ authorId: author, classificationId }));
  return ids;
};
const remove = (id: number) =>
  transact(upstream.services.db, (trx) => softDelete(trx, upstream.services, "article", id));
const rename = async (id: number, name: string, more: { slug?: string; version?: number } = {}) => {
  const { slug, version } = await edited(id);
  return upstream.call(api.put, { body: { id, name, slug, version, ...more } }, { token });
};

describe("a classification", () => {
  test("is visible to writers and readers once created, at its position", async () => {
    const [product, tech] = [await add("产品"), await add("技术", "article", "tech")];
    await add("零售", "case");
    expect(await offered()).toEqual(["产品 0", "技术 0"]);
    await upstream.call(api.order, { body: { kind: "article", ids: [tech, product] } }, { token });
    expect(await offered()).toEqual(["技术 0", "产品 0"]);
    expect(await edited(tech)).toMatchObject({ slug: "tech", kind: "article", publicCount: 0, writtenCount: 0 });
    for (const ids of [[tech], [product, tech, product]]) {
      expect(await outcomeOf(upstream.call(api.order, { body: { kind: "article", ids } }, { token }))).toBe("CONFLICT");
    }
  });

  test("needs a name and a short name that no other of its kind has", async () => {
    const product = await add("产品", "article", "product");
    await add("产品", "case", "product");
    expect(await outcomeOf(add("产品"))).toEqual({ name: "已经有这个分类" });
    expect(await outcomeOf(add("产品二", "article", "product"))).toEqual({ slug: "同一种内容里已有这个短名" });
    expect(await outcomeOf(add(" "))).toEqual({ name: "名称不能为空" });
    expect(await outcomeOf(add("长".repeat(21)))).toEqual({ name: "名称不能超过20个字" });
    expect(await outcomeOf(add("空格", "article", "a b"))).toEqual({ slug: "短名只能有文字、数字、- 和 _" });
    const tech = await add("技术");
    expect(await outcomeOf(rename(tech, "产品"))).toEqual({ name: "已经有这个分类" });
    expect(await outcomeOf(rename(product, "产品"))).toBe("SUCCESS");
  });

  test("is renamed at once for everything in it, and only one of two concurrent changes succeeds", async () => {
    const product = await add("产品");
    const [article = 0] = await articles(product, 1);
    const { dependsOn } = await upstream.measure(articleApi.get, { params: { id: article } });
    const before = await upstream.services.versions.now();
    await rename(product, "产品与设计");
    expect(await classOf(article)).toBe("产品与设计");
    expect(await upstream.services.versions.latest(dependsOn as "config"[])).toBeGreaterThan(before);
    expect(await outcomeOf(rename(product, "别的", { version: 1 }))).toBe("CONFLICT");
  });

  test("is offered to nobody and has no list while hidden; what is in it stays there", async () => {
    const [product, tech] = [await add("产品"), await add("技术")];
    const [article = 0] = await articles(product, 1);
    const { dependsOn } = await upstream.measure(articleApi.get, { params: { id: article } });
    const before = await upstream.services.versions.now();
    await upstream.call(api.hide, { body: { id: product, reason: "合并" } }, { token });
    expect(await upstream.services.versions.latest(dependsOn as "config"[])).toBeGreaterThan(before);
    expect(await offered()).toEqual(["技术 0"]);
    expect(await classOf(article)).toBeNull();
    expect((await listed(product)).total).toBe(0);
    expect((await upstream.call(articleApi.list, { query: {} })).total).toBe(1);
    const fields = { title: "全新的一篇文章", content: "正文" };
    const chosen = upstream.call(articleApi.create, { body: { ...fields, classificationId: product } }, { as: author });
    expect(await outcomeOf(chosen)).toEqual({ classificationId: "请选择列表中的分类" });
    const change = { id: article, version: 1, ...fields };
    await upstream.call(articleApi.update, { body: { ...change, classificationId: product } }, { as: author });
    const other = await write.article({ authorId: author, classificationId: tech });
    const moved = { ...change, id: other, classificationId: product };
    expect(await outcomeOf(upstream.call(articleApi.update, { body: moved }, { as: author }))).toEqual({
      classificationId: "请选择列表中的分类",
    });
    await upstream.call(api.show, { body: { id: product } }, { token });
    expect(await offered()).toEqual(["产品 1", "技术 1"]);
    expect(await classOf(article)).toBe("产品");
    await expectConsistent(upstream.services.db);
  });

  test("of cases behaves the same when hidden, for those who write cases", async () => {
    const retail = await add("零售", "case");
    const fields = { title: "一个案例", content: "正文", classificationId: retail };
    const { id } = await upstream.call(adminCaseApi.add, { body: fields }, { token });
    await upstream.call(api.hide, { body: { id: retail } }, { token });
    expect(await outcomeOf(upstream.call(adminCaseApi.add, { body: fields }, { token }))).toEqual({
      classificationId: "没有这个分类",
    });
    await upstream.call(adminCaseApi.put, { body: { ...fields, id, version: 1 } }, { token });
    expect((await upstream.call(caseApi.get, { params: { id } })).classification).toBeNull();
    expect((await upstream.call(caseApi.list, { query: { classificationId: retail } })).total).toBe(0);
    expect((await upstream.call(caseApi.list, { query: {} })).total).toBe(1);
  });

  test("can be removed only if nothing is in it, deleted texts included", async () => {
    const [product, tech] = [await add("产品"), await add("技术")];
    const [article = 0] = await articles(product, 1);
    await remove(article);
    const gone = () => upstream.call(api.remove, { body: { id: product } }, { token });
    expect(await outcomeOf(gone())).toBe("CONFLICT");
    expect(await move(product, tech)).toEqual({ things: 1, publicThings: 0, moving: false });
    expect(await outcomeOf(gone())).toBe("SUCCESS");
    expect(await offered()).toEqual(["技术 0"]);
    expect(await outcomeOf(edited(product))).toBe("NOT_FOUND");
  });
});

describe("moving all of one to another", () => {
  test("first says how many texts would move, and moves deleted ones as well", async () => {
    const [product, tech] = [await add("产品"), await add("技术")];
    const [one = 0, other = 0] = await articles(product, 2);
    await articles(tech, 1);
    await remove(other);
    const before = await state();
    expect(await move(product, tech, true)).toEqual({ things: 2, publicThings: 1, moving: false });
    expect(await state()).toEqual(before);
    expect(await move(product, tech)).toEqual({ things: 2, publicThings: 1, moving: false });
    expect(await offered()).toEqual(["产品 0", "技术 2"]);
    expect(await classOf(one)).toBe("技术");
    expect((await listed(tech)).total).toBe(2);
    expect(await edited(tech)).toMatchObject({ publicCount: 2, writtenCount: 3 });
    await expectConsistent(upstream.services.db);
  });

  test("is refused to a missing, hidden or identical target, or one of another kind", async () => {
    const [product, tech, retail] = [await add("产品"), await add("技术"), await add("零售", "case")];
    await articles(product, 1);
    expect(await outcomeOf(move(product, 999))).toEqual({ to: "没有这个分类" });
    expect(await outcomeOf(move(product, product))).toEqual({ to: "请选择另一个分类" });
    expect(await outcomeOf(move(product, retail))).toEqual({ to: "要移到同一种内容的分类" });
    await upstream.call(api.hide, { body: { id: tech } }, { token });
    expect(await outcomeOf(move(product, tech))).toEqual({ to: "这个分类隐藏着，请先显示它" });
    expect(await outcomeOf(move(999, product))).toBe("NOT_FOUND");
  });

  test("of many texts runs in batches, is consistent at every moment, and can be undone", {
    timeout: 60_000,
  }, async () => {
    const [product, tech] = [await add("产品"), await add("技术")];
    const [first = 0] = await articles(product, 1);
    await articles(tech, 3);
    const { db } = upstream.services;
    const COPIES = 1_300;
    await transact(db, async (trx) => {
      const { id: _, ...row } = await trx
        .selectFrom("articles")
        .selectAll()
        .where("id", "=", first)
        .executeTakeFirstOrThrow();
      for (let n = 0; n < COPIES; n += 1) {
        const at = new Date(Date.parse(row.created_at) - n * 1000).toISOString();
        const { id } = await trx
          .insertInto("articles")
          .values({ ...row, created_at: at })
          .returning("id")
          .executeTakeFirstOrThrow();
        await trx
          .insertInto("feed_entries")
          .values({ kind: "article", item_id: id, created_at: at, hot: row.hot })
          .execute();
      }
      await trx
        .updateTable("classifications")
        .set({ total: 1 + COPIES })
        .where("id", "=", product)
        .execute();
      await trx
        .updateTable("users")
        .set({ article_count: 4 + COPIES })
        .where("id", "=", author)
        .execute();
      await rebuildLists(trx);
    });
    const before = await state();
    const from = async () => (await edited(product)).writtenCount;
    const moved = await move(product, tech);
    expect(moved).toEqual({ things: 1 + COPIES, publicThings: 1 + COPIES, moving: false });
    expect(await from()).toBe(0);
    await expectConsistent(db);
    // A distant page starts at an anchor, which has to be correct.
    const far = await listed(tech, 50);
    expect(far.total).toBe(4 + COPIES);
    expect(far.list).toHaveLength(20);
    await undo();
    // Items waiting for the sweep are in exactly one of the two.
    expect((await edited(product)).writtenCount + (await edited(tech)).writtenCount).toBe(4 + COPIES);
    await expectConsistent(db);
    expect(await outcomeOf(move(product, tech))).toBe("CONFLICT");
    expect(await edited(product)).toMatchObject({ movingWith: tech });
    await continueMoves(upstream.services);
    expect(await state()).toEqual(before);
  });

  test("when undone leaves alone what its writer has moved since", async () => {
    const [product, tech, life] = [await add("产品"), await add("技术"), await add("生活")];
    const [one = 0, other = 0] = await articles(product, 2);
    await move(product, tech);
    const change = { id: other, version: 1, title: "改过的标题", content: "正文", classificationId: life };
    await upstream.call(articleApi.update, { body: change }, { as: author });
    await undo();
    expect([await classOf(one), await classOf(other)]).toEqual(["产品", "生活"]);
    await expectConsistent(upstream.services.db);
  });
});

test("every change of a classification can be undone from the log, in all tables", async () => {
  const [product, tech] = [await add("产品", "article", "product"), await add("技术")];
  await articles(product, 2);
  await articles(tech, 1);
  const [, gone = 0] = await articles(product, 2);
  await remove(gone);
  const empty = await add("空的");
  const DONE: (() => Promise<unknown>)[] = [
    () => add("新的"),
    () => rename(product, "产品与设计", { slug: "design" }),
    () => upstream.call(api.order, { body: { kind: "article", ids: [empty, tech, product] } }, { token }),
    () => upstream.call(api.hide, { body: { id: product, reason: "试试" } }, { token }),
    () => move(product, tech),
    () => move(product, empty),
    () => upstream.call(api.remove, { body: { id: empty, reason: "没有用过" } }, { token }),
  ];
  // Versions count the undo as well.
  const seen = async () => JSON.stringify(await state()).replace(/\\"version\\":\d+/g, "");
  for (const [at, does] of DONE.entries()) {
    const before = await seen();
    await does();
    expect(await seen(), `the action ${at}`).not.toEqual(before);
    await undo();
    expect(await seen(), `the undo of ${at}`).toEqual(before);
  }
  await upstream.call(api.hide, { body: { id: product } }, { token });
  await upstream.call(api.show, { body: { id: product } }, { token });
  await undo();
  expect((await edited(product)).hidden).toBe(true);
  await expectConsistent(upstream.services.db);
});

test("an undo is refused if what it would restore has changed since", async () => {
  const [product, tech] = [await add("产品"), await add("技术")];
  await articles(product, 1);
  const newest = async () => (await upstream.call(auditApi.list, { query: {} }, { token })).list[0]?.id ?? 0;
  const undoOf = (id: number) => outcomeOf(upstream.call(auditApi.undo, { body: { id } }, { token }));
  await rename(product, "甲");
  const renamed = await newest();
  await rename(product, "乙");
  expect(await undoOf(renamed)).toBe("CONFLICT");
  const { version: opened, slug } = await edited(product);
  await rename(product, "丙");
  expect(await undoOf(await newest())).toBe("SUCCESS");
  await rename(product, "乙");
  const stale = { id: product, version: opened + 1, name: "丁", slug };
  expect(await outcomeOf(upstream.call(api.put, { body: stale }, { token })), "a form opened before the undo").toBe(
    "CONFLICT",
  );
  await move(product, tech);
  const moved = await newest();
  await upstream.call(api.remove, { body: { id: product } }, { token });
  const removed = await newest();
  expect(await undoOf(moved)).toBe("CONFLICT");
  expect(await undoOf(removed)).toBe("SUCCESS");
  expect(await undoOf(moved)).toBe("SUCCESS");
  expect(await offered()).toEqual(["乙 1", "技术 0"]);
});
