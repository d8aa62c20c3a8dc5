import { afterAll, beforeAll, expect, test } from "vitest";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { createZhikuWorld, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { putThingBack, removeThing } from "#upstream/modules/admin/content/remove";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { setFavorite } from "#upstream/modules/favorites/write";
import { type Merge, mergeQuestions, takeMergeBack } from "#upstream/modules/question/merge";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { hideCategory, showCategory } from "#upstream/modules/zhiku/catalogue/change-category";
import { setZhikuFavorite } from "#upstream/modules/zhiku/favorites/write";

const [FEW, MANY] = [3, 40];
const AT = "2026-05-01T00:00:00.000Z";

let upstream: TestUpstream;
let write: Writer;
let zhiku: ZhikuWorld;
let author: number;
let people: number[];
/** Documents of a category. */
let documents: number[];
beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  zhiku = await createZhikuWorld(upstream);
  author = await upstream.addUser("作者", "8613900000001");
  documents = [await zhiku.add(), await zhiku.add(), await zhiku.add()];
  people = [];
  for (let n = 0; n < MANY; n += 1) people.push(await upstream.addUser(`读者${n}`));
});
afterAll(() => upstream.close());

/** Statements of a transaction. */
async function costOf(work: (trx: Db) => Promise<unknown>): Promise<number> {
  const before = upstream.services.connection.statements();
  await write.inside(work);
  return upstream.services.connection.statements() - before;
}

/** Statements of taking something off that so many people kept, and of bringing it back. */
const KEPT: Record<string, (kept: number) => Promise<[off: number, back: number]>> = {
  "an article": async (kept) => {
    const id = await write.article({ authorId: author });
    for (const userId of people.slice(0, kept)) {
      await write.inside((trx) =>
        setFavorite(trx, upstream.services, { userId, targetKind: "article", targetId: id, on: true }),
      );
    }
    const then = { search: upstream.services.search, clock: () => new Date(AT) };
    return [
      await costOf((trx) => softDelete(trx, then, "article", id)),
      await costOf((trx) => restore(trx, upstream.services, { kind: "article", id, deletedAt: AT })),
    ];
  },
  "a question that staff remove": async (kept) => {
    const id = await write.question({ authorId: author });
    for (const userId of people.slice(0, kept)) {
      await write.inside((trx) => setQuestionFollow(trx, upstream.services, { userId, questionId: id, on: true }));
    }
    return [
      await costOf((trx) =>
        removeThing(trx, upstream.services, { kind: "question", id }, { by: null, reason: "广告" }),
      ),
      await costOf((trx) => putThingBack(trx, upstream.services, { kind: "question", id })),
    ];
  },
  "a merged question": async (kept) => {
    const [from, into] = [await write.question({ authorId: author }), await write.question({ authorId: author })];
    for (const [at, userId] of people.slice(0, kept).entries()) {
      for (const questionId of at % 2 ? [from] : [from, into]) {
        await write.inside((trx) => setQuestionFollow(trx, upstream.services, { userId, questionId, on: true }));
      }
    }
    let merge: Merge | undefined;
    const off = await costOf(async (trx) => {
      merge = await mergeQuestions(trx, upstream.services, { from, into, at: AT });
    });
    return [off, await costOf((trx) => takeMergeBack(trx, upstream.services, found(merge)))];
  },
  "a category of documents": async (kept) => {
    for (const [at, userId] of people.slice(0, kept).entries()) {
      for (const contentId of documents.slice(at % 3)) {
        await write.inside((trx) => setZhikuFavorite(trx, upstream.services, { userId, contentId, on: true }));
      }
    }
    const { growth } = zhiku.categories;
    return [
      await costOf((trx) => hideCategory(trx, upstream.services, growth)),
      await costOf((trx) => showCategory(trx, upstream.services, growth)),
    ];
  },
};

test.each(Object.entries(KEPT))(
  "%s that many kept costs no more statements than one that few kept",
  async (_, cost) => {
    const few = await cost(FEW);
    expect(await cost(MANY)).toEqual(few);
    await expectConsistent(upstream.services.db);
  },
);
