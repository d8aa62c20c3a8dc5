import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acceptApi } from "#app/contract/content/accept";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { likeApi } from "#app/contract/reading/like";
import { searchApi } from "#app/contract/reading/search";
import { voteApi } from "#app/contract/reading/vote";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { redirectQuestion } from "#upstream/modules/question/merged-into";
import { LIMITS } from "#upstream/policy/limits";

const MINUTE = 60_000;
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let alice: number;
let bob: number;
let unproven: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  bob = await upstream.addUser("鲍勃", "8613800000002");
  unproven = await upstream.addUser("没有手机");
});
afterAll(() => upstream.close());
// Limits are reset for each test.
beforeEach(() => {
  now = new Date(now.getTime() + 10 * MINUTE);
});

const refusal = (work: Promise<unknown>): Promise<CallError> =>
  work.then(
    () => expect.unreachable("was not refused"),
    (error: CallError) => error,
  );
const QUESTION = { title: "怎样安排一次数据库迁移", content: "**正文**在此。", tags: ["数据库", "运维"] };
const ask = (as = alice, fields = {}) =>
  upstream.call(questionApi.create, { body: { ...QUESTION, ...fields } }, { as });

describe("questions", () => {
  it("are asked, found, changed and deleted by their author", async () => {
    const { id } = await ask(alice, { aiGenerated: true });
    const shown = await upstream.call(questionApi.get, { params: { id } });
    expect(shown).toMatchObject({ title: QUESTION.title, tags: QUESTION.tags, aiGenerated: true, version: 1 });
    expect(shown.contentHtml).toContain("<strong>正文</strong>");
    expect((await upstream.call(questionApi.list, { query: { tag: "运维" } })).list[0]).toMatchObject({
      id,
      aiGenerated: true,
    });

    const changed = { id, version: 1, title: "怎样安排一次缓存迁移", content: "*新的*正文", tags: ["运维", "缓存"] };
    expect(await upstream.call(questionApi.update, { body: changed }, { as: alice })).toEqual({ id, version: 2 });
    const after = await upstream.call(questionApi.get, { params: { id } });
    expect(after).toMatchObject({ title: changed.title, tags: ["运维", "缓存"], version: 2, aiGenerated: false });
    expect(after.contentHtml).toContain("<em>新的</em>");
    expect((await upstream.call(questionApi.list, { query: { tag: "数据库" } })).list).toEqual([]);
    expect((await upstream.call(questionApi.list, { query: { tag: "缓存" } })).list).toHaveLength(1);
    expect((await upstream.call(searchApi.content, { query: { q: "缓存迁移" } })).list[0]).toMatchObject({ id });
    await expectConsistent(upstream.services.db);

    expect(await refusal(upstream.call(questionApi.remove, { body: { id } }, { as: bob }))).toMatchObject({
      code: "FORBIDDEN",
    });
    await upstream.call(questionApi.remove, { body: { id } }, { as: alice });
    await upstream.call(questionApi.remove, { body: { id } }, { as: alice });
    expect(await refusal(upstream.call(questionApi.get, { params: { id } }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await refusal(upstream.call(questionApi.remove, { body: { id } }, { as: bob }))).toMatchObject({
      code: "NOT_FOUND",
    });
    await expectConsistent(upstream.services.db);
  });

  it("can't be deleted by the asker once somebody else has answered", async () => {
    const { id } = await ask();
    const deletable = async () =>
      (await upstream.call(questionApi.extraInfo, { params: { id } }, { as: alice })).deletable;
    await write.answer({ authorId: alice, questionId: id });
    expect(await deletable()).toBe(true);
    expect((await upstream.call(questionApi.extraInfo, { params: { id } }, { as: bob })).deletable).toBe(false);
    const answer = await write.answer({ authorId: bob, questionId: id });
    expect(await deletable()).toBe(false);
    expect(await refusal(upstream.call(questionApi.remove, { body: { id } }, { as: alice }))).toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("已经有人回答"),
    });
    expect((await upstream.call(questionApi.get, { params: { id } })).answerCount).toBe(2);
    await expectConsistent(upstream.services.db);
    await upstream.call(answerApi.remove, { body: { id: answer } }, { as: bob });
    expect(await deletable()).toBe(true);
    await upstream.call(questionApi.remove, { body: { id } }, { as: alice });
    expect(await refusal(upstream.call(questionApi.get, { params: { id } }))).toMatchObject({ code: "NOT_FOUND" });
    await expectConsistent(upstream.services.db);
  });

  it("never lose an answer that is added while they are deleted", async () => {
    const { id } = await ask();
    const [deleted, answered] = await Promise.allSettled([
      upstream.call(questionApi.remove, { body: { id } }, { as: alice }),
      upstream.call(answerApi.create, { body: { questionId: id, content: "同时到的回答" } }, { as: bob }),
    ]);
    expect([deleted.status, answered.status].filter((status) => status === "fulfilled")).toHaveLength(1);
    await expectConsistent(upstream.services.db);
  });

  it("reply to a change of an old version with the stored text, and to a repeated change with success", async () => {
    const { id } = await ask();
    const fields = { id, version: 1, title: "改过一次的标题是这样", content: "第一次改动", tags: [] };
    const change = (more: Partial<typeof fields>, as = alice) =>
      upstream.call(questionApi.update, { body: { ...fields, ...more } }, { as });
    expect(await change({})).toEqual({ id, version: 2 });
    expect(await change({})).toEqual({ id, version: 2 });
    const conflict = await refusal(change({ content: "第二次改动" }));
    expect(conflict).toMatchObject({ code: "CONFLICT", data: { id, version: 2, content: "第一次改动", tags: [] } });
    expect(await upstream.call(questionApi.init, { params: { id } }, { as: alice })).toEqual(conflict.data);
    expect(await refusal(change({ version: 2 }, bob))).toMatchObject({ code: "FORBIDDEN" });
    expect(await change({ version: 2, content: "第二次改动" })).toEqual({ id, version: 3 });
  });

  it("accept only one of two concurrent changes", async () => {
    const { id } = await ask();
    const texts = ["甲的改动", "乙的改动", "丙的改动"];
    const results = await Promise.allSettled(
      texts.map((content) =>
        upstream.call(questionApi.update, { body: { ...QUESTION, id, version: 1, content } }, { as: alice }),
      ),
    );
    expect(results.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    for (const one of results) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "CONFLICT" });
    await expectConsistent(upstream.services.db);
  });

  it("are followed and unfollowed, whatever the state before", async () => {
    const { id } = await ask();
    const set = (endpoint: typeof questionApi.follow) => upstream.call(endpoint, { body: { id } }, { as: bob });
    expect(await set(questionApi.follow)).toEqual({ followed: true, followCount: 1 });
    expect(await set(questionApi.follow)).toEqual({ followed: true, followCount: 1 });
    expect(await set(questionApi.unfollow)).toEqual({ followed: false, followCount: 0 });
    expect(await set(questionApi.unfollow)).toEqual({ followed: false, followCount: 0 });
  });
});

describe("answers", () => {
  it("are written, changed, accepted by the asker alone, and deleted", async () => {
    const { id: questionId } = await ask();
    const { id } = await upstream.call(answerApi.create, { body: { questionId, content: "先做备份" } }, { as: bob });
    const body = { id, version: 1, content: "先做**两份**备份", aiGenerated: true };
    expect(await refusal(upstream.call(answerApi.update, { body }, { as: alice }))).toMatchObject({
      code: "FORBIDDEN",
    });
    await upstream.call(answerApi.update, { body }, { as: bob });
    expect(
      await refusal(upstream.call(answerApi.update, { body: { ...body, content: "别的" } }, { as: bob })),
    ).toMatchObject({
      code: "CONFLICT",
      data: { id, questionId, version: 2, content: body.content },
    });
    const shown = await upstream.call(answerApi.get, { params: { id } }, { as: bob });
    expect(shown).toMatchObject({ version: 2, aiGenerated: true, viewer: { mine: true } });
    expect(shown.contentHtml).toContain("<strong>两份</strong>");
    expect((await upstream.call(searchApi.content, { query: { q: "两份备份" } })).list[0]).toMatchObject({
      kind: "answer",
      id,
    });

    const accept = { body: { questionId, answerId: id } };
    expect(await refusal(upstream.call(acceptApi.set, accept, { as: bob }))).toMatchObject({ code: "FORBIDDEN" });
    await upstream.call(acceptApi.set, accept, { as: alice });
    expect((await upstream.call(questionApi.get, { params: { id: questionId } })).acceptedAnswerId).toBe(id);
    await expectConsistent(upstream.services.db);
    await upstream.call(answerApi.remove, { body: { id } }, { as: bob });
    expect((await upstream.call(questionApi.get, { params: { id: questionId } })).acceptedAnswerId).toBeNull();
    await expectConsistent(upstream.services.db);
  });

  it("are one for each member and question, also from two tabs at once and after a merge", async () => {
    const questionId = await write.question({ authorId: alice, title: "同一个人回答几次" });
    const answer = (content: string, to = questionId) =>
      upstream.call(answerApi.create, { body: { questionId: to, content } }, { as: bob });
    const both = await Promise.allSettled([answer("第一个窗口"), answer("第二个窗口")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const told = { code: "INVALID_PARAMS", data: { fields: { content: expect.stringContaining("已经回答过") } } };
    expect(await refusal(answer("再来一次"))).toMatchObject(told);
    const from = await write.question({ authorId: alice, title: "被合并的问题" });
    await transact(upstream.services.db, async (trx) => {
      await softDelete(trx, upstream.services, "question", from);
      await redirectQuestion(trx, { from, into: questionId, at: now.toISOString() });
    });
    expect(await refusal(answer("写的时候合并了", from))).toMatchObject(told);
    const { list } = await upstream.call(answerApi.list, { query: { questionId } });
    await upstream.call(answerApi.remove, { body: { id: list[0]?.id ?? 0 } }, { as: bob });
    expect((await answer("删掉之后重写")).id).toBeGreaterThan(0);
    await expectConsistent(upstream.services.db);
  });
});

describe("articles", () => {
  it("move between classifications and tags, with a cover uploaded to this site", async () => {
    const { db } = upstream.services;
    const named = async (kind: "article" | "case", slug: string) =>
      (
        await db
          .insertInto("classifications")
          .values({ kind, slug, name: slug, position: 1 })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    const [first, second, other] = [await named("article", "a"), await named("article", "b"), await named("case", "c")];
    const key = "cover/202605/0123456789abcdef.webp";
    const picture = { file_name: "a.webp", content_type: "image/webp", bytes: 9, width: 40, height: 30 };
    await db
      .insertInto("objects")
      .values({ key, owner_id: alice, ...picture, confirmed: 1, created_at: now.toISOString() })
      .execute();
    const fields = {
      title: "文章的标题够长",
      content: "# 一\n正文",
      tags: ["写作"],
      classificationId: first,
      coverUrl: `/oss/${key}`,
    };
    const create = (more: object) => upstream.call(articleApi.create, { body: { ...fields, ...more } }, { as: alice });

    expect((await refusal(create({ classificationId: other }))).data).toEqual({
      fields: { classificationId: "请选择列表中的分类" },
    });
    expect((await refusal(create({ coverUrl: "https://evil.example/x.png" }))).data).toHaveProperty("fields.coverUrl");
    const { id } = await create({});
    expect((await upstream.call(articleApi.get, { params: { id } })).cover).toMatchObject({
      url: `/oss/${key}`,
      width: 40,
    });
    const body = { ...fields, id, version: 1, classificationId: second, tags: ["编辑"], coverUrl: null };
    await upstream.call(articleApi.update, { body }, { as: alice });
    const listed = (classificationId: number) => upstream.call(articleApi.list, { query: { classificationId } });
    expect((await listed(first)).total).toBe(0);
    expect((await listed(second)).list).toMatchObject([{ id, tags: ["编辑"], cover: null }]);
    expect(
      await refusal(upstream.call(articleApi.update, { body: { ...body, title: "另外一个标题" } }, { as: alice })),
    ).toMatchObject({
      code: "CONFLICT",
      data: { version: 2, classificationId: second, coverUrl: null },
    });
    await expectConsistent(db);
    await upstream.call(articleApi.remove, { body: { id } }, { as: alice });
    await expectConsistent(db);
  });
});

describe("reactions", () => {
  it("are set and removed over HTTP, and repeating a call changes nothing", async () => {
    const { id: questionId } = await ask();
    const articleId = await write.article({ authorId: alice });
    const answerId = await write.answer({ questionId, authorId: alice });
    const article = { body: { targetKind: "article", targetId: articleId } } as const;
    for (let times = 0; times < 2; times += 1) {
      expect(await upstream.call(likeApi.add, article, { as: bob })).toEqual({ liked: true, likeCount: 1 });
      expect(await upstream.call(favoritesApi.add, article, { as: bob })).toEqual({
        favorited: true,
        favoriteCount: 1,
      });
      expect(await upstream.call(followApi.add, { body: { userId: alice } }, { as: bob })).toEqual({
        followed: true,
        fansCount: 1,
      });
      expect(await upstream.call(voteApi.set, { body: { answerId, vote: "up" } }, { as: bob })).toEqual({
        vote: "up",
        voteUp: 1,
        voteDown: 0,
      });
    }
    expect(await upstream.call(articleApi.extraInfo, { params: { id: articleId } }, { as: bob })).toMatchObject({
      liked: true,
      favorited: true,
    });
    expect(await upstream.call(voteApi.set, { body: { answerId, vote: "down" } }, { as: bob })).toEqual({
      vote: "down",
      voteUp: 0,
      voteDown: 1,
    });
    for (let times = 0; times < 2; times += 1) {
      expect(await upstream.call(likeApi.cancel, article, { as: bob })).toEqual({ liked: false, likeCount: 0 });
      expect(await upstream.call(favoritesApi.remove, article, { as: bob })).toEqual({
        favorited: false,
        favoriteCount: 0,
      });
      expect(await upstream.call(followApi.cancel, { body: { userId: alice } }, { as: bob })).toEqual({
        followed: false,
        fansCount: 0,
      });
      expect(await upstream.call(voteApi.set, { body: { answerId, vote: "none" } }, { as: bob })).toEqual({
        vote: "none",
        voteUp: 0,
        voteDown: 0,
      });
    }
    await expectConsistent(upstream.services.db);
  });
});

describe("comments", () => {
  it("are added, answered and deleted by their author", async () => {
    const targetId = await write.article({ authorId: alice });
    const first = await upstream.call(
      commentApi.articleAdd,
      { body: { articleId: targetId, text: "一楼\n换行" } },
      { as: bob },
    );
    expect(first).toMatchObject({
      text: "一楼\n换行",
      parentId: null,
      viewer: { mine: true, liked: false },
      author: { userId: bob },
    });
    const place = { targetKind: "article", targetId } as const;
    const reply = await upstream.call(
      commentApi.add,
      { body: { ...place, text: "二楼", replyToId: first.id } },
      { as: alice },
    );
    const answer = await upstream.call(
      commentApi.add,
      { body: { ...place, text: "三楼", replyToId: reply.id } },
      { as: bob },
    );
    expect(answer).toMatchObject({ parentId: first.id, replyTo: { userId: alice } });
    expect(await refusal(upstream.call(commentApi.remove, { body: { id: first.id } }, { as: alice }))).toMatchObject({
      code: "FORBIDDEN",
    });
    await upstream.call(commentApi.remove, { body: { id: first.id } }, { as: bob });
    const { list } = await upstream.call(commentApi.list, { query: place });
    expect(list).toMatchObject([{ deleted: true, text: "", childCount: 2 }]);
    expect(
      await refusal(
        upstream.call(commentApi.add, { body: { ...place, text: "答已删", replyToId: first.id } }, { as: bob }),
      ),
    ).toMatchObject({ code: "NOT_FOUND" });
    await expectConsistent(upstream.services.db);
  });
});

describe("publishing", () => {
  it("requires a verified phone number for everything that others can read", async () => {
    const { id: questionId } = await ask();
    const as = { as: unproven };
    const calls = [
      () => ask(unproven),
      () => upstream.call(answerApi.create, { body: { questionId, content: "答" } }, as),
      () => upstream.call(articleApi.create, { body: { title: "一篇好文章", content: "文" } }, as),
      () => upstream.call(commentApi.add, { body: { targetKind: "question", targetId: questionId, text: "评" } }, as),
    ];
    for (const call of calls) expect(await refusal(call())).toMatchObject({ code: "PHONE_REQUIRED" });
    expect(await upstream.call(questionApi.follow, { body: { id: questionId } }, as)).toMatchObject({ followed: true });
  });

  it("refuses sensitive words in any disguise at their field, and holds others for review", async () => {
    for (const title of [
      "这里代开发票啦",
      "这里代 开 发票",
      "代\u200b开\u200d发\ufe0f票",
      "代.开*发~票速来",
      "【代】【开】发票",
    ]) {
      const refused = await refusal(ask(alice, { title: `${title}（可谈）` }));
      expect(refused, title).toMatchObject({
        code: "CONTENT_REJECTED",
        data: { fields: { title: expect.any(String) } },
      });
    }
    expect(await refusal(ask(alice, { content: "代开**发票**" }))).toMatchObject({ code: "RATE_LIMITED" });
    now = new Date(now.getTime() + MINUTE);
    expect((await refusal(ask(alice, { content: "代开**发票**" }))).data).toHaveProperty("fields.content");
    expect((await refusal(ask(alice, { tags: ["网络赌博"] }))).data).toHaveProperty("fields.tags");
    const place = { targetKind: "article", targetId: await write.article({ authorId: bob }) } as const;
    expect(
      await refusal(upstream.call(commentApi.add, { body: { ...place, text: "日赚千元" } }, { as: alice })),
    ).toMatchObject({ code: "CONTENT_HELD" });
    expect((await upstream.call(commentApi.list, { query: place })).total).toBe(0);
    const held = await upstream.services.db.selectFrom("reviews").selectAll().execute();
    expect(held).toMatchObject([{ author_id: alice, kind: "comment", word: "日赚千元", state: "waiting" }]);
    expect(JSON.parse(held[0]?.fields ?? "")).toMatchObject({ ...place, text: "日赚千元" });
  });

  it("rejects half of a surrogate pair, which would break every page that shows it", async () => {
    const { id } = await ask(alice, { title: "半个字符\ud83c在标题里", tags: ["标签\udc00", "整个😀"] });
    const shown = await upstream.call(questionApi.get, { params: { id } });
    expect(shown).toMatchObject({ title: "半个字符\ufffd在标题里", tags: ["标签\ufffd", "整个😀"] });
  });

  it("limits how much one member can leave for review", async () => {
    const place = { targetKind: "article", targetId: await write.article({ authorId: bob }) } as const;
    const hold = () => refusal(upstream.call(commentApi.add, { body: { ...place, text: "日赚千元" } }, { as: bob }));
    for (let times = 0; times < LIMITS.heldHour.max; times += 1)
      expect(await hold()).toMatchObject({ code: "CONTENT_HELD" });
    const before = await upstream.services.db.selectFrom("reviews").selectAll().execute();
    expect(await hold()).toMatchObject({ code: "RATE_LIMITED" });
    expect(await upstream.services.db.selectFrom("reviews").selectAll().execute()).toEqual(before);
  });

  it("has limits over HTTP, which failed calls don't use up", async () => {
    const { max } = LIMITS.reactMinute;
    const like = (targetId: number) =>
      upstream.call(likeApi.add, { body: { targetKind: "article", targetId } }, { as: alice });
    const targetId = await write.article({ authorId: bob });
    for (let times = 0; times < 5; times += 1)
      expect(await refusal(like(999_999))).toMatchObject({ code: "NOT_FOUND" });
    for (let times = 0; times < max; times += 1) await like(targetId);
    expect(await refusal(like(targetId))).toMatchObject({ code: "RATE_LIMITED", data: { retryAfter: 60 } });
    const body = { targetKind: "article", targetId, text: "评论另有限制" } as const;
    await upstream.call(commentApi.add, { body }, { as: alice });
    now = new Date(now.getTime() + MINUTE);
    await like(targetId);
  });
});
