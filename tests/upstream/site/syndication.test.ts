import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { syndicationApi } from "#app/contract/site/syndication";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { insertAnnouncement, prepareAnnouncement } from "#upstream/modules/announcement/write";
import { insertText } from "#upstream/modules/content/insert-text";
import { prepareWritten } from "#upstream/modules/content/written-text";
import { insertQuestion } from "#upstream/modules/question/write";

let upstream: TestUpstream;
let author: number;
let other: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  [author, other] = [await upstream.addUser("周以宁"), await upstream.addUser("韩墨")];
  const { services } = upstream;
  for (let day = 10; day < 30; day += 1) {
    const createdAt = `2026-01-${day}T00:00:00Z`;
    const article = await prepareWritten(services, "article", {
      authorId: day % 2 ? author : other,
      title: `第${day}天的文章`,
      content: "正文。",
      tags: ["产品", `日${day}`],
      createdAt,
    });
    await transact(services.db, (trx) => insertText(trx, services, "article", article));
    const question = await prepareWritten(services, "question", {
      authorId: author,
      title: `第${day}天的问题`,
      content: "问题的正文。",
      tags: ["产品"],
      createdAt,
    });
    await transact(services.db, (trx) => insertQuestion(trx, services, question));
  }
});
afterAll(() => upstream.close());

describe("feed", () => {
  test("contains the newest 30 of both kinds, in two statements", async () => {
    const { data, statements, dependsOn } = await upstream.measure(syndicationApi.feed, {});
    expect(data).toHaveLength(30);
    expect(
      data
        .slice(0, 2)
        .map((one) => one.title)
        .sort(),
    ).toEqual(["第29天的文章", "第29天的问题"].sort());
    const times = data.map((one) => one.createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(data[0]?.contentHtml).toContain("正文。</p>");
    expect(statements).toBe(2);
    expect(dependsOn).toEqual(expect.arrayContaining(["articles", "questions", `user/${author}`]));
  });

  test("can be limited to one kind and one person", async () => {
    const { data, statements } = await upstream.measure(syndicationApi.feed, {
      query: { kind: "article", userId: other },
    });
    expect(data).toHaveLength(10);
    expect(data.every((one) => one.kind === "article" && one.author.nickname === "韩墨")).toBe(true);
    expect(statements).toBe(1);
  });
});

describe("sitemap", () => {
  test("counts its parts by the largest ids, and lists one of them", async () => {
    const { data, statements } = await upstream.measure(syndicationApi.sitemap, {
      query: { kind: "article", part: 0 },
    });
    expect(data.parts).toEqual({ question: 1, article: 1, case: 0, activity: 0, announcement: 0, user: 1, zhiku: 0 });
    expect(data.list).toHaveLength(20);
    expect(data.list[0]).toEqual({ id: 1, updatedAt: "2026-01-10T00:00:00.000Z" });
    expect(statements).toBe(2);
  });

  test("splits parts at 10,000 ids", async () => {
    const { services } = upstream;
    const prepared = await prepareAnnouncement(services, { title: "十万", content: "", createdAt: "2026-01-01" });
    const { id } = await transact(services.db, (trx) => insertAnnouncement(trx, services, prepared));
    const move = (to: number, from: number) =>
      transact(services.db, async (trx) => {
        await trx.updateTable("announcements").set({ id: to }).where("id", "=", from).execute();
        await bump(trx, ["announcements"]);
      });
    const idsOf = async (part: number) => {
      const { parts, list } = await upstream.call(syndicationApi.sitemap, { query: { kind: "announcement", part } });
      return { parts: parts.announcement, ids: list.map((one) => one.id) };
    };
    await move(10_000, id);
    expect(await idsOf(0)).toEqual({ parts: 1, ids: [10_000] });
    await move(10_001, 10_000);
    expect(await idsOf(0)).toEqual({ parts: 2, ids: [] });
    expect(await idsOf(1)).toEqual({ parts: 2, ids: [10_001] });
    expect((await upstream.call(syndicationApi.sitemap, {})).list).toEqual([]);
  });
});
