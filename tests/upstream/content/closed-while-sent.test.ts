import { afterEach, beforeEach, expect, test } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { createWriter } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { mergePeople } from "#upstream/modules/merge-people/merge-people";
import { publishReview } from "#upstream/modules/review/change";
import { prepareHeld } from "#upstream/modules/review/publish";
import { deleteUser } from "#upstream/modules/user/delete-user";

const BAD = {
  word: "兼职刷单",
  word_key: "兼职刷单",
  action: "review" as const,
  created_at: "2026-05-01T00:00:00.000Z",
};

let upstream: TestUpstream;
let from: number;
let into: number;
let article: number;
beforeEach(async () => {
  upstream = await createTestUpstream();
  from = await upstream.addUser("小号", "8613900000001");
  into = await upstream.addUser("大号", "8613900000002");
  article = await createWriter(upstream).article({ authorId: into });
});
afterEach(() => upstream.close());

const merge = () => transact(upstream.services.db, (trx) => mergePeople(trx, upstream.services, { from, into }));
const close = () => transact(upstream.services.db, (trx) => deleteUser(trx, upstream.services, from));

/** Publishes words of the account; `meanwhile` runs after the caller was recognized, before anything is written. */
async function outcome(kind: "article" | "comment", words: string, meanwhile: () => Promise<unknown>) {
  const { services } = upstream;
  const { cached } = services;
  let done: Promise<unknown> | null = null;
  services.cached = async (name, ...more) => {
    if (name === "moderation/words") {
      done ??= meanwhile();
      await done;
    }
    return cached(name, ...more);
  };
  const fields = { title: "合并时发布的文章", content: words, tags: [], classificationId: null, cover: null };
  const result = await outcomeOf(
    kind === "comment"
      ? upstream.call(commentApi.articleAdd, { body: { articleId: article, text: words } }, { as: from })
      : upstream.call(articleApi.create, { body: fields }, { as: from }),
  );
  services.cached = cached;
  expect(done, "nothing happened meanwhile").not.toBeNull();
  return result;
}

test.each([
  ["article", "merged", merge],
  ["article", "closed", close],
  ["comment", "merged", merge],
  ["comment", "closed", close],
] as const)("no %s is published that is sent while its account is %s", async (kind, _, meanwhile) => {
  const { db } = upstream.services;
  expect(await outcome(kind, "正文", meanwhile)).toBe("NOT_LOGIN");
  expect(await db.selectFrom("articles").select("author_id").execute()).toEqual([{ author_id: into }]);
  expect(await db.selectFrom("comments").select("author_id").execute()).toEqual([]);
  await expectConsistent(db);
});

test("one that would be held is not held either", async () => {
  const { db } = upstream.services;
  await db.insertInto("words").values(BAD).execute();
  expect(await outcome("article", BAD.word, merge)).toBe("NOT_LOGIN");
  expect(await db.selectFrom("reviews").select("author_id").execute()).toEqual([]);
});

test("a held text is not published under an account that was merged since it was read", async () => {
  const { services } = upstream;
  const { db } = services;
  await db.insertInto("words").values(BAD).execute();
  const fields = { title: "等着审的文章", content: BAD.word, tags: [], classificationId: null, cover: null };
  expect(await outcomeOf(upstream.call(articleApi.create, { body: fields }, { as: from }))).toBe("CONTENT_HELD");
  const row = await db.selectFrom("reviews").selectAll().executeTakeFirstOrThrow();
  const ready = await prepareHeld(services, row);
  await merge();
  expect(await outcomeOf(transact(db, (trx) => publishReview(trx, services, row, { ready })))).toBe("CONFLICT");
});
