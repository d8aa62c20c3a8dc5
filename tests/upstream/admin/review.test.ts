import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HeldReason } from "#app/contract/admin/review/held-reasons";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { auditApi } from "#app/contract/admin/system/audit";
import { consoleApi } from "#app/contract/admin/system/console";
import { answerApi } from "#app/contract/content/answer";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import type { CallInput } from "#app/contract/endpoint";
import { reviewApi } from "#app/contract/moderation/review";
import { notificationApi } from "#app/contract/notification/notification";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState, undoneState } from "#tests/upstream/support/database-state";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, giveRole, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { asStaff } from "#upstream/command-line/as-staff";
import { BadUsage, type Options } from "#upstream/command-line/command";
import { COMMANDS } from "#upstream/command-line/commands";

const HOUR = 3_600_000;
const BAD = "跟我兼职刷单";
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let alice: number;
let questionId: number;
let token: string;
let second: string;
let owner: string;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  questionId = await createWriter(upstream).question({
    authorId: await upstream.addUser("鲍勃"),
    title: "放回答的问题在这里",
  });
  token = await staffToken(upstream, await addStaff(upstream, "moderator"));
  second = await staffToken(upstream, await addStaff(upstream, "moderator"));
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  now = new Date(now.getTime() + HOUR);
  await upstream.services.db.deleteFrom("rate_limits").execute();
  await upstream.services.db
    .updateTable("reviews")
    .set({ state: "withdrawn" })
    .where("state", "=", "waiting")
    .execute();
});

/** Submits a question that is held; returns its id in the queue. */
async function held(title: string, content = `${BAD}的经历`): Promise<number> {
  const sent = upstream.call(questionApi.create, { body: { title, content, tags: [] } }, { as: alice });
  const error = await sent.then(
    () => expect.unreachable("was not held"),
    (caught: CallError) => caught,
  );
  expect(error.code).toBe("CONTENT_HELD");
  return (error.data as { id: number }).id;
}
const decide = (body: Parameters<typeof upstream.call<typeof adminReviewApi.decide>>[1]["body"], as = token) =>
  upstream.call(adminReviewApi.decide, { body }, { token: as });
const queue = (query = {}) => upstream.call(adminReviewApi.list, { query }, { token });
const rowsOf = async (id: number) =>
  (await upstream.call(auditApi.list, { query: { kind: "review", target: String(id) } }, { token: owner })).list;

describe("the queue", () => {
  test("lists what is pending, at equal weight the oldest first, with the matched word, the author and the place", async () => {
    const first = await held("第一个等待审核的问题");
    now = new Date(now.getTime() + HOUR);
    const sent = upstream.call(answerApi.create, { body: { questionId, content: BAD } }, { as: alice });
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
    const { cards } = await upstream.call(consoleApi.overview, {}, { token });
    expect(cards.find(({ key }) => key === "review")).toEqual({
      key: "review",
      count: 2,
      more: false,
      oldest: list[0]?.submittedAt,
    });
  });

  test("is counted in the menu up to 999, of reports the things among so many, with when the oldest came", async () => {
    const { db } = upstream.services;
    const at = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * HOUR).toISOString();
    const cardsOf = async () =>
      (await upstream.call(consoleApi.overview, {}, { token })).cards.filter(({ key }) =>
        ["review", "report"].includes(key),
      );
    const many = Array.from({ length: 1_000 }, (_, n) => n);
    const word = { word: "", fields: "{}", decided_at: null, target_id: null, published_id: null } as const;
    const reviews = many.map((n) => ({
      author_id: alice,
      kind: "article" as const,
      ...word,
      created_at: at(5_000 - n),
    }));
    const reports = many.map((n) => ({
      reporter_id: 10_000 + n,
      target_kind: "article" as const,
      target_id: n % 10,
      reason: "spam" as const,
      created_at: at(n),
    }));
    await db.insertInto("reviews").values(reviews.slice(1)).execute();
    const people = many.map((n) => ({
      id: 10_000 + n,
      nickname: `举报的人${n}`,
      avatar: "",
      headline: "",
      bio: "",
      company: "",
      city: "",
      created_at: at(0),
    }));
    for (const from of [0, 500])
      await db
        .insertInto("users")
        .values(people.slice(from, from + 500))
        .execute();
    for (const from of [0, 500])
      await db
        .insertInto("reports")
        .values(reports.slice(from, from + 500))
        .execute();
    expect(await cardsOf()).toMatchObject([
      { key: "review", count: 999, more: false, oldest: at(4_001) },
      { key: "report", count: 10, more: true, oldest: at(0) },
    ]);
    await db.insertInto("reviews").values(reviews.slice(0, 1)).execute();
    expect(await cardsOf()).toMatchObject([{ count: 999, more: true, oldest: at(4_001) }, {}]);
  });

  test("is sorted by weight, explains each weight, and is read by cursor", async () => {
    const { db } = upstream.services;
    const long = "2025-01-01T00:00:00.000Z";
    const person = async (name: string, created_at = long) => {
      const id = await upstream.addUser(name);
      await db.updateTable("users").set({ created_at }).where("id", "=", id).execute();
      return id;
    };
    const [calm, refused, reported] = [await person("平常的人"), await person("退过的人"), await person("被举报的人")];
    const fresh = await person("新来的人", now.toISOString());
    let at = now.getTime();
    const put = async (
      author_id: number,
      held_for: HeldReason,
      state: "waiting" | "refused" | "approved" = "waiting",
    ) => {
      at += 1000;
      const { id } = await db
        .insertInto("reviews")
        .values({
          author_id,
          held_for,
          state,
          kind: "question",
          word: held_for === "word" ? "兼职刷单" : "",
          created_at: new Date(at).toISOString(),
          decided_at: null,
          target_id: null,
          published_id: null,
          fields: JSON.stringify({ title: `第 ${at} 个问题`, content: BAD, tags: [] }),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    };
    for (let n = 0; n < 3; n += 1) await put(refused, "word", "refused");
    const report = { target_kind: "user", target_id: reported, reason: "spam", created_at: long } as const;
    await db
      .insertInto("reports")
      .values({ ...report, reporter_id: calm })
      .execute();
    const all = await put(calm, "all");
    const first = await put(fresh, "first-posts");
    const word = await put(calm, "word");
    const accused = await put(reported, "word");
    const again = await put(refused, "word");

    const { list, total } = await queue();
    expect(total).toBe(5);
    const none = { newMember: false, refused: 0, decided: 0, reports: 0 };
    expect(list.map(({ id, weight, weighs }) => ({ id, weight, weighs }))).toEqual([
      { id: again, weight: 3.2, weighs: { ...none, refused: 3, decided: 3 } },
      { id: accused, weight: 3, weighs: { ...none, reports: 1 } },
      { id: first, weight: 2, weighs: { ...none, newMember: true } },
      { id: word, weight: 2, weighs: none },
      { id: all, weight: 1, weighs: none },
    ]);
    const walked = async (query: object) => {
      const ids: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await queue({ ...query, ...(cursor ? { cursor } : {}), limit: 2 });
        ids.push(...page.list.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      return ids;
    };
    expect(await walked({})).toEqual([again, accused, first, word, all]);
    expect(await walked({ sort: "age" })).toEqual([all, first, word, accused, again]);
    expect(await walked({ member: "new" })).toEqual([first]);
    await expect(queue({ cursor: "2~nowhere" })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
    const beside = async (id: number, query: CallInput<typeof adminReviewApi.get>["query"] = {}) => {
      const { previousId, nextId } = await upstream.call(adminReviewApi.get, { params: { id }, query }, { token });
      return [previousId, nextId];
    };
    expect(await beside(again)).toEqual([null, accused]);
    expect(await beside(first)).toEqual([accused, word]);
    expect(await beside(all)).toEqual([word, null]);
    // The neighbours of a text are those in the list from which it was opened.
    expect(await beside(all, { sort: "age" })).toEqual([null, first]);
    expect(await beside(accused, { sort: "age" })).toEqual([word, again]);
    expect(await beside(again, { sort: "age" })).toEqual([accused, null]);
    expect(await beside(first, { member: "new" })).toEqual([null, null]);
    expect(await beside(accused, { member: "new" })).toEqual([null, first]);
    expect(await beside(first, { kind: "article" })).toEqual([null, null]);
    expect(await beside(first, { kind: "question" })).toEqual([accused, word]);

    // Authors with approved texts have a lower weight.
    for (let n = 0; n < 2; n += 1) await put(calm, "word", "approved");
    expect((await queue()).list.find(({ id }) => id === word)?.weight).toBe(1);
  });

  test("shows a whole text, with the word marked in any spelling, and the neighbouring texts", async () => {
    const before = await held("在它前面的一个问题");
    const id = await held("跟我做兼 职-刷单的问题", "正文里也有**兼职刷单**两次：兼職不算，兼·职刷单算");
    const after = await held("在它后面的一个问题");
    const detail = await upstream.call(adminReviewApi.get, { params: { id } }, { token });
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
  test("releases several at once with a result and a log row for each", async () => {
    const ids = [await held("第一个要通过的问题"), await held("第二个要通过的问题")];
    const gone = 999_999;
    const items = [...ids, gone].map((id) => ({ id, version: 1 }));
    expect(await decide({ items, action: "approve" })).toEqual({
      done: ids,
      failed: [{ id: gone, code: "NOT_FOUND", message: expect.any(String) }],
      undo: { log: [expect.any(Number), expect.any(Number)] },
    });
    for (const id of ids) {
      const { publishedId } = await upstream.call(reviewApi.get, { params: { id } }, { as: alice });
      expect((await upstream.call(questionApi.get, { params: { id: publishedId ?? 0 } })).contentHtml).toContain(BAD);
      expect(await rowsOf(id)).toMatchObject([{ action: "review.approve", roles: ["moderator"], undoable: true }]);
    }
  });

  test("refuses by a house rule, which the author reads with the reviewer's own words", async () => {
    const id = await held("一个要退回的问题");
    await decide({ items: [{ id, version: 1 }], action: "refuse", rule: "spam", note: "请删去联系方式" });
    const reason = "含有广告、招揽或重复发布的内容。请删去联系方式";
    expect(await upstream.call(reviewApi.get, { params: { id } }, { as: alice })).toMatchObject({
      state: "refused",
      reason,
    });
    now = new Date(now.getTime() + 10_000);
    const { list } = await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: alice });
    expect(list[0]?.excerpt).toBe(`原因：${reason}`);
    expect(await rowsOf(id)).toMatchObject([{ action: "review.refuse", reason }]);
  });

  test("to refuse needs a rule, and an explanation if the rule is 其他", async () => {
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

  test("by two staff at once counts once, and the other is told so for each text", async () => {
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

  test("to refuse can be undone from the log: every row is restored, and the author's message disappears", async () => {
    const id = await held("一个退错了的问题");
    const before = await stateWithoutLog();
    await decide({ items: [{ id, version: 1 }], action: "refuse", rule: "unfit" });
    const [row] = await rowsOf(id);
    await upstream.call(auditApi.undo, { body: { id: row?.id ?? 0 } }, { token: owner });
    expect(await stateWithoutLog()).toEqual(before);
    await decide({ items: [{ id, version: 1 }], action: "refuse", rule: "unfit" });
    const [again] = await rowsOf(id);
    await upstream.call(
      reviewApi.put,
      { body: { id, version: 2, title: "一个改过的问题标题", content: BAD } },
      { as: alice },
    );
    await expect(
      upstream.call(auditApi.undo, { body: { id: again?.id ?? 0 } }, { token: owner }),
    ).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });
});

/** All rows except those of the log and of versions, which only grow, and of sessions created by tests. */
async function stateWithoutLog() {
  const {
    audit_log: _,
    audit_end: __,
    versions: ___,
    sessions: ____,
    ...rest
  } = await databaseState(upstream.services.db);
  return rest;
}

describe("an approval", () => {
  const decided = async (body: object) =>
    upstream.call(questionApi.create, { body } as never, { as: alice }).then(
      () => expect.unreachable("was not held"),
      (caught: CallError) => (caught.data as { id: number }).id,
    );
  const undo = async (id: number) => {
    const [row] = await rowsOf(id);
    return upstream.call(auditApi.undo, { body: { id: row?.id ?? 0 } }, { token: owner }).then(
      () => "SUCCESS",
      (error: CallError) => error.message,
    );
  };
  /** All rows except bounds of lists, which never decrease, and empty totals. */
  const state = async () => {
    const { list_totals: totals = [], ...others } = await undoneState(upstream.services.db);
    const counted = totals.map((row) => JSON.parse(row) as { list: string; total: number });
    return { ...others, totals: counted.flatMap(({ list, total }) => (total > 0 ? [[list, total]] : [])) };
  };
  const sent: Record<string, () => Promise<number>> = {
    question: () => decided({ title: "之后又觉得不该公开的问题", content: BAD, tags: [] }),
    answer: () =>
      upstream.call(answerApi.create, { body: { questionId, content: BAD } }, { as: alice }).then(
        () => expect.unreachable("was not held"),
        (caught: CallError) => (caught.data as { id: number }).id,
      ),
    comment: () =>
      upstream
        .call(commentApi.add, { body: { targetKind: "question", targetId: questionId, text: BAD } }, { as: alice })
        .then(
          () => expect.unreachable("was not held"),
          (caught: CallError) => (caught.data as { id: number }).id,
        ),
  };

  test.each(Object.keys(sent))(
    "of a %s can be undone row for row, as long as nobody has reacted to it",
    async (kind) => {
      const id = (await sent[kind]?.()) ?? 0;
      const before = await state();
      now = new Date(now.getTime() + HOUR);
      await decide({ items: [{ id, version: 1 }], action: "approve" });
      expect(await state()).not.toEqual(before);
      now = new Date(now.getTime() + HOUR);
      expect(await undo(id)).toBe("SUCCESS");
      expect(await state()).toEqual(before);
      await expectConsistent(upstream.services.db);
      expect((await queue()).list.map((one) => one.id)).toContain(id);
    },
  );

  test("can't be undone if somebody has replied since, or if it changed a public text", async () => {
    const id = await decided({ title: "公开之后有人回答的问题", content: BAD, tags: [] });
    await decide({ items: [{ id, version: 1 }], action: "approve" });
    const { publishedId } = await upstream.call(reviewApi.get, { params: { id } }, { as: alice });
    await createWriter(upstream).answer({ authorId: await upstream.addUser("路人"), questionId: publishedId ?? 0 });
    expect(await undo(id)).toMatch(/^CONFLICT: 公开之后已经有人回应/);
  });
});

describe("a text that is put right and let through", () => {
  const edit = (id: number, words: object, as = token, version = 1) =>
    upstream.call(
      adminReviewApi.edit,
      { body: { id, version, title: "", content: "", tags: [], ...words } },
      { token: as },
    );
  const better = { title: "一个改好了的问题标题", content: "没有那个词的正文", tags: ["经验"] };

  test("is published with the new words; its author is notified, both versions are logged, and the undo restores the author's", async () => {
    const id = await held("一个差一点的问题标题");
    const { publishedId } = await edit(id, better);
    const shown = await upstream.call(questionApi.get, { params: { id: publishedId } });
    expect(shown).toMatchObject({ title: better.title, tags: ["经验"] });
    expect(shown.contentHtml).toContain("没有那个词的正文");
    now = new Date(now.getTime() + HOUR);
    const { list } = await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: alice });
    expect(list[0]?.excerpt).toBe("公开之前，工作人员改动了文字；你可以照常修改。");
    const [row] = await rowsOf(id);
    expect(await upstream.call(auditApi.get, { params: { id: row?.id ?? 0 } }, { token: owner })).toMatchObject({
      action: "review.approve",
      before: { words: { title: "一个差一点的问题标题", content: `${BAD}的经历` } },
      after: { words: better },
    });
    await upstream.call(auditApi.undo, { body: { id: row?.id ?? 0 } }, { token: owner });
    const { fields, state } = await upstream.call(adminReviewApi.get, { params: { id } }, { token });
    expect(state).toBe("waiting");
    expect(fields.map(({ name, parts }) => [name, parts.map(({ text }) => text).join("")])).toEqual([
      ["title", "一个差一点的问题标题"],
      ["content", `${BAD}的经历`],
    ]);
  });

  test("records no change if there is none, and changes nothing if it is refused", async () => {
    const title = "一个不用改的问题标题";
    const id = await held(title);
    const before = await stateWithoutLog();
    await expect(edit(id, { ...better, title: "" })).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { title: expect.any(String) } },
    });
    await expect(edit(id, better, token, 2)).rejects.toMatchObject({ code: "CONFLICT" });
    const editor = await staffToken(upstream, await addStaff(upstream, "editor"));
    await expect(edit(id, better, editor)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await upstream.call(adminReviewApi.claim, { body: { id, takeOver: true } }, { token: second });
    await expect(edit(id, better)).rejects.toMatchObject({ code: "CONFLICT" });
    const { staff: _, users: __, claims: ___, ...unchanged } = await stateWithoutLog();
    const { staff: ____, users: _____, claims: ______, ...was } = before;
    expect(unchanged).toEqual(was);
    await edit(id, { title, content: `${BAD}的经历` }, second);
    now = new Date(now.getTime() + HOUR);
    const { list } = await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: alice });
    expect(list[0]).toMatchObject({ title: `你的提问「${title}」已通过审核，现在公开可见`, excerpt: "" });
  });
});

describe("a text of a staff member", () => {
  test("is left to a colleague, and decided by themselves only if nobody else could", async () => {
    const id = await held("工作人员自己写的问题");
    await giveRole(upstream, alice, "moderator");
    const own = await staffToken(upstream, alice);
    const { list } = await upstream.call(adminReviewApi.list, { query: {} }, { token: own });
    expect(list).toMatchObject([{ id, own: true }]);
    const body = { items: [{ id, version: 1 }], action: "approve" as const };
    expect(await decide(body, own)).toMatchObject({ done: [], failed: [{ id, code: "FORBIDDEN" }] });
    expect((await upstream.call(adminReviewApi.get, { params: { id } }, { token })).own).toBe(false);

    // All others are removed: only the author could approve it.
    const others = await upstream.services.db
      .deleteFrom("staff")
      .where("user_id", "!=", alice)
      .returningAll()
      .execute();
    expect((await upstream.call(adminReviewApi.get, { params: { id } }, { token: own })).own).toBe(false);
    expect((await decide(body, own)).done).toEqual([id]);
    await upstream.services.db.insertInto("staff").values(others).execute();
    await upstream.services.db.deleteFrom("staff").where("user_id", "=", alice).execute();
    expect(await rowsOf(id)).toMatchObject([{ action: "review.approve", reason: "作者自己审核：没有别的同事可以" }]);
  });
});

test("the command line lists and decides on pending texts, with a dry run, and reports what was refused", async () => {
  const moderator = await addStaff(upstream, "moderator");
  const run = (name: string, words: (string | number)[], { rule = "", dryRun = false } = {}) =>
    asStaff(upstream.program, { userId: moderator, dryRun }, (caller) => {
      const options = { rule, note: "" } as Options;
      const asked = { upstream: upstream.program, caller, options, words: words.map(String), from: "." };
      return COMMANDS[name]?.run(asked) ?? Promise.reject();
    });
  const [one, other] = [await held("命令行要通过的问题"), await held("命令行要退回的问题")];
  const stateOf = async (id: number) => (await upstream.call(reviewApi.get, { params: { id } }, { as: alice })).state;
  expect(await run("review list", ["question"])).toMatchObject([
    { id: one, kind: "question", title: "命令行要通过的问题", author: "爱丽丝", heldFor: "word", word: "兼职刷单" },
    { id: other },
  ]);
  expect(await run("review list", ["comment"])).toEqual([]);
  expect(await run("review approve", [one], { dryRun: true })).toMatchObject({ text: "完成 1 份", refused: false });
  expect(await stateOf(one)).toBe("waiting");
  expect(await run("review approve", [one])).toMatchObject({ text: "完成 1 份", refused: false });
  expect(await stateOf(one)).toBe("approved");
  expect(await rowsOf(one)).toMatchObject([{ action: "review.approve", via: "command-line" }]);
  await expect(run("review refuse", [other])).rejects.toThrow("请选择退回的原因");
  expect(await run("review refuse", [other, one], { rule: "spam" })).toMatchObject({
    text: expect.stringContaining(`完成 1 份\n#${one}：`),
    refused: true,
  });
  expect(await stateOf(other)).toBe("refused");
  await expect(async () => run("review list", ["poem"])).rejects.toThrow(BadUsage);
  await expect(run("review approve", [])).rejects.toThrow(BadUsage);
});
