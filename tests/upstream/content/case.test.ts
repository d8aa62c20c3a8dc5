import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { caseApi } from "#app/contract/content/case";
import { classificationApi } from "#app/contract/content/classification";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { transact } from "#upstream/db/transact";
import { type CaseFields, insertCase, prepareCase } from "#upstream/modules/case/write";
import { createClassification } from "#upstream/modules/classification/write";
import { softDelete } from "#upstream/modules/content/soft-delete";

let upstream: TestUpstream;
let saas: number;
let retail: number;

const FIELDS: CaseFields = {
  title: "采购流程从十一步砍到四步",
  content: "## 背景\n\n注册到首单要走十一步。\n\n## 做法\n\n用不到的一律挪到用得到的那一刻再问。",
  classificationId: null,
  tags: ["新手引导", " 转化率 "],
  cover: { url: "/oss/cover/one.webp", width: 1200, height: 630, alt: "流程图" },
  report: null,
};

async function add(fields: Partial<CaseFields> = {}): Promise<number> {
  const { services } = upstream;
  const prepared = await prepareCase(services, { ...FIELDS, ...fields });
  return (await transact(services.db, (trx) => insertCase(trx, services, prepared))).id;
}

const remove = (id: number) => transact(upstream.services.db, (trx) => softDelete(trx, upstream.services, "case", id));

beforeAll(async () => {
  upstream = await createTestUpstream();
  const classify = async (slug: string, name: string, position: number) =>
    (await transact(upstream.services.db, (trx) => createClassification(trx, { kind: "case", slug, name, position })))
      .id;
  retail = await classify("retail", "零售消费", 2);
  saas = await classify("saas", "企业服务", 1);
});
afterAll(() => upstream.close());

describe("get", () => {
  test("loads the whole case in one statement, and what the site has in another", async () => {
    const report = { key: "report/1.pdf", fileName: "完整报告.pdf", bytes: 2048 };
    const id = await add({ classificationId: saas, report, excerpt: "七日激活率由 23% 升到 41%。" });
    const { data, statements, dependsOn } = await upstream.measure(caseApi.get, { params: { id } });
    expect(data).toMatchObject({
      id,
      title: FIELDS.title,
      excerpt: "七日激活率由 23% 升到 41%。",
      cover: FIELDS.cover,
      classification: { id: saas, name: "企业服务" },
      tags: ["新手引导", "转化率"],
      report: { fileName: "完整报告.pdf", bytes: 2048 },
    });
    expect(data.contentHtml).toContain("<p>注册到首单要走十一步。</p>");
    expect(JSON.stringify(data)).not.toContain("report/1.pdf");
    expect(statements).toBe(2);
    expect(dependsOn).toEqual(["config", `case/${id}`, `card/case/${id}`]);
  });

  test("replies with NOT_FOUND for a missing or deleted case", async () => {
    const id = await add();
    await remove(id);
    await expect(upstream.call(caseApi.get, { params: { id } })).rejects.toThrow("NOT_FOUND");
    await expect(upstream.call(caseApi.get, { params: { id: 999_999 } })).rejects.toThrow("NOT_FOUND");
    await remove(id);
    await expect(remove(999_999)).rejects.toThrow("内容不存在");
  });
});

describe("extra-info", () => {
  test("returns the viewer's own state", async () => {
    const [id, viewer] = [await add(), await upstream.addUser("韩墨")];
    await upstream.services.db
      .insertInto("likes")
      .values({ user_id: viewer, target_kind: "case", target_id: id, created_at: "2026-01-01T00:00:00.000Z" })
      .execute();
    const anonymous = await upstream.measure(caseApi.extraInfo, { params: { id } });
    expect(anonymous.data).toMatchObject({ liked: false, favorited: false, mine: false });
    expect(anonymous.statements).toBe(1);
    const own = await upstream.measure(caseApi.extraInfo, { params: { id } }, { as: viewer });
    expect(own.data).toMatchObject({ liked: true, favorited: false });
    expect(own.statements).toBeLessThanOrEqual(3);
  });
});

describe("list", () => {
  test("lists the newest first, in pages, by classification, in three statements", async () => {
    const days = ["2030-01-03", "2030-01-01", "2030-01-02"];
    const [third, first, second] = await Promise.all(
      days.map((day) => add({ createdAt: `${day}T00:00:00Z`, classificationId: retail })),
    );
    const query = { classificationId: retail, pageSize: 2 };
    // Caches that nothing is pinned.
    await upstream.call(caseApi.list, { query });
    const { data, statements, dependsOn } = await upstream.measure(caseApi.list, { query });
    expect(data).toMatchObject({ total: 3, page: 1, pageSize: 2 });
    expect(data.list.map((one) => one.id)).toEqual([third, second]);
    expect(statements).toBe(3);
    expect(dependsOn).toEqual(["config", "cases", "pins", `card/case/${third}`, `card/case/${second}`]);
    const next = await upstream.call(caseApi.list, { query: { ...query, page: 2 } });
    expect(next.list.map((one) => one.id)).toEqual([first]);
    const beyond = await upstream.call(caseApi.list, { query: { ...query, page: 3 } });
    expect(beyond).toMatchObject({ total: 3, list: [] });
    const all = await upstream.call(caseApi.list, {});
    expect(all.list.slice(0, 3).map((one) => one.id)).toEqual([third, second, first]);
  });

  test("a deleted case leaves lists, counters, the feed and search", async () => {
    const { db, search } = upstream.services;
    const word = "镂空雕花";
    const id = await add({ classificationId: saas, title: `关于${word}的案例` });
    const totals = async () => {
      const list = await upstream.call(caseApi.list, { query: { classificationId: saas } });
      const classes = await upstream.call(classificationApi.caseList, {});
      const hits = await search.find(db, { text: word, kinds: ["case"], offset: 0, limit: 5 });
      const feed = await db.selectFrom("feed_entries").select("item_id").where("kind", "=", "case").execute();
      return {
        list: list.total,
        listed: list.list.some((one) => one.id === id),
        class: classes.find((one) => one.id === saas)?.total,
        hits: hits.hits.map((hit) => hit.id),
        fed: feed.some((row) => row.item_id === id),
      };
    };
    const before = await totals();
    expect(before).toMatchObject({ listed: true, hits: [id], fed: true });
    await remove(id);
    expect(await totals()).toEqual({
      list: before.list - 1,
      listed: false,
      class: (before.class ?? 0) - 1,
      hits: [],
      fed: false,
    });
  });
});

describe("the report", () => {
  test("is for members only, at a URL that expires", async () => {
    const { objects } = upstream.services;
    await objects.put("report/2.pdf", new TextEncoder().encode("%PDF-1.7"), "application/pdf");
    const id = await add({ report: { key: "report/2.pdf", fileName: "报告.pdf", bytes: 8 } });
    await expect(upstream.call(caseApi.downloadReportUrl, { body: { id } })).rejects.toThrow("NOT_LOGIN");
    const member = await upstream.addUser("会员");
    const { url, expiresAt } = await upstream.call(caseApi.downloadReportUrl, { body: { id } }, { as: member });
    expect(url).toContain("report/2.pdf");
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
    const without = await add();
    await expect(upstream.call(caseApi.downloadReportUrl, { body: { id: without } }, { as: member })).rejects.toThrow(
      "NOT_FOUND",
    );
  });
});
