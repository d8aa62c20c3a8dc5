import { afterAll, beforeAll, expect, test } from "vitest";
import { KINDS, type Kind } from "#app/contract/kinds";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { writersOfEveryKind } from "#tests/upstream/support/writers-of-every-kind";
import { recount } from "#upstream/jobs/recount/recount";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { softDeleteComment } from "#upstream/modules/comment/write";
import { softDelete } from "#upstream/modules/content/soft-delete";

let upstream: TestUpstream;
let write: Writer;
let author: number;
let reader: number;
let everyKind: Record<Kind, () => Promise<number>>;

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  author = await upstream.addUser("写的人", "8613800000001");
  reader = await upstream.addUser("读的人", "8613800000002");
  everyKind = writersOfEveryKind(upstream, { author, reader });
});
afterAll(() => upstream.close());

function remove(kind: Kind, id: number): Promise<unknown> {
  return write.inside(async (trx) => {
    if (kind === "answer") await softDeleteAnswer(trx, upstream.services, id);
    else if (kind === "comment") await softDeleteComment(trx, upstream.services, id);
    else await softDelete(trx, upstream.services, kind, id);
  });
}

/** All rows of all tables, sorted. */
async function rows(): Promise<Record<string, string[]>> {
  const state = Object.entries(await databaseState(upstream.services.db));
  return Object.fromEntries(
    state.map(([table, text]) => [table, (JSON.parse(text) as unknown[]).map((row) => JSON.stringify(row)).sort()]),
  );
}

test.each(Object.keys(KINDS) as Kind[])("a deleted %s leaves nothing that a recount would change", async (kind) => {
  const { db } = upstream.services;
  const id = await everyKind[kind]();
  await expectConsistent(db);
  await remove(kind, id);
  await expectConsistent(db);
  const before = await rows();
  await write.inside((trx) => recount(trx));
  expect(await rows()).toEqual(before);
  const told = await db
    .selectFrom("news")
    .select(["user_id", "verb"])
    .where("target_kind", "=", kind as "case")
    .where("target_id", "=", id)
    .where("hidden_at", "is", null)
    .execute();
  expect(told, "nobody is told of what is not there").toEqual([]);
});
