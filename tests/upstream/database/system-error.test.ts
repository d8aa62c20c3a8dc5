import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startFailure } from "#runtime/start-failure";
import { connect } from "#upstream/db/dialect";

const folder = mkdtempSync(join(tmpdir(), "system-error-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program prints when this fails. */
function saidOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return startFailure(error);
  }
}

test("a full disk is told in Chinese, whoever notices it", async () => {
  const full = "盘满了，腾出空间后再试";
  const { sqlite, close } = await connect({ kind: "sqlite", file: ":memory:" });
  sqlite?.exec("create table texts (text); pragma max_page_count = 3");
  const fill = () => sqlite?.exec(`insert into texts values ('${"满".repeat(90_000)}')`);
  expect(fill).toThrow("database or disk is full");
  expect(saidOf(fill)).toBe(full);
  await close();
  for (const code of ["ENOSPC", "SQLITE_FULL", "53100"]) {
    expect(startFailure(Object.assign(new Error("no space"), { code })), code).toBe(full);
  }
});

test("a missing or barred path is told in Chinese, with the path", () => {
  const nowhere = join(folder, "没有", "报告.txt");
  expect(saidOf(() => writeFileSync(nowhere, ""))).toBe(`没有这个文件或文件夹：${nowhere}`);
  expect(saidOf(() => readFileSync(folder))).toBe("这是一个文件夹，不是文件");
  const file = join(folder, "文件");
  writeFileSync(file, "");
  expect(saidOf(() => writeFileSync(join(file, "报告.txt"), ""))).toBe(
    `路径里有一段不是文件夹：${join(file, "报告.txt")}`,
  );
});

test("what nobody can mend keeps its stack, and others their own message", () => {
  const ours = new TypeError("our mistake");
  expect(startFailure(ours)).toBe(ours);
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect(startFailure(refused)).toBe("connect ECONNREFUSED");
  const said = Object.assign(new Error("归档.tar 不见了，请换一个位置"), { code: "ENOENT" });
  expect(startFailure(said)).toBe("归档.tar 不见了，请换一个位置");
});
