import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff } from "#tests/upstream/support/staff";
import { runCommandLine } from "#upstream/command-line/run-command-line";

let upstream: TestUpstream;

beforeEach(async () => {
  upstream = await createTestUpstream();
  await addStaff(upstream, "owner");
});
afterEach(() => upstream.close());

/** Runs a command on this site. */
async function typed(...args: string[]) {
  const said = { printed: "", told: "" };
  const code = await runCommandLine(args, {
    config: () => upstream.services.config,
    open: async () => ({ ...upstream.program, close: async () => {} }),
    from: ".",
    print: (text) => {
      said.printed += text;
    },
    complain: (what) => {
      said.told += String(what);
    },
  });
  return { code, ...said };
}

async function addFile(key: string): Promise<void> {
  const row = { key, owner_id: null, file_name: "", content_type: "image/webp", bytes: 3, confirmed: 1 as const };
  await upstream.services.objects.put(key, Uint8Array.of(1, 2, 3), "image/webp");
  await upstream.services.db
    .insertInto("objects")
    .values({ ...row, created_at: "2026-11-20T08:00:00.000Z" })
    .execute();
}

test.each([[], ["--dry-run"]])("a check of the files fails if any is missing, and names it %s", async (...flags) => {
  await addFile("content/202611/a.webp");
  await addFile("content/202611/b.webp");
  expect(await typed("job", "run", "check-files", ...flags)).toMatchObject({
    code: 0,
    printed: expect.stringContaining("2 个文件都在"),
  });
  await upstream.services.objects.remove("content/202611/b.webp");
  expect(await typed("job", "run", "check-files", ...flags)).toEqual({
    code: 1,
    printed: "",
    told: "2 个文件里，有 1 个不对\ncontent/202611/b.webp 不在存储里",
  });
  const { code, printed } = await typed("job", "run", "check-files", "--json", ...flags);
  expect(code).toBe(1);
  expect(JSON.parse(printed)).toMatchObject({ problems: ["content/202611/b.webp 不在存储里"] });
});
