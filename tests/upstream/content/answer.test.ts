import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerApi } from "#app/contract/content/answer";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { wilsonLowerBound } from "#upstream/modules/answer/rules";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { acceptAnswer } from "#upstream/modules/answer/write";
import { setVote } from "#upstream/modules/vote/write";

describe("wilsonLowerBound", () => {
  it("returns known values", () => {
    expect(wilsonLowerBound(0, 0)).toBe(0);
    expect(wilsonLowerBound(1, 0)).toBeCloseTo(0.2065, 3);
    expect(wilsonLowerBound(9, 1)).toBeCloseTo(0.5958, 3);
    expect(wilsonLowerBound(0, 5)).toBe(0);
  });

  it("stays between 0 and the share, rises with agreement and falls with disagreement", () => {
    const votes = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(votes, votes, (up, down) => {
        const score = wilsonLowerBound(up, down);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(up + down === 0 ? 0 : up / (up + down) + 1e-12);
        expect(wilsonLowerBound(0, down)).toBe(0);
        expect(wilsonLowerBound(up + 1, down)).toBeGreaterThan(score);
        expect(wilsonLowerBound(up, down + 1)).toBeLessThanOrEqual(score + 1e-12);
      }),
    );
  });
});

describe("answer", () => {
  let upstream: TestUpstream;
  let write: Writer;
  let people: number[];
  const [alice, bob] = [0, 1] as const;
  const person = (index: number) => people[index] ?? 0;

  beforeAll(async () => {
    upstream = await createTestUpstream();
    write = createWriter(upstream);
    people = [];
    for (let n = 0; n < 12; n += 1) people.push(await upstream.addUser(`用户${n}`));
  });
  afterAll(() => upstream.close());

  const vote = (userId: number, answerId: number, wanted: "up" | "down" | "none") =>
    write.inside((trx) => setVote(trx, upstream.services, { userId, answerId, vote: wanted }));

  it("lists the accepted answer first, then by score, then the newer first", async () => {
    const questionId = await write.question({ authorId: person(alice) });
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await write.answer({ authorId: person(bob), questionId }));
    const [plain, liked, disputed, accepted, newest] = ids as [number, number, number, number, number];
    for (let n = 0; n < 5; n += 1) await vote(person(n), liked, "up");
    for (let n = 0; n < 10; n += 1) await vote(person(n), disputed, n < 6 ? "up" : "down");
    await write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId, answerId: accepted }));
    const { data, statements } = await upstream.measure(answerApi.list, { query: { questionId } });
    expect(data.list.map((one) => one.id)).toEqual([accepted, liked, disputed, newest, plain]);
    expect(data.total).toBe(5);
    expect(statements).toBeLessThanOrEqual(2);
    const byTime = await upstream.call(answerApi.list, { query: { questionId, sort: "time" } });
    expect(byTime.list.map((one) => one.id)).toEqual([accepted, newest, disputed, liked, plain]);
    const page2 = await upstream.call(answerApi.list, { query: { questionId, page: 2, pageSize: 2 } });
    expect(page2).toMatchObject({ total: 5, list: [{ id: disputed }, { id: newest }] });
    const beyond = await upstream.call(answerApi.list, { query: { questionId, page: 9 } });
    expect(beyond).toMatchObject({ total: 5, list: [] });
  });

  it("stores votes as requested, and returns the viewer's", async () => {
    const questionId = await write.question({ authorId: person(alice) });
    const id = await write.answer({ authorId: person(bob), questionId });
    expect(await vote(person(2), id, "up")).toEqual({ vote: "up", voteUp: 1, voteDown: 0 });
    expect(await vote(person(2), id, "up")).toEqual({ vote: "up", voteUp: 1, voteDown: 0 });
    expect(await vote(person(2), id, "down")).toEqual({ vote: "down", voteUp: 0, voteDown: 1 });
    const asVoter = await upstream.measure(answerApi.list, { query: { questionId } }, { as: person(2) });
    expect(asVoter.data.list[0]?.viewer).toEqual({ vote: "down", favorited: false, mine: false });
    expect(asVoter.statements).toBeLessThanOrEqual(2);
    const asAuthor = await upstream.call(answerApi.get, { params: { id } }, { as: person(bob) });
    expect(asAuthor.viewer).toEqual({ vote: "none", favorited: false, mine: true });
    expect(await vote(person(2), id, "none")).toEqual({ vote: "none", voteUp: 0, voteDown: 0 });
    expect(await vote(person(2), id, "none")).toEqual({ vote: "none", voteUp: 0, voteDown: 0 });
  });

  it("accepts at most one answer, and none after it is withdrawn or deleted", async () => {
    const questionId = await write.question({ authorId: person(alice) });
    const first = await write.answer({ authorId: person(bob), questionId });
    const second = await write.answer({ authorId: person(2), questionId });
    const accepted = async () =>
      (await upstream.call(answerApi.list, { query: { questionId } })).list
        .filter((one) => one.accepted)
        .map((one) => one.id);
    await write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId, answerId: first }));
    await write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId, answerId: second }));
    expect(await accepted()).toEqual([second]);
    await write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId, answerId: null }));
    expect(await accepted()).toEqual([]);
    await write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId, answerId: first }));
    await write.inside((trx) => softDeleteAnswer(trx, upstream.services, first));
    expect(await accepted()).toEqual([]);
    const elsewhere = await write.question({ authorId: person(alice) });
    await expect(
      write.inside((trx) => acceptAnswer(trx, upstream.services, { questionId: elsewhere, answerId: second })),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("lists the newest answers of the site, of an author and of the viewer", async () => {
    const questionId = await write.question({ authorId: person(alice), title: "怎样带新人" });
    const id = await write.answer({ authorId: person(11), questionId });
    const latest = await upstream.measure(answerApi.list, { query: {} });
    expect(latest.data.list[0]).toMatchObject({
      id,
      question: { id: questionId, title: "怎样带新人", answerCount: 1 },
    });
    expect(latest.statements).toBeLessThanOrEqual(2);
    expect(latest.dependsOn).toContain("answers");
    const mine = { total: 1, list: [expect.objectContaining({ id, accepted: false, voteUp: 0 })] };
    expect(await upstream.call(answerApi.authorList, { query: { userId: person(11) } })).toMatchObject(mine);
    expect(await upstream.call(answerApi.myList, { query: {} }, { as: person(11) })).toMatchObject(mine);
    await expect(upstream.call(answerApi.init, { params: { id } }, { as: person(0) })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await upstream.call(answerApi.init, { params: { id } }, { as: person(11) })).toMatchObject({
      id,
      questionId,
    });
  });

  it("refuses an answer to a missing question", async () => {
    await expect(write.answer({ authorId: person(0), questionId: 999_999 })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(upstream.call(answerApi.list, { query: { questionId: 999_999 } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
