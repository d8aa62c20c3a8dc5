import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter } from "#tests/upstream/support/writer";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { withDeferredBumps } from "#upstream/db/versions";
import { restoreAnswer } from "#upstream/modules/answer/restore";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { insertAnswer, prepareAnswer } from "#upstream/modules/answer/write";
import { insertCase, prepareCase } from "#upstream/modules/case/write";
import { createClassification } from "#upstream/modules/classification/write";
import { createComment, restoreComment, softDeleteComment } from "#upstream/modules/comment/write";
import { changeText } from "#upstream/modules/content/change-text";
import { insertText } from "#upstream/modules/content/insert-text";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { prepareWritten } from "#upstream/modules/content/written-text";
import { insertQuestion } from "#upstream/modules/question/write";

/** Repetitions of each concurrent writer. */
const ROUNDS = 15;
/** A fixed shuffle: tags and their order differ between them. */
const TAGS = [
  ["甲", "乙", "丙"],
  ["丙", "乙", "甲"],
  ["乙", "丁"],
  ["丁", "丙", "乙"],
];

describe.skipIf(!PG_SERVER)("many who write and delete at once", { timeout: 180_000 }, () => {
  let upstream: TestUpstream;
  let people: number[];
  let classes: number[];

  beforeAll(async () => {
    upstream = await createTestUpstream();
    people = [await upstream.addUser("甲某", "8613800000001"), await upstream.addUser("乙某", "8613800000002")];
    classes = [];
    for (const slug of ["one", "two"]) {
      const fields = { kind: "article" as const, slug, name: slug, position: 1 };
      classes.push((await inside((trx) => createClassification(trx, fields))).id);
    }
  });
  afterAll(() => upstream?.close());

  /** One transaction without retries, so that any conflict is an error. */
  const inside = <T>(work: (trx: Db) => Promise<T>) =>
    upstream.services.db.transaction().execute((trx) => withDeferredBumps(trx, () => work(trx)));
  /** Time of a deletion, needed to restore it. */
  const deletedAt = async (table: "articles" | "questions" | "answers" | "comments", id: number) =>
    (await upstream.services.db.selectFrom(table).select("deleted_at").where("id", "=", id).executeTakeFirstOrThrow())
      .deleted_at ?? "";

  test("transactions never deadlock, whatever they write", async () => {
    const { services } = upstream;
    const write = createWriter(upstream);
    const author = (n: number) => people[n % 2] ?? 0;
    const tags = (n: number) => TAGS[n % TAGS.length] ?? [];
    const classificationId = (n: number) => classes[n % 2] ?? 0;
    const standing = await write.article({ authorId: author(0) });
    const asked = await write.question({ authorId: author(1), title: "长久的提问" });

    const articles = async (n: number) => {
      const fields = {
        authorId: author(n),
        title: `文章${n}`,
        content: "正文",
        tags: tags(n),
        classificationId: classificationId(n),
      };
      const { id } = await inside(async (trx) =>
        insertText(trx, services, "article", await prepareWritten(services, "article", fields)),
      );
      const article = await prepareWritten(services, "article", {
        ...fields,
        tags: tags(n + 1),
        classificationId: classificationId(n + 1),
      });
      await inside((trx) => changeText(trx, services, { kind: "article", id, version: 1, text: article }));
      const said = await inside((trx) =>
        createComment(trx, services, { authorId: author(n + 1), targetKind: "article", targetId: id, text: "说得好" }),
      );
      // Its author withdraws it while the article is deleted.
      await Promise.all([
        inside((trx) => softDelete(trx, services, "article", id)),
        inside((trx) => softDeleteComment(trx, services, said.id)).catch(unlessGone),
      ]);
      await inside(async (trx) =>
        restore(trx, services, { kind: "article", id, deletedAt: await deletedAt("articles", id) }),
      );
      await inside((trx) => softDelete(trx, services, "article", id));
    };
    const questions = async (n: number) => {
      const fields = {
        authorId: author(n),
        title: `问${"零一二三四五六七八九".charAt(n % 10)}${n}`,
        content: "正文",
        tags: tags(n),
      };
      const prepared = await prepareWritten(services, "question", fields);
      const { id } = await inside((trx) => insertQuestion(trx, services, prepared));
      const answer = { authorId: author(n + 1), questionId: id, content: "答复" };
      await inside(async (trx) => insertAnswer(trx, services, await prepareAnswer(services, answer)));
      await inside((trx) => softDelete(trx, services, "question", id));
      await inside(async (trx) =>
        restore(trx, services, { kind: "question", id, deletedAt: await deletedAt("questions", id) }),
      );
      await inside((trx) => softDelete(trx, services, "question", id));
    };
    const answers = async (n: number) => {
      const answer = await prepareAnswer(services, { authorId: author(n), questionId: asked, content: "答复" });
      const { id } = await inside((trx) => insertAnswer(trx, services, answer));
      await inside((trx) => softDeleteAnswer(trx, services, id));
      await inside(async (trx) => restoreAnswer(trx, services, id, await deletedAt("answers", id)));
      await inside((trx) => softDeleteAnswer(trx, services, id));
    };
    const comments = async (n: number) => {
      const fields = { authorId: author(n), targetKind: "article" as const, targetId: standing, text: "说得好" };
      const { id } = await inside((trx) => createComment(trx, services, fields));
      await inside((trx) => softDeleteComment(trx, services, id));
      await inside(async (trx) => restoreComment(trx, services, id, await deletedAt("comments", id)));
    };
    const cases = async (n: number) => {
      const fields = {
        title: "案例",
        content: "正文",
        classificationId: classificationId(n),
        tags: [],
        cover: null,
        report: null,
      };
      const { id } = await inside(async (trx) => insertCase(trx, services, await prepareCase(services, fields)));
      await inside((trx) => softDelete(trx, services, "case", id));
    };

    const failed: string[] = [];
    const writers = [articles, articles, questions, questions, answers, comments, cases];
    await Promise.all(
      writers.map(async (one, start) => {
        for (let n = start; n < start + ROUNDS; n += 1) {
          await one(n).catch((error: { code?: string; message: string }) => {
            failed.push(`${error.code ?? ""} ${error.message}`);
          });
        }
      }),
    );
    expect(failed).toEqual([]);
    await expectConsistent(services.db);
    const { rows } = await sql<{ total: number }>`select total from tags where total <> 0`.execute(services.db);
    expect(rows).toEqual([]);
  });
});

function unlessGone(error: unknown): void {
  if (!(error instanceof BusinessError && error.code === "NOT_FOUND")) throw error;
}
