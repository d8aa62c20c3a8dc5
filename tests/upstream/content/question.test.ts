import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { questionApi } from "#app/contract/content/question";
import { trashApi } from "#app/contract/writing/trash";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { bump, keysOf, type VersionKey } from "#upstream/db/versions";
import { acceptAnswer } from "#upstream/modules/answer/write";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { setVote } from "#upstream/modules/vote/write";

let upstream: TestUpstream;
let write: Writer;
let alice: number;
let bob: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  alice = await upstream.addUser("爱丽丝");
  bob = await upstream.addUser("鲍勃");
});
afterAll(() => upstream.close());

describe("question", () => {
  it("loads a question in one statement and records its dependencies", async () => {
    const id = await write.question({
      authorId: alice,
      title: "需求评审怎么开",
      content: "有没有**模板**？",
      tags: ["产品"],
    });
    const { data, statements, dependsOn } = await upstream.measure(questionApi.get, { params: { id } });
    expect(data).toMatchObject({ id, title: "需求评审怎么开", tags: ["产品"], answerCount: 0, version: 1 });
    expect(data.contentHtml).toContain("<strong>模板</strong>");
    expect(data.author).toMatchObject({ userId: alice, nickname: "爱丽丝" });
    expect(statements).toBe(1);
    expect(dependsOn).toEqual([`question/${id}`, `user/${alice}`]);
  });

  it("replies with NOT_FOUND for a missing or deleted question", async () => {
    await expect(upstream.call(questionApi.get, { params: { id: 999_999 } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const id = await write.question({ authorId: alice });
    await write.inside((trx) => softDelete(trx, upstream.services, "question", id));
    await expect(upstream.call(questionApi.get, { params: { id } })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("returns counts and the viewer's state separately", async () => {
    const id = await write.question({ authorId: alice });
    const answer = await write.answer({ authorId: bob, questionId: id });
    await write.comment({ authorId: bob, targetKind: "question", targetId: id });
    await write.inside((trx) => setQuestionFollow(trx, upstream.services, { userId: bob, questionId: id, on: true }));
    const anonymous = await upstream.measure(questionApi.extraInfo, { params: { id } });
    expect(anonymous.statements).toBe(1);
    const counts = { answerCount: 1, followCount: 1, commentCount: 1, favoriteCount: 0, favorited: false };
    expect(anonymous.data).toEqual({ ...counts, followed: false, mine: false, myAnswerId: null, deletable: false });
    const asBob = await upstream.call(questionApi.extraInfo, { params: { id } }, { as: bob });
    expect(asBob).toEqual({ ...counts, followed: true, mine: false, myAnswerId: answer, deletable: false });
    const asAlice = await upstream.call(questionApi.extraInfo, { params: { id } }, { as: alice });
    expect(asAlice).toEqual({ ...counts, followed: false, mine: true, myAnswerId: null, deletable: false });
  });

  it("lists questions with the answer shown below the title in three statements", async () => {
    const id = await write.question({ authorId: alice, tags: ["测试", "测试 ", "写作"] });
    const first = await write.answer({ authorId: bob, questionId: id, content: "第一个回答" });
    const second = await write.answer({ authorId: alice, questionId: id, content: "第二个回答" });
    await write.inside((trx) => setVote(trx, upstream.services, { userId: alice, answerId: first, vote: "up" }));
    // Caches that nothing is pinned.
    await upstream.call(questionApi.list, { query: {} });
    const { data, statements, dependsOn } = await upstream.measure(questionApi.list, { query: {} });
    expect(statements).toBeLessThanOrEqual(3);
    expect(dependsOn).toEqual(expect.arrayContaining(["questions", `user/${alice}`, `user/${bob}`]));
    expect(data.list[0]).toMatchObject({ id, tags: ["测试", "写作"], topAnswer: { id: first, voteUp: 1 } });

    await write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId: id, answerId: second }));
    const after = await upstream.call(questionApi.list, { query: { tag: "测试" } });
    expect(after).toMatchObject({ total: 1, list: [{ id, acceptedAnswerId: second, topAnswer: { id: second } }] });
  });

  it("lists unanswered questions, and the hottest first", async () => {
    const quiet = await write.question({ authorId: alice });
    const lively = await write.question({ authorId: alice });
    const unanswered = () => upstream.call(questionApi.list, { query: { sort: "unanswered", pageSize: 50 } });
    const ids = async () => (await unanswered()).list.map((one) => one.id);
    expect(await ids()).toEqual(expect.arrayContaining([quiet, lively]));
    const before = (await unanswered()).total;
    await write.answer({ authorId: bob, questionId: lively });
    expect(await ids()).not.toContain(lively);
    expect((await unanswered()).total).toBe(before - 1);
    const { data, statements } = await upstream.measure(questionApi.list, { query: { sort: "hot" } });
    expect(statements).toBeLessThanOrEqual(3);
    const hot = data.list.map((one) => one.id);
    expect(hot.indexOf(lively)).toBeLessThan(hot.indexOf(quiet));
  });

  it("lists the hot, unanswered and featured questions of a tag", async () => {
    const tags = ["排列"];
    const lively = await write.question({ authorId: alice, tags });
    const quiet = await write.question({ authorId: alice, tags });
    const picked = await write.question({ authorId: alice, tags });
    await write.question({ authorId: alice });
    for (const questionId of [lively, picked]) await write.answer({ authorId: bob, questionId });
    await write.answer({ authorId: alice, questionId: lively });
    await write.inside((trx) => trx.updateTable("questions").set({ featured: 1 }).where("id", "=", picked).execute());
    const listed = async (sort: "latest" | "hot" | "unanswered" | "featured", page = {}) => {
      const query = { tag: "排列", sort, ...page };
      const { data, statements } = await upstream.measure(questionApi.list, { query });
      expect(statements).toBeLessThanOrEqual(3);
      return [data.total, ...data.list.map((one) => one.id)];
    };
    expect(await listed("latest")).toEqual([3, picked, quiet, lively]);
    expect(await listed("hot")).toEqual([3, lively, picked, quiet]);
    expect(await listed("hot", { page: 2, pageSize: 2 })).toEqual([3, quiet]);
    expect(await listed("unanswered")).toEqual([1, quiet]);
    expect(await listed("featured")).toEqual([1, picked]);
    await write.inside((trx) => softDelete(trx, upstream.services, "question", quiet));
    expect(await listed("unanswered")).toEqual([0]);
  });

  it("lists an author's, the viewer's own and followed questions", async () => {
    const carol = await upstream.addUser("卡罗");
    const id = await write.question({ authorId: carol });
    const page = { list: [expect.objectContaining({ id })], total: 1, page: 1, pageSize: 20 };
    expect(await upstream.call(questionApi.authorList, { query: { userId: carol } })).toEqual(page);
    expect(await upstream.call(questionApi.myList, { query: {} }, { as: carol })).toEqual(page);
    expect(await upstream.call(questionApi.followList, { query: { userId: carol } })).toMatchObject({
      total: 0,
      list: [],
    });
    await write.inside((trx) => setQuestionFollow(trx, upstream.services, { userId: carol, questionId: id, on: true }));
    expect(await upstream.call(questionApi.followList, { query: { userId: carol } })).toEqual(page);
    await write.inside((trx) => softDelete(trx, upstream.services, "question", id));
    expect(await upstream.call(questionApi.followList, { query: { userId: carol } })).toMatchObject({
      total: 0,
      list: [],
    });
    await expect(upstream.call(questionApi.myList, { query: {} })).rejects.toMatchObject({ code: "NOT_LOGIN" });
  });

  it("stores related questions on both sides when one is written", async () => {
    const older = await write.question({ authorId: alice, title: "数据库索引为什么用 B 树" });
    const newer = await write.question({ authorId: bob, title: "数据库索引什么时候会失效" });
    const { data, statements } = await upstream.measure(questionApi.relevantList, { query: { questionId: newer } });
    expect(statements).toBe(1);
    expect(data.map((one) => one.id)).toContain(older);
    expect(data.map((one) => one.id)).not.toContain(newer);
    const back = await upstream.call(questionApi.relevantList, { query: { questionId: older } });
    expect(back.map((one) => one.id)).toContain(newer);
  });

  it("leaves a deleted question out of the related ones, and has it again once it is restored", async () => {
    const older = await write.question({ authorId: alice, title: "水獭冬眠期间的体重怎么估算" });
    const newer = await write.question({ authorId: bob, title: "水獭冬眠期间的体重怎么测量" });
    const query = { questionId: older };
    const related = async () => (await upstream.call(questionApi.relevantList, { query })).map(({ id }) => id);
    expect(await related()).toEqual([newer]);
    await write.inside((trx) => softDelete(trx, upstream.services, "question", newer));
    expect(await related()).toEqual([]);
    const { dependsOn } = await upstream.measure(questionApi.relevantList, { query });
    const before = await upstream.services.versions.now();
    await upstream.call(trashApi.restore, { body: { kind: "question", id: newer } }, { as: bob });
    expect(await upstream.services.versions.latest(dependsOn as VersionKey[])).toBeGreaterThan(before);
    expect(await related()).toEqual([newer]);
  });

  it("lists a question once among the related ones of another, however often its title is edited", async () => {
    const older = await write.question({ authorId: alice, title: "咖啡豆怎样保存才新鲜" });
    const carol = await upstream.addUser("卡萝", "8613800000009");
    const id = await write.question({ authorId: carol, title: "咖啡豆怎样保存" });
    for (const [index, title] of ["咖啡豆怎样保存得久", "咖啡豆怎样保存得更久"].entries()) {
      const body = { id, title, content: "", tags: [], version: index + 1 };
      await upstream.call(questionApi.update, { body }, { as: carol });
    }
    const related = await upstream.call(questionApi.relevantList, { query: { questionId: older } });
    expect(related.map((one) => one.id)).toEqual([id]);
  });

  it("returns the source only to the author", async () => {
    const id = await write.question({ authorId: alice, content: "有没有**模板**？" });
    const draft = await upstream.call(questionApi.init, { params: { id } }, { as: alice });
    expect(draft).toMatchObject({ id, content: "有没有**模板**？", version: 1 });
    await expect(upstream.call(questionApi.init, { params: { id } }, { as: bob })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("bumps the versions of everything that shows a question when it changes", async () => {
    const { versions, db } = upstream.services;
    const id = await write.question({ authorId: alice });
    const other = await write.question({ authorId: bob });
    await transact(db, (trx) => bump(trx, ["config"]));
    const stamp = await versions.now();
    await write.answer({ authorId: bob, questionId: id });
    const lists: VersionKey[] = ["questions", "answers", "feed"];
    const shown = [...lists, ...keysOf("card/question", [id]), ...keysOf("profile", [alice, bob])];
    for (const key of [`question/${id}` as const, ...shown]) {
      expect(await versions.latest([key]), key).toBeGreaterThan(stamp);
    }
    expect(await versions.latest([`question/${other}`, "articles", "cases", `user/${alice}`])).toBeLessThanOrEqual(
      stamp,
    );
  });
});
