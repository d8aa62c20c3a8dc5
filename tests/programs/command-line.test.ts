import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adminFormApi } from "#app/contract/admin/content/form";
import { formApi } from "#app/contract/content/form";
import { questionApi } from "#app/contract/content/question";
import { type CallError, createTestUpstream } from "#tests/upstream/support/harness";
import { staffToken } from "#tests/upstream/support/staff";
import { readUpstreamConfig } from "#upstream/config";
import { production } from "./production";
import { cleanUp, newFolder, run } from "./run";

cleanUp();

const OWNER = "13900000001";
const COLLEAGUE = "13900000002";

test("an empty production site is set up, filled, moderated and backed up by the command line alone", async () => {
  const folder = newFolder();
  const files = join(folder, "files");
  mkdirSync(files);
  const settings = { ...production(join(folder, "data")), INIT_CWD: files };
  /** Runs a command as a separate program. */
  const admin = (...args: string[]) => run(["dist/admin.js", ...args], settings);
  const done = async (...args: string[]) => {
    const { code, output } = await admin(...args);
    expect(code, `${args.join(" ")}: ${output}`).toBe(0);
    return output.trim();
  };
  const asJson = async (...args: string[]) => JSON.parse(await done(...args, "--json")) as Record<string, unknown>;

  // Before there is an owner, nothing can be done on anyone's behalf.
  expect(await admin("staff", "list")).toMatchObject({ code: 1, output: expect.stringContaining("本站还没有站长") });
  // Except to look at the machine.
  expect(await admin("doctor")).toMatchObject({ code: 1, output: expect.stringContaining("没有设置 BACKUP_DIR") });
  // Only the line for the user, without log lines of a server's start.
  expect(await done("setup-link")).toMatch(/^\S+\/setup#[\w-]{43}$/);
  await done("owner", "add", "--phone", OWNER, "--nickname", "站长大人");
  expect(await admin("setup-link")).toMatchObject({ code: 1, output: expect.stringContaining("本站已有站长") });

  // Wrong usage and refusals: their exit codes and messages.
  const [help, unknown, refused] = await Promise.all([
    admin("user", "ban", "--help"),
    admin("user", "ban", "--id", "1", "--seal", "x"),
    admin("user", "ban", "--id", "987654", "--reason", "没有这个人"),
  ]);
  expect(help).toMatchObject({ code: 0, output: expect.stringContaining("例子：npm run admin -- user ban --id 12") });
  expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining("没有选项 --seal") });
  expect(refused).toMatchObject({ code: 1, output: expect.not.stringMatching(/\n\s+at /) });

  // Content of its pages.
  writeFileSync(join(files, "about.md"), "我们在**这里**。");
  expect(await done("setting", "set", "logo.name", "试写的名字", "--dry-run")).toBe("可以这样改");
  expect(await done("setting", "get", "logo.name")).toBe("社区");
  await done("setting", "set", "parts.off", '["activity"]');
  await done("setting", "set", "logo.name", "新社区");
  await done("text", "set", "about", "about.md", "--title", "关于我们");
  await done("class", "add", "article", "产品");
  await done("offer", "add", "--title", "全库一年", "--price", "199", "--days", "365", "--sale", "on");
  const offers = (await asJson("offer", "list")) as unknown as { name: string; price: number; onSale: boolean }[];
  expect(offers).toMatchObject([{ name: "全库一年", price: 19_900, onSale: true }]);
  expect(await done("category", "add", "财务", "--text", "报表与税")).toBe("已新建分类 1");
  writeFileSync(join(files, "guide.md"), "先看**发票**。\n\n<!--more-->\n\n再填单子。");
  const guide = ["--title", "报销指南", "--category", "1", "--text", "怎样报销", "--type", "report", "--trial", "on"];
  expect(await done("document", "add", "guide.md", ...guide)).toBe("已存为草稿 1");
  await done("document", "show", "--id", "1");
  expect(await asJson("document", "list")).toMatchObject([{ title: "报销指南", state: "public", trial: true }]);
  await done("word", "add", "review", "代购");
  await done("owner", "add", "--phone", COLLEAGUE, "--nickname", "新来的审核员");
  await done("staff", "grant", "--phone", COLLEAGUE, "--role", "moderator");
  await done("staff", "revoke", "--phone", COLLEAGUE, "--role", "owner");
  const staff = (await asJson("staff", "list")) as unknown as {
    userId: number;
    nickname: string;
    roles: { role: string }[];
  }[];
  const colleague = staff.find(({ nickname }) => nickname === "新来的审核员");
  expect(colleague?.roles.map(({ role }) => role)).toEqual(["moderator"]);

  // Its members, meanwhile.
  const { database } = readUpstreamConfig(settings);
  const upstream = await createTestUpstream({ config: { database } });
  const owner = await staffToken(upstream, staff.find(({ nickname }) => nickname === "站长大人")?.userId ?? 0);
  const member = await upstream.addUser("林知远", "8613900000003");
  const fields = [{ label: "姓名", type: "text" as const }];
  const form = await upstream.call(adminFormApi.add, { body: { title: "报名", fields } }, { token: owner });
  await upstream.call(formApi.submit, { body: { id: form.id, values: { f1: "林知远" } } }, { as: member });
  const held = async (title: string) => {
    const sent = upstream.call(questionApi.create, { body: { title, content: "", tags: [] } }, { as: member });
    const error = await sent.then(
      () => expect.unreachable("was not held"),
      (caught: CallError) => caught,
    );
    return String((error.data as { id: number }).id);
  };
  const [good, bad] = [await held("代购的手续费怎么算才合理"), await held("找我代购，比谁都便宜")];
  await upstream.close();

  const waiting = (await asJson("review", "list")) as unknown as { id: number; author: string }[];
  expect(waiting.map(({ id }) => String(id)).sort()).toEqual([good, bad].sort());
  expect(await done("review", "approve", good, "--as", String(colleague?.userId))).toBe("完成 1 份");
  expect(await admin("review", "refuse", bad)).toMatchObject({ code: 2, output: expect.stringMatching(/[一-鿿]/u) });
  await done("review", "refuse", bad, "--rule", "spam", "--note", "请删去招揽的话");
  expect(await admin("review", "approve", bad)).toMatchObject({ code: 1 });
  expect(await asJson("review", "list")).toEqual([]);
  await done("form", "export", "--id", String(form.id), "--out", "answers.csv");
  expect(await admin("order", "refund", "2026010100000000000000", "--reason", "买错了")).toMatchObject({ code: 1 });

  // Everything is in the log and can be undone from there; the log is intact, and so is its export.
  const { list } = (await asJson("audit", "list")) as { list: { id: number; action: string; via: string }[] };
  const renamed = list.find(({ action }) => action === "site.put");
  expect(renamed?.via).toBe("command-line");
  await done("audit", "undo", "--id", String(renamed?.id), "--reason", "名字没有定");
  expect(await done("setting", "get", "logo.name")).toBe("社区");
  expect(await done("audit", "verify")).toBe("日志完好");
  await done("backup", "one.tar");
  expect(await done("verify", "one.tar")).toContain('"intact": true');
}, 300_000);

test("a check ends when it has reported, although a bucket keeps silent", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const bucket = { S3_BUCKET: "files", S3_ACCESS_KEY: "a", S3_SECRET_KEY: "s" };
  const settings = { ...production(newFolder()), ...bucket, S3_ENDPOINT: `http://127.0.0.1:${port}` };
  const began = performance.now();
  const { code, output } = await run(["dist/admin.js", "doctor"], settings);
  silent.close();
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("5 秒内没有应答") });
  expect(performance.now() - began).toBeLessThan(25_000);
}, 60_000);
