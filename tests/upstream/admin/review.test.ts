import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/audit";
import { consoleApi } from "#app/contract/admin/console";
import { adminReviewApi } from "#app/contract/admin/review";
import { answerApi } from "#app/contract/answer";
import { notificationApi } from "#app/contract/notification";
import { questionApi } from "#app/contract/question";
import { reviewApi } from "#app/contract/review";
import { databaseState } from "#tests/upstream/support/database-state";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";

const HOUR = 3_600_000;
const BAD = "跟我兼职刷单";
let now = new Date("2026-05-01T00:00:00Z");
let site: TestUpstream;
let alice: number;
let questionId: number;
let token: string;
let second: string;
let owner: string;

beforeAll(async () => {
  site = await createTestUpstream({ clock: () => now });
  alice = await site.addUser("爱丽丝", "8613800000001");
  questionId = await createWriter(site).question({ authorId: await site.addUser("鲍勃"), title: "放回答的问题在这里" });
  token = await staffToken(site, await addStaff(site, "moderator"));
  second = await staffToken(site, await addStaff(site, "moderator"));
  owner = await staffToken(site, await addStaff(site, "owner"));
});
afterAll(() => site.close());
beforeEach(async () => {
  now = new Date(now.getTime() + HOUR);
  await site.services.db.deleteFrom("rate_limits").execute();
  await site.services.db.updateTable("reviews").set({ state: "withdrawn" }).where("state", "=", "waiting").execute();
});

/** Sends a question that is held; gives the number under which it waits. */
async function held(title: string, content = `${BAD}的经历`): Promise<number> {
  const sent = site.call(questionApi.create, { body: { title, content, tags: [] } }, { as: alice });
  const error = await sent.then(
    () => expect.unreachable("was not held"),
    (caught: CallError) => caught,
  );
  expect(error.code).toBe("CONTENT_HELD");
  return (error.data as { id: number }).id;
}
const decide = (body: Parameters<typeof site.call<typeof adminReviewApi.decide>>[1]["body"], as = token) =>
  site.call(adminReviewApi.decide, { body }, { token: as });
const queue = (query = {}) => site.call(adminReviewApi.list, { query }, { token });
const rowsOf = async (id: number) =>
  (await site.call(auditApi.list, { query: { kind: "review", target: String(id) } }, { token: owner })).list;

describe("the queue", () => {
  test("has what waits, the oldest first, with the word, its author and what it stands under", async () => {
    const first = await held("第一个等待审核的问题");
    now = new Date(now.getTime() + HOUR);
    const sent = site.call(answerApi.create, { body: { questionId, content: BAD } }, { as: alice });
    const { data } = await sent.then(
      () => expect.unreachable("was not held"),
      (caught: CallError) => caught,
    );
    const { list, total } = await queue();
    expect(total).toBe(2);
    expect(list).toMatchObject([
      { id: first, kind: "question", title: "第一个等待审核的问题", word: "兼职刷单", author: { nickname: "爱丽丝" } },
      { id: (data as { id: number }).id, kind: "answer", title: "放回答的问题在这里", version: 1 },
    ]);
    expect((await queue({ kind: "answer" })).list).toHaveLength(1);
    const { cards } = await site.call(consoleApi.overview, {}, { token });
    expect(cards.find(({ key }) => key === "review")).toEqual({
      key: "review",
      count: 2,
      oldest: list[0]?.submittedAt,
    });
  });

  test("shows a text whole, with the word marked however it is spelt, and those beside it", async () => {
    const before = await held("在它前面的一个问题");
    const id = await held("跟我做兼 职-刷单的问题", "正文里也有**兼职刷单**两次：兼職不算，兼·职刷单算");
    const after = await held("在它后面的一个问题");
    const detail = await site.call(adminReviewApi.get, { params: { id } }, { token });
    const marked = (name: string) =>
      detail.fields.find((one) => one.name === name)?.parts.flatMap(({ text, matched }) => (matched ? [text] : []));
    expect(marked("title")).toEqual(["兼 职-刷单"]);
    expect(marked("content")).toEqual(["兼职刷单", "兼·职刷单"]);
    expect(
      detail.fields
        .find(({ name }) => name === "content")
        ?.parts.map(({ text }) => text)
        .join(""),
    ).toContain("正文里也有**兼职刷单**两次");
    expect(detail).toMatchObject({ previousId: before, nextId: after, past: { waiting: 2 } });
    expect(detail.contentHtml).toContain("<strong>兼职刷单</strong>");
  });
});

describe("a decision", () => {
  test("lets many through and says of each what became of it, with a row of the log for each", async () => {
    const ids = [await held("第一个要通过的问题"), await held("第二个要通过的问题")];
    const gone = 999_999;
    const items = [...ids, gone].map((id) => ({ id, version: 1 }));
    expect(await decide({ items, action: "approve" })).toEqual({
      done: ids,
      failed: [{ id: gone, code: "NOT_FOUND", message: expect.any(String) }],
    });
    for (const id of ids) {
      const { publishedId } = await site.call(reviewApi.get, { params: { id } }, { as: alice });
      expect((await site.call(questionApi.get, { params: { id: publishedId ?? 0 } })).contentHtml).toContain(BAD);
      expect(await rowsOf(id)).toMatchObject([{ action: "review.approve", roles: ["moderator"], undoable: false }]);
    }
  });

  test("refuses for a rule, which the author reads, with words of one's own beside it", async () => {
    const id = await held("一个要退回的问题");
    await decide({ items: [{ id, version: 1 }], action: "refuse", rule: "spam", note: "请删去联系方式" });
    const reason = "含有广告、招揽或重复发布的内容。请删去联系方式";
    expect(await site.call(reviewApi.get, { params: { id } }, { as: alice })).toMatchObject({
      state: "refused",
      reason,
    });
    const { list } = await site.call(notificationApi.systemMessageList, { query: {} }, { as: alice });
    expect(list[0]?.excerpt).toBe(`原因：${reason}`);
    expect(await rowsOf(id)).toMatchObject([{ action: "review.refuse", reason }]);
  });

  test("asks for a rule, and for words where the rule is another", async () => {
    const id = await held("一个没有原因的问题");
    const before = await stateWithoutLog();
    const items = [{ id, version: 1 }];
    await expect(decide({ items, action: "refuse" })).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { rule: expect.any(String) } },
    });
    await expect(decide({ items, action: "refuse", rule: "other" })).rejects.toMatchObject({
      data: { fields: { note: expect.any(String) } },
    });
    expect(await stateWithoutLog()).toEqual(before);
    expect(await rowsOf(id)).toEqual([]);
  });

  test("of two staff at once counts once: the other is told so, text by text", async () => {
    const ids = [await held("一个两人同时看的问题"), await held("又一个两人同时看的问题")];
    const items = ids.map((id) => ({ id, version: 1 }));
    const [one, other] = await Promise.all([
      decide({ items, action: "approve" }),
      decide({ items, action: "refuse", rule: "unfit" }, second),
    ]);
    for (const id of ids) {
      expect([...one.done, ...other.done].filter((done) => done === id)).toHaveLength(1);
      expect([...one.failed, ...other.failed].filter((failed) => failed.id === id)).toMatchObject([
        { code: "CONFLICT" },
      ]);
      expect(await rowsOf(id)).toHaveLength(1);
    }
  });

  test("to refuse is taken back from the log: every row is as it was, and the author's message is gone", async () => {
    const id = await held("一个退错了的问题");
    const before = await stateWithoutLog();
    await decide({ items: [{ id, version: 1 }], action: "refuse", rule: "unfit" });
    const [row] = await rowsOf(id);
    await site.call(auditApi.undo, { body: { id: row?.id ?? 0 } }, { token: owner });
    expect(await stateWithoutLog()).toEqual(before);
    await decide({ items: [{ id, version: 1 }], action: "refuse", rule: "unfit" });
    const [again] = await rowsOf(id);
    await site.call(
      reviewApi.put,
      { body: { id, version: 2, title: "一个改过的问题标题", content: BAD } },
      { as: alice },
    );
    await expect(site.call(auditApi.undo, { body: { id: again?.id ?? 0 } }, { token: owner })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });
});

/** Every row but those of the log and of versions, which only grow, and of logins that tests make. */
async function stateWithoutLog() {
  const { audit_log: _, audit_end: __, versions: ___, sessions: ____, ...rest } = await databaseState(site.services.db);
  return rest;
}
