import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acceptApi } from "#app/contract/content/accept";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { type NotificationKind, notificationApi } from "#app/contract/notification/notification";
import { notificationReadingApi } from "#app/contract/notification/reading";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { likeApi } from "#app/contract/reading/like";
import { voteApi } from "#app/contract/reading/vote";
import { trashApi } from "#app/contract/writing/trash";
import { completeMention } from "#app/features/write/text/mention-words";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";

const SECOND = 1000;
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
/** The recipient, new for each test. */
let alice: number;
let others: number[];
let bob: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  others = [];
  for (let n = 1; n <= 5; n += 1) others.push(await upstream.addUser(`第${n}人`, `861380000000${n}`));
  bob = others[0] as number;
});
afterAll(() => upstream.close());
let tests = 0;
beforeEach(async () => {
  later(600);
  tests += 1;
  alice = await upstream.addUser(`爱丽丝${tests}`, `86138000001${String(tests).padStart(2, "0")}`);
});

function later(seconds: number) {
  now = new Date(now.getTime() + seconds * SECOND);
}
const LISTS = {
  comment: notificationApi.commentList,
  like: notificationApi.likeList,
  collection_follow: notificationApi.favoriteFollowList,
  system: notificationApi.systemMessageList,
};
const list = (kind: NotificationKind, as = alice, query = {}) => upstream.call(LISTS[kind], { query }, { as });
/** The badge, after checking that it matches the lists. */
async function badge(as = alice): Promise<Record<NotificationKind, number>> {
  const counts = await upstream.call(notificationApi.unreadCountWithType, {}, { as });
  for (const kind of Object.keys(LISTS) as NotificationKind[]) {
    const { list: shown } = await list(kind, as, { limit: 50 });
    expect(shown.filter((one) => !one.read).length, kind).toBe(counts[kind]);
  }
  const { total } = await upstream.call(notificationApi.unreadCount, {}, { as });
  expect(total).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0));
  return counts;
}
const NOTHING = { comment: 0, like: 0, collection_follow: 0, system: 0 };
const like = (targetId: number, as: number, targetKind: "article" | "comment" = "article") =>
  upstream.call(likeApi.add, { body: { targetKind, targetId } }, { as });
const unlike = (targetId: number, as: number) =>
  upstream.call(likeApi.cancel, { body: { targetKind: "article", targetId } }, { as });

describe("reactions", () => {
  it("of several people to the same thing are one entry, with the last two by name", async () => {
    const id = await write.article({ authorId: alice, title: "被喜欢的文章" });
    for (const person of others) {
      await like(id, person);
      later(1);
    }
    later(10);
    expect(await badge()).toEqual({ ...NOTHING, like: 1 });
    const { list: shown, total } = await list("like");
    expect(total).toBe(1);
    expect(shown).toMatchObject([
      {
        verb: "like",
        actorCount: 5,
        title: "被喜欢的文章",
        read: false,
        target: { kind: "article", id, path: `/article/${id}` },
      },
    ]);
    expect(shown[0]?.actors.map((one) => one.userId)).toEqual([others[4], others[3]]);
  });

  it("are notified after ten seconds, and never if undone by then", async () => {
    const id = await write.article({ authorId: alice });
    await like(id, bob);
    later(9.999);
    expect(await badge()).toEqual(NOTHING);
    const { nextAt } = await upstream.call(notificationApi.unreadCount, {}, { as: alice });
    expect(nextAt).toBe(new Date(now.getTime() + 1).toISOString());
    await unlike(id, bob);
    later(60);
    expect(await badge()).toEqual(NOTHING);
    await like(id, bob);
    later(10);
    expect(await badge()).toEqual({ ...NOTHING, like: 1 });
    // If withdrawn later, they disappear, and repeated ones are not new to whoever read them.
    await unlike(id, bob);
    expect(await badge()).toEqual(NOTHING);
    await like(id, bob);
    later(10);
    await upstream.call(notificationApi.readAll, { body: {} }, { as: alice });
    await unlike(id, bob);
    await like(id, bob);
    later(10);
    expect(await badge()).toEqual(NOTHING);
    expect((await list("like")).list).toMatchObject([{ read: true }]);
  });

  it("an entry is marked as read with everything that it groups and nothing else, and only by its owner", async () => {
    const [id, another] = [await write.article({ authorId: alice }), await write.article({ authorId: alice })];
    await like(id, bob);
    await like(id, await upstream.addUser("丙"));
    await like(another, bob);
    later(10);
    const liked = (await list("like")).list.find(({ actorCount }) => actorCount === 2);
    const read = (as: number) => upstream.call(notificationReadingApi.read, { body: { id: liked?.id ?? 0 } }, { as });
    await read(bob);
    expect(await badge()).toEqual({ ...NOTHING, like: 2 });
    await read(alice);
    expect(await badge()).toEqual({ ...NOTHING, like: 1 });
    expect((await list("like")).list.map((one) => [one.actorCount, one.read])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  it("of every kind appear in the list where they belong", async () => {
    const questionId = await write.question({ authorId: alice, title: "一个够长的问题" });
    const answerId = await write.answer({ authorId: alice, questionId, content: "我的回答" });
    const articleId = await write.article({ authorId: alice });
    const commentId = await write.comment({
      authorId: alice,
      targetKind: "article",
      targetId: articleId,
      text: "我的评论",
    });
    await upstream.call(voteApi.set, { body: { answerId, vote: "down" } }, { as: bob });
    later(10);
    expect(await badge()).toEqual(NOTHING);
    await upstream.call(voteApi.set, { body: { answerId, vote: "up" } }, { as: bob });
    await like(commentId, bob, "comment");
    await upstream.call(favoritesApi.add, { body: { targetKind: "article", targetId: articleId } }, { as: bob });
    await upstream.call(followApi.add, { body: { userId: alice } }, { as: bob });
    await upstream.call(questionApi.follow, { body: { id: questionId } }, { as: bob });
    later(10);
    expect(await badge()).toEqual({ ...NOTHING, like: 2, collection_follow: 3 });
    expect((await list("like")).list).toMatchObject([
      {
        verb: "like",
        excerpt: "我的评论",
        target: { kind: "comment", commentId, parentId: null, path: `/article/${articleId}#comment-${commentId}` },
      },
      {
        verb: "vote",
        title: "一个够长的问题",
        excerpt: "我的回答",
        target: { path: `/question/${questionId}?aid=${answerId}` },
      },
    ]);
    expect((await list("collection_follow")).list).toMatchObject([
      { verb: "follow", target: { kind: "question", id: questionId } },
      { verb: "follow", target: { kind: "user", path: `/u/${bob}` } },
      { verb: "favorite", target: { kind: "article" } },
    ]);
    await upstream.call(voteApi.set, { body: { answerId, vote: "none" } }, { as: bob });
    await upstream.call(followApi.cancel, { body: { userId: alice } }, { as: bob });
    expect(await badge()).toEqual({ ...NOTHING, like: 1, collection_follow: 2 });
  });

  it("to one's own texts and to cases notify nobody", async () => {
    const id = await write.article({ authorId: alice });
    await like(id, alice);
    const caseId = await write.oneCase();
    await upstream.call(likeApi.add, { body: { targetKind: "case", targetId: caseId } }, { as: bob });
    await upstream.call(commentApi.articleAdd, { body: { articleId: id, text: "自己的话" } }, { as: alice });
    later(20);
    expect(await badge()).toEqual(NOTHING);
  });
});

describe("a comment or answer", () => {
  it("is notified at once to the recipient of the reply, the author of the text and the people mentioned", async () => {
    const carol = others[1] as number;
    const id = await write.article({ authorId: alice, title: "被评论的文章" });
    const place = { targetKind: "article", targetId: id } as const;
    const add = (text: string, as: number, replyToId: number | null = null) =>
      upstream.call(commentApi.add, { body: { ...place, text, replyToId } }, { as });
    const first = await add("写得好", bob);
    const second = await add("同意 @第3人 也看看", carol, first.id);
    expect((await list("comment")).list).toMatchObject([
      {
        verb: "comment",
        excerpt: second.text,
        actors: [{ userId: carol }],
        title: "被评论的文章",
        target: { commentId: second.id },
      },
      { verb: "comment", excerpt: "写得好", actors: [{ userId: bob }] },
    ]);
    expect((await list("comment", bob)).list[0]).toMatchObject({ verb: "reply", excerpt: second.text });
    expect((await list("comment", others[2])).list[0]).toMatchObject({ verb: "mention", excerpt: second.text });
    await upstream.call(commentApi.remove, { body: { id: second.id } }, { as: carol });
    expect(await badge()).toEqual({ ...NOTHING, comment: 1 });
    expect((await list("comment", others[2])).list.map((one) => one.excerpt)).not.toContain(second.text);
    await upstream.call(trashApi.restore, { body: { kind: "comment", id: second.id } }, { as: carol });
    expect(await badge()).toEqual({ ...NOTHING, comment: 2 });
  });

  it("that answers a question notifies the asker, followers and mentioned people, once each", async () => {
    const follower = others[1] as number;
    const called = others[2] as number;
    const questionId = await write.question({ authorId: alice, title: "等人回答的问题" });
    await upstream.call(questionApi.follow, { body: { id: questionId } }, { as: follower });
    await upstream.call(notificationApi.readAll, { body: {} }, { as: follower });
    const named = { userId: called, nickname: "第3人", avatar: "", headline: "" };
    const { insert } = completeMention({ text: "@第", start: 2, end: 2 }, 0, named);
    const content = `请看 ${insert}与 [@无此人](/u/999999) 的话`;
    const { id } = await upstream.call(answerApi.create, { body: { questionId, content } }, { as: bob });
    const expected = { verb: "answer", title: "等人回答的问题", target: { path: `/question/${questionId}?aid=${id}` } };
    expect((await list("comment")).list).toMatchObject([{ ...expected, excerpt: expect.stringContaining("请看") }]);
    expect((await list("comment", follower)).list[0]).toMatchObject(expected);
    expect((await list("comment", called)).list[0]).toMatchObject({ verb: "mention", target: { kind: "answer", id } });
    await upstream.call(notificationApi.readAll, { body: {} }, { as: called });
    await upstream.call(answerApi.update, { body: { id, version: 1, content: `${content}。` } }, { as: bob });
    expect(await badge(called)).toEqual(NOTHING);

    await upstream.call(acceptApi.set, { body: { questionId, answerId: id } }, { as: alice });
    expect((await list("like", bob)).list[0]).toMatchObject({ verb: "accept", actors: [{ userId: alice }] });
    await upstream.call(acceptApi.set, { body: { questionId, answerId: null } }, { as: alice });
    expect((await list("like", bob)).list.map((one) => one.verb)).not.toContain("accept");
  });

  it("disappears with the text that it is about, and returns with it", async () => {
    const questionId = await write.question({ authorId: alice });
    const answerId = await write.answer({ authorId: alice, questionId });
    await upstream.call(
      commentApi.add,
      { body: { targetKind: "answer", targetId: answerId, text: "评论" } },
      { as: bob },
    );
    await upstream.call(voteApi.set, { body: { answerId, vote: "up" } }, { as: bob });
    const articleId = await write.article({ authorId: alice });
    await like(articleId, bob);
    await upstream.call(commentApi.articleAdd, { body: { articleId, text: "评论" } }, { as: bob });
    later(10);
    expect(await badge()).toEqual({ ...NOTHING, comment: 2, like: 2 });
    await upstream.call(articleApi.remove, { body: { id: articleId } }, { as: alice });
    expect(await badge()).toEqual({ ...NOTHING, comment: 1, like: 1 });
    await upstream.call(questionApi.remove, { body: { id: questionId } }, { as: alice });
    expect(await badge()).toEqual(NOTHING);
    await upstream.call(trashApi.restore, { body: { kind: "question", id: questionId } }, { as: alice });
    await upstream.call(trashApi.restore, { body: { kind: "article", id: articleId } }, { as: alice });
    expect(await badge()).toEqual({ ...NOTHING, comment: 2, like: 2 });
  });
});

describe("the lists", () => {
  it("have pages without repeats or gaps, start anew after reading, and take few statements", async () => {
    const articles: number[] = [];
    for (let n = 0; n < 7; n += 1) articles.push(await write.article({ authorId: alice }));
    for (const id of articles) {
      await like(id, bob);
      await like(id, others[1] as number);
    }
    later(10);
    const seen: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await upstream.measure(notificationApi.likeList, { query: { limit: 3, cursor } }, { as: alice });
      expect(page.statements).toBeLessThanOrEqual(4);
      expect(page.dependsOn).toEqual([`news/${alice}`]);
      seen.push(...page.data.list.flatMap((one) => one.target?.id ?? []));
      if (page.data.nextCursor === null) break;
      cursor = page.data.nextCursor;
    }
    expect(seen).toEqual([...articles].reverse());
    expect((await upstream.measure(notificationApi.unreadCount, {}, { as: alice })).statements).toBe(1);

    await upstream.call(notificationApi.readAll, { body: { kind: "comment" } }, { as: alice });
    expect(await badge()).toEqual({ ...NOTHING, like: 7 });
    await upstream.call(notificationApi.readAll, { body: { kind: "like" } }, { as: alice });
    expect(await badge()).toEqual(NOTHING);
    later(1);
    await like(articles[0] as number, others[2] as number);
    later(10);
    expect(await badge()).toEqual({ ...NOTHING, like: 1 });
    // Read ones stay as they were read.
    const shown = (await list("like")).list.filter((one) => one.target?.id === articles[0]);
    expect(shown.map((one) => [one.read, one.actorCount])).toEqual([
      [false, 1],
      [true, 2],
    ]);
    await expect(list("like", alice, { cursor: "x" })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  });

  it("that came after a list was loaded are not read by seeing it", async () => {
    const id = await write.article({ authorId: alice });
    await like(id, bob);
    later(10);
    const seen = await list("like");
    await like(id, others[1] as number);
    later(10);
    await upstream.call(notificationApi.readAll, { body: { kind: "like", asOf: seen.asOf } }, { as: alice });
    expect((await list("like")).list.map(({ read, actorCount }) => [read, actorCount])).toEqual([
      [false, 1],
      [true, 1],
    ]);
    await upstream.call(notificationApi.readAll, { body: { asOf: "9" } }, { as: alice });
    expect(await badge(), "no later than now").toEqual(NOTHING);
  });

  it("wake the listeners of live notifications", async () => {
    const latest = () => upstream.services.versions.latest([`news/${alice}`]);
    const id = await write.article({ authorId: alice });
    const before = await latest();
    await like(id, bob);
    const after = await latest();
    expect(after).toBeGreaterThan(before);
    later(10);
    await upstream.call(notificationApi.readAll, { body: {} }, { as: alice });
    expect(await latest()).toBeGreaterThan(after);
  });
});
