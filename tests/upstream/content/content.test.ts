import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentApi } from "#app/contract/reading/home-feed";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { hotRank } from "#upstream/modules/content/rules";
import { setLike } from "#upstream/modules/like/write";

const DAY = 24 * 3600 * 1000;

describe("hotRank", () => {
  it("rises with points and with being newer; seven days are worth ten times the points", () => {
    const monday = new Date("2026-01-05T08:00:00.000Z");
    const weekLater = new Date(monday.getTime() + 7 * DAY);
    const at = (date: Date, points: number) => hotRank(points, date.toISOString());
    expect(at(monday, 10)).toBeGreaterThan(at(monday, 9));
    expect(at(weekLater, 0)).toBeGreaterThan(at(monday, 8));
    expect(at(weekLater, 9)).toBeCloseTo(at(monday, 99), 9);
    expect(at(monday, -5)).toBe(at(monday, 0));
  });
});

describe("content/list", () => {
  let upstream: TestUpstream;
  let write: Writer;
  beforeAll(async () => {
    upstream = await createTestUpstream();
    write = createWriter(upstream);
  });
  afterAll(() => upstream.close());

  it("mixes kinds, in at most five statements", async () => {
    const alice = await upstream.addUser("爱丽丝");
    const start = Date.parse("2026-01-01T00:00:00.000Z");
    const expected: string[] = [];
    for (let n = 0; n < 24; n += 1) {
      // Three with the same time, as in an import.
      const createdAt = new Date(start + Math.floor(n / 3) * DAY).toISOString();
      if (n % 3 === 0) expected.push(`question/${await write.question({ authorId: alice, createdAt })}`);
      if (n % 3 === 1) expected.push(`article/${await write.article({ authorId: alice, createdAt })}`);
      if (n % 3 === 2) expected.push(`case/${await write.oneCase(createdAt)}`);
    }
    const first = await upstream.measure(contentApi.list, { query: { tab: "latest" } });
    expect(first.statements).toBeLessThanOrEqual(5);
    expect(first.data.total).toBe(24);
    expect(first.dependsOn).toEqual(expect.arrayContaining(["feed", `user/${alice}`]));
    const second = await upstream.call(contentApi.list, { query: { tab: "latest", page: 2 } });
    const names = [...first.data.list, ...second.list].map(
      ({ kind, ...one }) => `${kind}/${Object.values(one)[0]?.id}`,
    );
    expect(names).toHaveLength(24);
    expect([...names].sort()).toEqual([...expected].sort());

    const articleId = Number(expected[1]?.split("/")[1]);
    for (let n = 0; n < 40; n += 1) {
      const userId = await upstream.addUser(`读者${n}`);
      const wanted = { userId, targetKind: "article", targetId: articleId, on: true } as const;
      await write.inside((trx) => setLike(trx, upstream.services, wanted));
    }
    const before = await upstream.call(contentApi.list, { query: {} });
    const ids = before.list.map((item) => (item.kind === "article" ? item.article.id : 0));
    expect(ids).toContain(articleId);
    // 40 likes are 80 points: nearly two decades, so nearly 14 days ahead of the oldest place.
    expect(ids.indexOf(articleId)).toBeLessThan(3);
  });
});
