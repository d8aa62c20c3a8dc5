import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OutsideSort } from "#app/contract/notification/channels";
import { notificationApi } from "#app/contract/notification/notification";
import { verbWords } from "#app/contract/notification/verb-words";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { likeApi } from "#app/contract/reading/like";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { sentenceOf } from "#upstream/modules/outside/notification-letter";
import { untoldOf } from "#upstream/modules/outside/unread";
import { setQuestionFollow } from "#upstream/modules/question/write";

const SORTS: OutsideSort[] = ["comment", "answer", "mention", "like", "favorite", "follow", "accept"];

let upstream: TestUpstream;
let write: Writer;
let now = new Date("2026-03-01T08:00:00Z");
let people = 0;
let alice: number;
let bob: number;
let carol: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
});
beforeEach(async () => {
  const add = () => upstream.addUser(`某人${++people}`);
  [alice, bob, carol] = [await add(), await add(), await add()];
});
afterAll(() => upstream.close());

/** What somebody is told of the newest event: the sentence in letters and WeChat messages, and that of the site's lists. */
async function toldOf(userId: number, list: keyof typeof notificationApi & `${string}List`) {
  const after = now.toISOString();
  return async (doing: () => Promise<unknown>) => {
    await doing();
    now = new Date(now.getTime() + 60_000);
    const until = now.toISOString();
    const before = new Date(Date.parse(after) - 1).toISOString();
    const untold = await untoldOf(upstream.services.db, { userId, sorts: SORTS, after: before, until, now: until });
    const [entry] = untold.entries;
    const [shown] = (await upstream.call(notificationApi[list], { query: {} as never }, { as: userId })).list;
    if (!entry || !shown) throw new Error("nothing told");
    const words = verbWords(shown.verb, { target: shown.target?.kind ?? null, own: shown.own });
    expect(sentenceOf(entry), "the same in the list").toContain(words);
    return sentenceOf(entry).replace(/^某人\d+/, "");
  };
}

test("a follower of a question is not told that it is theirs", async () => {
  const question = await write.question({ authorId: alice, title: "谁的问题？" });
  await write.inside((trx) =>
    setQuestionFollow(trx, upstream.services, { userId: carol, questionId: question, on: true }),
  );
  const [asker, follower] = [await toldOf(alice, "commentList"), await toldOf(carol, "commentList")];
  const answer = () => write.answer({ authorId: bob, questionId: question });
  expect(await asker(answer)).toBe("回答了你的问题「谁的问题？」");
  expect(await follower(async () => {})).toBe("回答了你关注的问题「谁的问题？」");
});

test("whatever somebody reacts to is named, not only the text of others that it is under", async () => {
  const theirs = await write.article({ authorId: carol, title: "别人的文章" });
  const asked = await write.question({ authorId: carol, title: "别人的问题" });
  const own = {
    article: await write.article({ authorId: alice, title: "我的文章" }),
    question: await write.question({ authorId: alice, title: "我的问题" }),
    answer: await write.answer({ authorId: alice, questionId: asked }),
    comment: await write.comment({ authorId: alice, targetKind: "article", targetId: theirs }),
  };
  const as = { as: bob };
  const like = (targetKind: "article" | "comment") => () =>
    upstream.call(likeApi.add, { body: { targetKind, targetId: own[targetKind] } }, as);
  const favorite = (targetKind: "article" | "question" | "answer") => () =>
    upstream.call(favoritesApi.add, { body: { targetKind, targetId: own[targetKind] } }, as);
  const comment = (targetKind: "article" | "question" | "answer") => () =>
    write.comment({ authorId: bob, targetKind, targetId: own[targetKind] });
  const told = async (list: Parameters<typeof toldOf>[1], doing: () => Promise<unknown>) =>
    (await toldOf(alice, list))(doing);
  expect(await told("likeList", like("comment"))).toBe("喜欢了你的评论「别人的文章」");
  expect(await told("likeList", like("article"))).toBe("喜欢了你的文章「我的文章」");
  expect(await told("favoriteFollowList", favorite("answer"))).toBe("收藏了你的回答「别人的问题」");
  expect(await told("favoriteFollowList", favorite("question"))).toBe("收藏了你的问题「我的问题」");
  expect(await told("favoriteFollowList", favorite("article"))).toBe("收藏了你的文章「我的文章」");
  expect(await told("commentList", comment("answer"))).toBe("评论了你的回答「别人的问题」");
  expect(await told("commentList", comment("question"))).toBe("评论了你的问题「我的问题」");
  expect(await told("commentList", comment("article"))).toBe("评论了你的文章「我的文章」");
  const follow = () => upstream.call(followApi.add, { body: { userId: alice } }, as);
  expect(await told("favoriteFollowList", follow)).toBe("关注了你");
});
