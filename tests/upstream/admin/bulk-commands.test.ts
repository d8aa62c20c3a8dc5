import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminCaseApi } from "#app/contract/admin/content/case";
import { auditApi } from "#app/contract/admin/system/audit";
import { questionApi } from "#app/contract/content/question";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { undoneState } from "#tests/upstream/support/database-state";
import { runCommandLine } from "#upstream/command-line/run-command-line";
import { readUpstreamConfig } from "#upstream/config";
import { createUndoWorld, fresh, type UndoWorld } from "./undo-samples/undo-world";

let world: UndoWorld;
let from: string;
beforeAll(async () => {
  world = await createUndoWorld();
  from = await mkdtemp(join(tmpdir(), "bulk-commands-"));
});
afterAll(async () => {
  await world.close();
  await rm(from, { recursive: true, force: true });
});
beforeEach(() => world.pass());

const state = () => undoneState(world.upstream.services.db);

/** Runs a command, with these lines on standard input. */
async function typed(args: string[], lines = "") {
  const said = { printed: "", told: [] as string[] };
  const code = await runCommandLine(args, {
    config: () => readUpstreamConfig({ DATA_DIR: from, LOG_LEVEL: "error" }),
    open: async () => ({ ...world.upstream.program, close: async () => {} }),
    from,
    input: async () => lines,
    print: (text) => {
      said.printed += text;
    },
    complain: (what) => said.told.push(String(what)),
  });
  return { code, ...said };
}
const articles = async (count: number) => {
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    ids.push(await world.write.article({ authorId: world.author, title: fresh("批量的文章"), tags: ["原来的"] }));
  }
  return ids;
};
const UNDO = /整个撤销：npm run admin -- (audit undo --id \d+ --together)$/;
/** Runs the command that was printed to undo everything. */
async function takenBack(told: readonly string[]) {
  const [, command = ""] = UNDO.exec(told.at(-1) ?? "") ?? [];
  expect(command).not.toBe("");
  return typed([...command.split(" "), "--json"]);
}

test("the texts listed in a file are removed one by one, after a dry run, and restored together by one undo", async () => {
  const ids = await articles(3);
  await writeFile(join(from, "编号.txt"), `#${ids[0]}\r\n\r\n${ids[1]}, ${ids[2]} // 广告\n987654\n${ids[0]}\n`);
  const command = ["content", "remove", "article", "--file", "编号.txt", "--rule", "spam"];
  const before = await state();
  const tried = await typed([...command, "--dry-run", "--json"]);
  const places = ids.map((id) => ({ kind: "article", id }));
  expect(tried.code).toBe(1);
  expect(JSON.parse(tried.printed)).toEqual({
    done: places,
    failed: [expect.objectContaining({ kind: "article", id: 987_654, code: "NOT_FOUND" })],
  });
  expect(tried.told).toEqual([]);
  expect(await state()).toEqual(before);

  const done = await typed(command);
  expect(done).toMatchObject({ code: 1, printed: "" });
  expect(done.told[0]).toMatch(/^完成 3 份\narticle 987654：/);
  expect(await state()).not.toEqual(before);
  const undone = await takenBack(done.told);
  expect(undone.code).toBe(0);
  expect(JSON.parse(undone.printed)).toEqual({ undone: 3, left: 0 });
  expect(await state()).toEqual(before);
  await expectConsistent(world.upstream.services.db);
  const [again] = await Promise.all([takenBack(done.told)]);
  expect(again).toMatchObject({ code: 1, told: [expect.stringContaining("已经都撤销过了")] });
});

test("ids are also read from standard input, more of them than one call accepts", async () => {
  const ids = await articles(205);
  const lines = ids.join("\n");
  const before = await state();
  const sorted = await typed(
    ["content", "sort", "article", "--file", "-", "--add", "批量", "--drop", "原来的", "--reason", "归到一处"],
    lines,
  );
  expect(sorted).toMatchObject({ code: 0, printed: "完成 205 份" });
  expect(sorted.told.slice(0, 2)).toEqual(["200/205", "205/205"]);
  const undone = await takenBack(sorted.told);
  // A step is one transaction, as large as a call accepts.
  expect(undone.told).toEqual(["已撤销 200 项，还有 5 项"]);
  expect(JSON.parse(undone.printed)).toEqual({ undone: 205, left: 0 });
  const { text_versions: _, articles: after, ...rest } = await state();
  const { text_versions: __, articles: wanted, ...others } = before;
  expect(rest.news).toEqual(others.news);
  const tagsOf = (rows: string[] = []) => rows.map((row) => (JSON.parse(row) as { tags: string }).tags);
  expect(tagsOf(after)).toEqual(tagsOf(wanted));
}, 120_000);

test("cases are classified, members muted and unmuted, held texts released", async () => {
  const { id: case_ } = await world.staff(adminCaseApi.add, { body: { title: fresh("案例"), content: "正文" } });
  const one = await typed(["content", "sort", "case", String(case_), "--add", "开店", "--reason", "归到一处"]);
  expect(one).toMatchObject({ code: 0, printed: "完成 1 份", told: [] });

  const people = [await world.upstream.addUser(fresh("刷屏的人")), await world.upstream.addUser(fresh("刷屏的人"))];
  const before = await state();
  const mute = ["user", "mute", "--file", "-", "--days", "7", "--reason", "连续发广告", "--json"];
  const muted = await typed(mute, [...people, 987_654].join("\n"));
  expect(muted.code).toBe(1);
  expect(JSON.parse(muted.printed)).toMatchObject({
    done: people.map((userId) => ({ userId })),
    failed: [{ userId: 987_654, code: "NOT_FOUND" }],
  });
  const [first = 0, second = 0] = people;
  const inForce = await state();
  const lift = ["user", "lift", "--file", "-", "--reason", "误会", "--json"];
  const lines = [first, second, world.author].join("\n");
  const outcome = {
    done: [{ userId: first }, { userId: second }],
    failed: [{ userId: world.author, code: "CONFLICT", message: "没有生效中的处罚" }],
  };
  const tried = await typed([...lift, "--dry-run"], lines);
  expect([tried.code, JSON.parse(tried.printed)]).toEqual([1, outcome]);
  expect(await state()).toEqual(inForce);
  await world.pass();
  const lifted = await typed(lift, lines);
  expect(JSON.parse(lifted.printed)).toEqual(outcome);
  expect(await state()).not.toEqual(inForce);
  await takenBack(lifted.told);
  expect(await state()).toEqual(inForce);
  await takenBack(muted.told);
  expect(await state()).toEqual(before);

  const held: number[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    await world.pass();
    const body = { title: fresh("等审核的问题"), content: "跟我兼职刷单", tags: [] };
    held.push(await world.held(world.upstream.call(questionApi.create, { body }, { as: world.author })));
  }
  const passed = await typed(["review", "approve", "--file", "-", "--json"], `${held.join("\n")}\n987654`);
  expect(JSON.parse(passed.printed)).toMatchObject({
    done: held,
    failed: [{ id: 987_654, code: "NOT_FOUND" }],
  });
});

test.each([
  ["12\nzwei", "第 2 行的“zwei”不是编号"],
  ["", "要写至少一个编号"],
  ["-5", "第 1 行的“-5”不是编号"],
])("an invalid number is refused with its line, and nothing is changed: %j", async (lines, message) => {
  const before = await state();
  const refused = await typed(["content", "remove", "article", "--file", "-", "--rule", "spam"], lines);
  expect(refused).toEqual({ code: 2, printed: "", told: [message] });
  expect(await state()).toEqual(before);
});

test("changes made by one command are undone together in the console, all or none", async () => {
  const ids = await articles(2);
  const done = await typed(["content", "remove", "article", ...ids.map(String), "--rule", "spam"]);
  const entry = await world.staff(auditApi.get, { params: { id: (await world.lastEntry()).id } });
  expect(entry.together).toBe(2);
  // One of them was restored by someone else meanwhile.
  await typed(["content", "restore", "article", String(ids[0])]);
  const before = await state();
  const refused = await takenBack(done.told);
  expect(refused.code).toBe(1);
  expect(await state()).toEqual(before);
});
