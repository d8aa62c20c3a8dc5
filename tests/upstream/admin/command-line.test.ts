import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminFormApi } from "#app/contract/admin/content/form";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminPersonApi } from "#app/contract/admin/user/person";
import { formApi } from "#app/contract/content/form";
import { configApi } from "#app/contract/site/config";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { asStaff } from "#upstream/command-line/as-staff";
import { BadUsage, type Options } from "#upstream/command-line/command";
import { COMMANDS } from "#upstream/command-line/commands";
import { transact } from "#upstream/db/transact";
import { createUser } from "#upstream/modules/user/write";

let upstream: TestUpstream;
let owner: number;
let token: string;
let from: string;

beforeEach(async () => {
  upstream = await createTestUpstream();
  owner = await addStaff(upstream, "owner");
  token = await staffToken(upstream, owner);
  from = await mkdtemp(join(tmpdir(), "command-line-"));
});
afterEach(() => upstream.close());

const run = (name: string, words: string[] = [], options: Partial<Options> = {}, dryRun = false) =>
  asStaff(upstream.program, { userId: owner, dryRun }, async (caller) => {
    const command = COMMANDS[name];
    if (!command) throw new Error(`no command ${name}`);
    const asked = { upstream: upstream.program, caller, words, from, flags: { dryRun, csv: false } };
    return command.run({ ...asked, options: options as Options });
  });
const tried = (name: string, words: string[] = [], options: Partial<Options> = {}) => run(name, words, options, true);
const file = async (name: string, text: string) => {
  await writeFile(join(from, name), text);
  return name;
};
/** Log entries, newest first: action and source. */
const log = async () =>
  (await upstream.call(auditApi.list, { query: {} }, { token })).list.map(({ action, via }) => `${action} ${via}`);
const state = () => databaseState(upstream.services.db);

describe("settings", () => {
  test("are printed, changed by field or from a file after a dry run, and logged as changed by the command line", async () => {
    expect(await run("setting get", ["logo.name"])).toBe("社区");
    const before = await state();
    expect(await tried("setting set", ["logo.name", "试验社区"])).toBe("可以这样改");
    expect(await state()).toEqual(before);
    expect(await run("setting set", ["logo.name", "试验社区"])).toBe("已修改");
    expect((await upstream.call(configApi.logo, {})).name).toBe("试验社区");
    const footer = (await run("setting get", ["footer"])) as { icp: string; version: number };
    const changed = { ...footer, icp: "浙ICP备1号", links: [{ group: "规则", label: "规则", href: "/policy/rules" }] };
    expect(await run("setting set", ["footer", await file("footer.json", JSON.stringify(changed))])).toBe("已修改");
    expect(await run("setting get", ["footer.icp"])).toBe("浙ICP备1号");
    expect(await log()).toEqual(["site.put command-line", "site.put command-line"]);
    // A concurrent change was faster.
    await expect(run("setting set", ["footer", "footer.json"])).rejects.toMatchObject({ code: "CONFLICT" });
    await file("whatever.json", JSON.stringify({ ...changed, version: undefined, icp: "浙ICP备2号" }));
    expect(await run("setting set", ["footer", "whatever.json"])).toBe("已修改");
    expect(await run("setting get", ["footer.icp"])).toBe("浙ICP备2号");
  });

  test.each([
    "logo",
    "navigation",
    "parts",
    "footer",
    "verification",
    "banner",
    "poster",
    "author",
    "limits",
    "review-rules",
    "refund-limit",
  ])("%s accepts exactly what is printed of it", async (name) => {
    const printed = await run("setting get", [name]);
    expect(await run("setting set", [name, await file("one.json", JSON.stringify(printed))])).toBe("已修改");
    expect(await run("setting get", [name])).toMatchObject({ ...(printed as object), ...versionAfter(name, printed) });
  });
  const versionAfter = (name: string, printed: unknown) => {
    const { version } = printed as { version?: number };
    // An unchanged amount is not written again.
    return version === undefined || name === "refund-limit" ? {} : { version: version + 1 };
  };

  test("are refused with a message on what is wrong", async () => {
    const wrong = (name: string, ...words: string[]) => expect(run(name, words)).rejects;
    await wrong("setting get", "nothing").toThrow("设置是其中之一：logo|navigation|parts|footer|verification");
    await wrong("setting get", "toString").toThrow(BadUsage);
    await wrong("setting get", "footer.nothing").toThrow("没有这个字段：footer.nothing");
    await wrong("setting set", "footer").toThrow("要有一个文件");
    await wrong("setting set", "footer", "missing.json").toThrow("没有这个文件：missing.json");
    await wrong("setting set", "footer", await file("no.json", "[1")).toThrow("不是 setting get 打印的那种 JSON");
    await wrong("setting set", "refund-limit.limit", "viel").toThrow("要写成 JSON");
    await wrong("setting set", "logo.name", "").toThrow(/name：/);
    await wrong("setting set", "refund-limit.limit", "-1").toThrow(/limit：/);
    expect(await log()).toEqual([]);
  });
});

test("a site text is written from a file with its title, after a dry run; a file that is no text is refused", async () => {
  const about = await file("about.md", "\uFEFF# 我们\n\n做**这件事**的人。\n");
  const before = await state();
  expect(await tried("text set", ["about", about])).toBe("可以这样写“关于我们”");
  expect(await state()).toEqual(before);
  expect(await run("text set", ["about", about], { title: "我们是谁" })).toBe("已写“关于我们”，在 /about");
  const read = async () => (await upstream.call(configApi.text, { query: { keys: "about" } })).about;
  expect(await read()).toMatchObject({
    title: "我们是谁",
    contentHtml: expect.stringContaining("<strong>这件事</strong>"),
  });
  await run("text set", ["about", await file("later.md", "后来的正文。")]);
  expect(await read()).toMatchObject({ title: "我们是谁", contentHtml: expect.stringContaining("后来的正文。") });
  expect(await log()).toEqual(["text.put command-line", "text.put command-line"]);
  await expect(run("text set", ["terms", about])).rejects.toThrow("文案是其中之一：");
  await expect(run("text set", ["about"])).rejects.toThrow("要有一个文件");
  await expect(run("text set", ["siteSlogan", await file("long.md", "长".repeat(301))])).rejects.toThrow(/300/);
});

test("submissions of a form are exported as in the console, and overwrite no file", async () => {
  const fields = [{ label: "姓名", type: "text" }];
  const { id } = await upstream.call(adminFormApi.add, { body: { title: "报名", fields } as never }, { token });
  for (const name of ["林知远", "=1+1"]) await upstream.call(formApi.submit, { body: { id, values: { f1: name } } });
  const csv = Buffer.from(
    (await upstream.call(adminSubmissionApi.export, { body: { formId: id } }, { token })) as ArrayBuffer,
  );
  const options = { id: String(id) };
  expect(await tried("form export", [], options)).toBe("会导出 2 份答卷");
  expect(await log()).toEqual(["submission.export console", "form.add console"]);
  const printed = String(await run("form export", [], options));
  expect(printed).toBe(
    csv
      .toString()
      .replace(/^\uFEFF/, "")
      .trimEnd(),
  );
  expect(printed).toContain(`"'=1+1"`);
  expect((await log())[0]).toBe("submission.export command-line");
  expect(await run("form export", [], { ...options, out: "one.csv" })).toBe("已写入 one.csv");
  expect(await readFile(join(from, "one.csv"))).toEqual(csv);
  await expect(run("form export", [], { ...options, out: "one.csv" })).rejects.toThrow("--out 的文件已经有了");
  await expect(run("form export")).rejects.toThrow("--id 要一份表单的编号");
  await expect(run("form export", [], { id: "999" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("the log is exported whole or for some days, oldest first, so that its hash chain can be verified", async () => {
  for (const name of ["甲", "乙", "丙"]) await run("setting set", ["logo.name", name]);
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(await tried("audit export", [], { from: today, to: today })).toBe("会导出 3 条");
  const lines = String(await run("audit export")).split("\r\n");
  // The export begins with its own log entry as the last line.
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('"编号","时间"');
  const ends = lines.slice(1).map((line) => /"([0-9a-f]*)","([0-9a-f]{64})"$/.exec(line)?.slice(1) ?? []);
  expect(ends.map(([before]) => before)).toEqual(["", ...ends.slice(0, -1).map(([, own]) => own)]);
  expect(lines[1]).toContain("甲");
  expect((await log())[0]).toBe("audit.export command-line");
  expect(String(await run("audit export", [], { to: "2020-01-01" })).split("\r\n")).toHaveLength(1);
  await expect(run("audit export", [], { from: "gestern" })).rejects.toThrow(/from：/);
});

describe("people on the command line", () => {
  const person = async (nickname: string, phone?: string) =>
    (
      await transact(upstream.services.db, (trx) =>
        createUser(trx, upstream.services, { nickname, ...(phone ? { phone } : {}) }),
      )
    ).id;
  const linksOf = async (userId: number) =>
    (await upstream.call(adminPersonApi.handovers, { query: { userId } }, { token })).list.map((one) => one.state);

  test("a handover link for an author is created after a dry run, and can be undone", async () => {
    const id = await person("搬来的作者");
    const options = { id: String(id), days: "3" };
    const before = await state();
    expect(await tried("user claim-link", [], options)).toMatch(/^可以给链接，到 .* 为止$/);
    expect(await state()).toEqual(before);
    const made = (await run("user claim-link", [], options)) as { url: string; expiresAt: string };
    expect(made.url).toMatch(/\/handover#[\w-]{43}$/);
    expect(Date.parse(made.expiresAt) - Date.now()).toBeLessThanOrEqual(3 * 86_400_000);
    expect(await linksOf(id)).toEqual(["open"]);
    expect(await tried("user claim-revoke", [], { id: String(id) })).toBe("可以作废 1 个");
    expect(await linksOf(id)).toEqual(["open"]);
    expect(await run("user claim-revoke", [], { id: String(id) })).toBe("已作废 1 个");
    expect(await linksOf(id)).toEqual(["revoked"]);
    expect((await log()).every((line) => line.endsWith(" command-line"))).toBe(true);
    expect(await log()).toHaveLength(2);
    await expect(run("user claim-revoke", [], { id: String(id) })).rejects.toThrow("没有有效的认领链接");
    await expect(run("user claim-link", [], { id: "x" })).rejects.toThrow("--id 要一个用户编号");
    await expect(run("user claim-link", [], { ...options, days: "99" })).rejects.toThrow(/days：最多 30 天/);
  });

  test("two people are merged only with the seal of the dry run and the name, nothing less", async () => {
    const [gone, stays] = [await person("旧账号"), await person("新账号", "8613800000009")];
    const options = { id: String(gone), into: String(stays), reason: "本人来电" };
    const before = await state();
    const trial = (await tried("user merge", [], options)) as { seal: string };
    expect(await state()).toEqual(before);
    expect(trial).toMatchObject({ from: { nickname: "旧账号" }, into: { nickname: "新账号" } });
    await expect(run("user merge", [], options)).rejects.toThrow();
    await expect(run("user merge", [], { ...options, seal: trial.seal, confirm: "别人" })).rejects.toThrow(
      "confirm：请原样填写“旧账号”",
    );
    expect(await state()).toEqual(before);
    await run("user merge", [], { ...options, seal: trial.seal, confirm: "旧账号" });
    const left = await upstream.services.db
      .selectFrom("users")
      .select("deleted_at")
      .where("id", "=", gone)
      .executeTakeFirst();
    expect(left?.deleted_at).toEqual(expect.any(String));
    expect(await log()).toEqual(["user.merge command-line"]);
    await expect(run("user merge", [], { ...options, into: "" })).rejects.toThrow("--into 要一个用户编号");
  });
});
