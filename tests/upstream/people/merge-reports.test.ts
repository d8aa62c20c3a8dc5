import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import type { ReportsTable } from "#upstream/db/schema/reports";
import { mergePeople } from "#upstream/modules/merge-people/merge-people";

let upstream: TestUpstream;
let write: Writer;
let n = 0;

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
});
afterAll(() => upstream.close());

const person = (name: string) => {
  n += 1;
  return upstream.addUser(`${name}${n}`, `86139${String(n).padStart(8, "0")}`);
};
type Report = Pick<ReportsTable, "reporter_id" | "target_kind" | "target_id"> & { state?: "open" | "dismissed" };
const report = async (fields: Report) => {
  const row = { reason: "spam" as const, created_at: "2026-01-01T00:00:00.000Z", ...fields };
  return (await upstream.services.db.insertInto("reports").values(row).returning("id").executeTakeFirstOrThrow()).id;
};
const merge = (from: number, into: number) =>
  write.inside((trx) => mergePeople(trx, upstream.services, { from, into }));
/** All reports on a thing: their ids and reporters. */
const reportsOn = (target_kind: "article" | "user", target_id: number) =>
  upstream.services.db
    .selectFrom("reports")
    .select(["id", "reporter_id as by"])
    .where("target_kind", "=", target_kind)
    .where("target_id", "=", target_id)
    .orderBy("id")
    .execute();

test("of two people who reported the same, one report remains: the open one, if one is decided", async () => {
  const [from, into, author] = [await person("走的"), await person("留的"), await person("作者")];
  const [first, second, third] = [
    await write.article({ authorId: author }),
    await write.article({ authorId: author }),
    await write.article({ authorId: author }),
  ];
  const on = (target_id: number) => ({ target_kind: "article" as const, target_id });
  const open = await report({ reporter_id: from, ...on(first) });
  await report({ reporter_id: into, ...on(first), state: "dismissed" });
  await report({ reporter_id: from, ...on(second), state: "dismissed" });
  const mine = await report({ reporter_id: into, ...on(second) });
  const alone = await report({ reporter_id: from, ...on(third) });
  const other = await report({ reporter_id: author, ...on(third) });
  await merge(from, into);
  expect(await reportsOn("article", first)).toEqual([{ id: open, by: into }]);
  expect(await reportsOn("article", second)).toEqual([{ id: mine, by: into }]);
  expect(await reportsOn("article", third)).toEqual([
    { id: alone, by: into },
    { id: other, by: author },
  ]);
});

test("of somebody's reports on both, and of both on each other, one remains", async () => {
  const [from, into, reader] = [await person("走的"), await person("留的"), await person("读者")];
  await report({ reporter_id: reader, target_kind: "user", target_id: into, state: "dismissed" });
  const open = await report({ reporter_id: reader, target_kind: "user", target_id: from });
  const theirs = await report({ reporter_id: from, target_kind: "user", target_id: into });
  await report({ reporter_id: into, target_kind: "user", target_id: from });
  await merge(from, into);
  expect(await reportsOn("user", from)).toEqual([]);
  expect(await reportsOn("user", into)).toEqual([
    { id: open, by: reader },
    { id: theirs, by: into },
  ]);
});
