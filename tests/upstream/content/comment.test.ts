import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { softDeleteComment } from "#upstream/modules/comment/write";
import { setLike } from "#upstream/modules/like/write";

let upstream: TestUpstream;
let write: Writer;
let alice: number;
let bob: number;
let carol: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  alice = await upstream.addUser("爱丽丝");
  bob = await upstream.addUser("鲍勃");
  carol = await upstream.addUser("卡罗");
});
afterAll(() => upstream.close());

const remove = (id: number) => write.inside((trx) => softDeleteComment(trx, upstream.services, id));

describe("comment", () => {
  it("has two levels; a reply to a reply names its recipient", async () => {
    const articleId = await write.article({ authorId: alice });
    const on = { targetKind: "article", targetId: articleId } as const;
    const first = await write.comment({ authorId: bob, ...on, text: "第一条" });
    const reply = await write.comment({ authorId: carol, ...on, replyToId: first, text: "回复" });
    const deeper = await write.comment({ authorId: alice, ...on, replyToId: reply, text: "再回复" });
    const { data, statements, dependsOn } = await upstream.measure(commentApi.articleList, { query: { articleId } });
    expect(statements).toBeLessThanOrEqual(2);
    expect(dependsOn).toEqual(expect.arrayContaining([`article/${articleId}`, `user/${bob}`, `user/${carol}`]));
    expect(data.total).toBe(3);
    expect(data.list).toHaveLength(1);
    expect(data.list[0]).toMatchObject({ id: first, childCount: 2, childrenCursor: null });
    expect(data.list[0]?.children).toMatchObject([
      { id: reply, parentId: first, replyTo: null },
      { id: deeper, parentId: first, replyTo: { userId: carol, nickname: "卡罗" } },
    ]);
  });

  it("loads the first replies of every thread in one statement, and the rest by cursor", async () => {
    const targetId = await write.question({ authorId: alice });
    const on = { targetKind: "question", targetId } as const;
    const threads: number[] = [];
    for (let n = 0; n < 3; n += 1) threads.push(await write.comment({ authorId: bob, ...on, text: `主题${n}` }));
    const replies: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      replies.push(await write.comment({ authorId: carol, ...on, replyToId: threads[0] ?? 0, text: `回复${n}` }));
    }
    const { data, statements } = await upstream.measure(commentApi.list, { query: on });
    expect(statements).toBeLessThanOrEqual(2);
    expect(data.list.map((one) => one.id)).toEqual([...threads].reverse());
    const thread = data.list.at(-1);
    const seen = thread?.children.map((one) => one.id) ?? [];
    expect(seen).toHaveLength(3);
    let cursor = thread?.childrenCursor ?? null;
    while (cursor !== null) {
      const next = await upstream.measure(commentApi.childList, {
        query: { parentId: threads[0] ?? 0, cursor, limit: 2 },
      });
      expect(next.statements).toBeLessThanOrEqual(2);
      expect(next.data.total).toBe(7);
      expect(next.dependsOn).toContain(`question/${targetId}`);
      seen.push(...next.data.list.map((one) => one.id));
      cursor = next.data.nextCursor;
    }
    expect(seen).toEqual(replies);
  });

  it("pages without repeats or gaps while others write and delete", async () => {
    const targetId = await write.article({ authorId: alice });
    const on = { targetKind: "article", targetId } as const;
    const ids: number[] = [];
    for (let n = 0; n < 25; n += 1) ids.push(await write.comment({ authorId: bob, ...on }));
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await upstream.call(commentApi.list, { query: { ...on, limit: 4, ...(cursor ? { cursor } : {}) } });
      seen.push(...page.list.map((one) => one.id));
      cursor = page.nextCursor ?? undefined;
      await write.comment({ authorId: carol, ...on });
      // The last displayed one is deleted before the next page is loaded.
      await remove(seen.at(-1) ?? 0);
    } while (cursor);
    expect(seen).toEqual([...ids].reverse());
  });

  it("keeps a deleted comment as a placeholder while it has replies", async () => {
    const targetId = await write.article({ authorId: alice });
    const on = { targetKind: "article", targetId } as const;
    const parent = await write.comment({ authorId: bob, ...on, text: "要删的" });
    const reply = await write.comment({ authorId: carol, ...on, replyToId: parent });
    await remove(parent);
    await remove(parent);
    const list = () => upstream.call(commentApi.list, { query: on }, { as: bob });
    const kept = await list();
    expect(kept.total).toBe(1);
    expect(kept.list).toMatchObject([{ id: parent, deleted: true, author: null, text: "", viewer: { mine: false } }]);
    expect(kept.list[0]?.children).toMatchObject([{ id: reply }]);
    await expect(write.comment({ authorId: alice, ...on, replyToId: parent })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining("发成一条新评论"),
    });
    await remove(reply);
    expect(await list()).toMatchObject({ total: 0, list: [] });
  });

  it("shows comments of an answer as part of its question's page", async () => {
    const questionId = await write.question({ authorId: alice });
    const answerId = await write.answer({ authorId: bob, questionId });
    const on = { targetKind: "answer", targetId: answerId } as const;
    const empty = await upstream.measure(commentApi.list, { query: on });
    expect(empty.data).toEqual({ list: [], total: 0, nextCursor: null });
    expect(empty.dependsOn).toEqual([`question/${questionId}`]);
    const stamp = await upstream.services.versions.now();
    await write.comment({ authorId: carol, ...on });
    expect(await upstream.services.versions.latest([`question/${questionId}`])).toBeGreaterThan(stamp);
    const { dependsOn } = await upstream.measure(commentApi.list, { query: on });
    expect(dependsOn).toContain(`question/${questionId}`);
    expect(await upstream.call(questionApi.extraInfo, { params: { id: questionId } })).toMatchObject({
      commentCount: 0,
    });
  });

  it("returns which comments the viewer liked and wrote", async () => {
    const targetId = await write.article({ authorId: alice });
    const on = { targetKind: "article", targetId } as const;
    const id = await write.comment({ authorId: bob, ...on });
    await write.inside((trx) =>
      setLike(trx, upstream.services, { userId: carol, targetKind: "comment", targetId: id, on: true }),
    );
    const asCarol = await upstream.call(commentApi.list, { query: on }, { as: carol });
    expect(asCarol.list[0]).toMatchObject({ likeCount: 1, viewer: { liked: true, mine: false } });
    const asBob = await upstream.call(commentApi.list, { query: on }, { as: bob });
    expect(asBob.list[0]?.viewer).toEqual({ liked: false, mine: true });
  });

  it("refuses a missing text and an invalid cursor", async () => {
    for (const targetKind of ["question", "answer", "article", "case"] as const) {
      await expect(upstream.call(commentApi.list, { query: { targetKind, targetId: 999_999 } })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    }
    await expect(upstream.call(commentApi.childList, { query: { parentId: 999_999 } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const articleId = await write.article({ authorId: alice });
    await expect(
      upstream.call(commentApi.articleList, { query: { articleId, cursor: "1; drop" } }),
    ).rejects.toMatchObject({
      code: "INVALID_PARAMS",
    });
  });

  it("refuses an invisible text, and keeps joiners in others", async () => {
    const articleId = await write.article({ authorId: alice });
    for (const text of ["", " \u3000\n", "\u200B\u200D\u2060", "\u3164\u2800", "\u202E \uFEFF"]) {
      const adding = upstream.call(commentApi.articleAdd, { body: { articleId, text } }, { as: bob });
      await expect(adding, JSON.stringify(text)).rejects.toMatchObject({ data: { fields: { text: "评论不能为空" } } });
    }
    const comment = { authorId: bob, targetKind: "article", targetId: articleId, text: "👨‍👩‍👧" } as const;
    await expect(write.comment(comment)).resolves.toBeGreaterThan(0);
  });

  it("lists the comments that a person wrote and received, with their places", async () => {
    const dave = await upstream.addUser("戴夫");
    const questionId = await write.question({ authorId: dave, title: "评论会出现在哪里" });
    const answerId = await write.answer({ authorId: dave, questionId });
    const onAnswer = await write.comment({ authorId: bob, targetKind: "answer", targetId: answerId, text: "在回答下" });
    const reply = await write.comment({
      authorId: dave,
      targetKind: "answer",
      targetId: answerId,
      replyToId: onAnswer,
      text: "回复鲍勃",
    });
    const caseId = await write.oneCase();
    const onCase = await write.comment({ authorId: dave, targetKind: "case", targetId: caseId });
    const posted = await upstream.measure(commentApi.postList, { query: { userId: dave } });
    expect(posted.statements).toBe(2);
    expect(posted.data.total).toBe(2);
    expect(posted.data.list).toMatchObject([
      { id: onCase, target: { kind: "case", id: caseId, title: "一个案例", questionId: null }, inReplyTo: null },
      {
        id: reply,
        target: { kind: "answer", id: answerId, title: "评论会出现在哪里", questionId },
        inReplyTo: { author: { userId: bob }, text: "在回答下" },
      },
    ]);
    const received = await upstream.call(commentApi.receiveList, { query: { userId: dave } });
    expect(received).toMatchObject({ total: 1, list: [{ id: onAnswer, author: { userId: bob } }] });
  });
});
