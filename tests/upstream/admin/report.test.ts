import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminReportApi, type ReportedPlace } from "#app/contract/admin/review/report";
import { auditApi } from "#app/contract/admin/system/audit";
import { consoleApi } from "#app/contract/admin/system/console";
import { articleApi } from "#app/contract/content/article";
import type { CallInput } from "#app/contract/endpoint";
import { type ReportReason, reportApi } from "#app/contract/moderation/report";
import { notificationApi } from "#app/contract/notification/notification";
import { trashApi } from "#app/contract/writing/trash";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";

let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let author: number;
let readers: number[];
let moderator: number;
let token: string;
let second: string;
let owner: string;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  author = await upstream.addUser("写的人", "8613800000001");
  readers = [await upstream.addUser("读者甲", "8613800000002"), await upstream.addUser("读者乙", "8613800000003")];
  moderator = await addStaff(upstream, "moderator");
  token = await staffToken(upstream, moderator);
  second = await staffToken(upstream, await addStaff(upstream, "moderator"));
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 1000);
  await upstream.services.db.deleteFrom("rate_limits").execute();
  await upstream.services.db.deleteFrom("reports").execute();
});

const report = (as: number, { kind, id }: ReportedPlace, reason: ReportReason = "spam", detail = "") =>
  upstream.call(reportApi.add, { body: { targetKind: kind, targetId: id, reason, detail } }, { as });
const article = async (authorId = author): Promise<ReportedPlace> => ({
  kind: "article",
  id: await write.article({ authorId, title: "被举报的一篇文章" }),
});
const queue = (query = {}, as = token) => upstream.call(adminReportApi.list, { query }, { token: as });
const decide = (body: Parameters<typeof upstream.call<typeof adminReportApi.decide>>[1]["body"], as = token) =>
  upstream.call(adminReportApi.decide, { body }, { token: as });
const page = ({ kind, id }: ReportedPlace, query: CallInput<typeof adminReportApi.get>["query"] = {}) =>
  upstream.call(adminReportApi.get, { params: { kind, id }, query }, { token });
const rowsOf = async ({ kind, id }: ReportedPlace) =>
  (await upstream.call(auditApi.list, { query: { kind, target: String(id) } }, { token: owner })).list;
/** A member's latest notification, after the undo period. */
const lastMessage = async (as: number) => {
  now = new Date(now.getTime() + 10_000);
  return (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as })).list[0]?.title;
};

/** All rows except those of the log and of versions, which only grow, and of sessions created by tests. */
async function stateWithoutLog() {
  const {
    audit_log: _,
    audit_end: __,
    versions: ___,
    sessions: ____,
    ...rest
  } = await databaseState(upstream.services.db);
  return Object.fromEntries(
    Object.entries(rest).map(([table, text]) => [
      table,
      (JSON.parse(text) as unknown[]).map((row) => JSON.stringify(row)).sort(),
    ]),
  );
}

describe("the queue", () => {
  test("has each reported thing once, with its author and the reasons, gravest first or oldest first", async () => {
    const [spam, illegal] = [await article(), await article()];
    const user: ReportedPlace = { kind: "user", id: author };
    for (const reader of readers) await report(reader, spam);
    now = new Date(now.getTime() + 1000);
    await report(readers[0] ?? 0, user, "other", "总是这样");
    await report(readers[0] ?? 0, illegal, "illegal");
    await report(readers[1] ?? 0, illegal, "illegal");
    const { list, total } = await queue();
    expect(total).toBe(3);
    expect(list).toMatchObject([
      { ...illegal, total: 2, weight: 4, name: "被举报的一篇文章", owner: { nickname: "写的人" }, state: "public" },
      { ...spam, total: 2, weight: 2, reasons: [{ reason: "spam", total: 2 }], own: false },
      { ...user, total: 1, weight: 1, name: "写的人", owner: { userId: author } },
    ]);
    expect((await queue({ sort: "age" })).list[0]).toMatchObject(spam);
    expect((await queue({ kind: "user" })).list).toMatchObject([user]);
    expect((await queue({ page: 2, pageSize: 2 })).list).toMatchObject([user]);
    const { cards } = await upstream.call(consoleApi.overview, {}, { token });
    expect(cards.find(({ key }) => key === "report")).toMatchObject({ count: 3, oldest: list[1]?.since });
    expect(await page(spam)).toMatchObject({ previous: illegal, next: user, text: { title: "被举报的一篇文章" } });
    expect(await page(illegal)).toMatchObject({ previous: null, next: spam });
    expect(await page(spam, { sort: "age" })).toMatchObject({ previous: null, next: user });
    expect(await page(illegal, { kind: "article" })).toMatchObject({ previous: null, next: spam });
    expect(await page(spam, { kind: "article" })).toMatchObject({ previous: illegal, next: null });
  });

  test("gives more weight to reporters whose reports were right", async () => {
    const [first, right, wrong] = [await article(), await article(), await article()];
    await report(readers[0] ?? 0, first);
    await decide({ items: [first], action: "remove", rule: "spam" });
    await report(readers[1] ?? 0, wrong);
    await decide({ items: [wrong], action: "keep" });
    await report(readers[1] ?? 0, await article());
    await report(readers[0] ?? 0, right);
    const { list } = await queue();
    expect(list[0]).toMatchObject(right);
    expect(list.map(({ weight }) => Math.round(weight * 100))).toEqual([133, 67]);
    expect((await page(right)).reports).toMatchObject([{ upheld: 1, dismissed: 0, reason: "spam", state: "open" }]);
  });

  test("shows a comment with its place, and a person without a text; nothing else of the reporters", async () => {
    const target = await article();
    const id = await write.comment({ authorId: author, targetKind: "article", targetId: target.id, text: "骂人的话" });
    await report(readers[0] ?? 0, { kind: "comment", id }, "abuse");
    expect((await page({ kind: "comment", id })).text).toMatchObject({
      content: "骂人的话",
      place: { kind: "article", id: target.id, title: "被举报的一篇文章" },
    });
    expect((await page({ kind: "user", id: author })).text).toBeNull();
    await expect(page({ kind: "article", id: 999_999 })).rejects.toThrow("NOT_FOUND");
  });
});

describe("a decision", () => {
  test("to remove takes it off the site, notifies its author and all reporters, and can be undone", async () => {
    const place = await article();
    for (const reader of readers) await report(reader, place);
    const before = await stateWithoutLog();
    expect(await decide({ items: [place], action: "remove", rule: "abuse", note: "第二段" })).toEqual({
      done: [place],
      failed: [],
      undo: { log: [expect.any(Number)] },
    });
    await expect(upstream.call(articleApi.get, { params: { id: place.id } })).rejects.toThrow("NOT_FOUND");
    for (const reader of readers)
      expect(await lastMessage(reader)).toBe("你举报的文章「被举报的一篇文章」违反了规则，已被移除");
    expect(await lastMessage(author)).toBe("你的文章「被举报的一篇文章」已被移除");
    expect((await upstream.call(trashApi.removed, {}, { as: author })).list[0]?.reason).toBe(
      "含有辱骂、骚扰或歧视的内容。第二段",
    );
    expect((await queue({ state: "upheld" })).list).toMatchObject([{ ...place, total: 2, state: "removed" }]);
    const [row, ...others] = await rowsOf(place);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ action: "report.remove", undoable: true });
    expect((await page(place)).past).toMatchObject([{ action: "report.remove", reason: row?.reason }]);
    await upstream.call(auditApi.undo, { body: { id: row?.id ?? 0 } }, { token: owner });
    expect(await stateWithoutLog()).toEqual(before);
    await expectConsistent(upstream.services.db);
  });

  test.each([
    ["keep", "dismissed", "你举报的文章「被举报的一篇文章」经核实没有违反规则，予以保留"],
    ["handled", "upheld", "你举报的文章「被举报的一篇文章」已经处理"],
  ] as const)(
    "to %s leaves the thing where it is, notifies the reporters, and can be undone",
    async (action, state, title) => {
      const place = await article();
      await report(readers[0] ?? 0, place);
      const before = await stateWithoutLog();
      await decide({ items: [place], action });
      expect((await upstream.call(articleApi.get, { params: { id: place.id } })).id).toBe(place.id);
      expect(await lastMessage(readers[0] ?? 0)).toBe(title);
      expect((await queue({ state })).list).toMatchObject([place]);
      expect((await queue()).list).toEqual([]);
      const [row] = await rowsOf(place);
      await upstream.call(auditApi.undo, { body: { id: row?.id ?? 0 } }, { token: owner });
      expect(await stateWithoutLog()).toEqual(before);
      await decide({ items: [place], action });
      await report(readers[0] ?? 0, place, "abuse");
      const [again] = await rowsOf(place);
      const undone = upstream.call(auditApi.undo, { body: { id: again?.id ?? 0 } }, { token: owner });
      await expect(undone).rejects.toMatchObject({ code: "CONFLICT" });
    },
  );

  test("in bulk reports a result for each: one's own text, already decided, not removable", async () => {
    const [good, own, decided] = [await article(), await article(moderator), await article()];
    const user: ReportedPlace = { kind: "user", id: author };
    for (const place of [good, own, decided, user]) await report(readers[0] ?? 0, place);
    await decide({ items: [decided], action: "keep" }, second);
    const before = await stateWithoutLog();
    expect(await decide({ items: [own, decided, user], action: "remove", rule: "spam" })).toMatchObject({
      done: [],
      failed: [
        { ...own, code: "FORBIDDEN" },
        { ...decided, code: "CONFLICT" },
        { ...user, code: "INVALID_PARAMS" },
      ],
    });
    expect(await stateWithoutLog()).toEqual(before);
    expect(await decide({ items: [own, good], action: "remove", rule: "spam" })).toMatchObject({ done: [good] });
    expect((await queue()).list.find(({ id }) => id === own.id)).toMatchObject({ own: true });
    expect(await decide({ items: [own, user], action: "handled" }, second)).toMatchObject({ done: [own, user] });
  });

  test("by two staff at once counts once", async () => {
    const place = await article();
    await report(readers[0] ?? 0, place);
    const both = await Promise.all([
      decide({ items: [place], action: "keep" }),
      decide({ items: [place], action: "remove", rule: "spam" }, second),
    ]);
    expect(both.flatMap(({ done }) => done)).toEqual([place]);
    expect(both.flatMap(({ failed }) => failed)).toMatchObject([{ code: "CONFLICT" }]);
    expect(await rowsOf(place)).toHaveLength(1);
  });

  test("about a text that its author deleted prevents its return; about a purged one it only closes the reports", async () => {
    const place = await article();
    await report(readers[0] ?? 0, place);
    await upstream.call(articleApi.remove, { body: { id: place.id } }, { as: author });
    expect((await queue()).list).toMatchObject([{ ...place, state: "deleted" }]);
    await decide({ items: [place], action: "remove", rule: "spam" });
    await expect(
      upstream.call(trashApi.restore, { body: { kind: "article", id: place.id } }, { as: author }),
    ).rejects.toThrow("FORBIDDEN");
    const gone = await article();
    await report(readers[0] ?? 0, gone);
    await upstream.services.db.deleteFrom("articles").where("id", "=", gone.id).execute();
    expect((await queue()).list).toMatchObject([{ ...gone, state: "gone", name: "", owner: null }]);
    expect(await page(gone)).toMatchObject({ text: null });
    expect(await decide({ items: [gone], action: "handled" })).toMatchObject({ done: [gone] });
    expect(await lastMessage(readers[0] ?? 0)).toBe("你举报的文章已经处理");
  });

  test("to remove needs a rule, and an explanation if the rule is 其他", async () => {
    const items = [await article()];
    await expect(decide({ items, action: "remove" })).rejects.toMatchObject({
      data: { fields: { rule: expect.any(String) } },
    });
    await expect(decide({ items, action: "remove", rule: "other" })).rejects.toMatchObject({
      data: { fields: { note: expect.any(String) } },
    });
  });
});

test("somebody who reported a person is told without the name, which may be what was wrong, and led to the profile", async () => {
  const reader = await upstream.addUser("举报人", "8613800000031");
  const bad = await upstream.addUser("不雅的名字", "8613800000032");
  await report(reader, { kind: "user", id: bad });
  await decide({ items: [{ kind: "user", id: bad }], action: "handled" });
  expect(await lastMessage(reader)).toBe("你举报的用户已经处理");
  const [told] = (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: reader })).list;
  expect(told?.target?.path).toBe(`/u/${bad}`);
});
