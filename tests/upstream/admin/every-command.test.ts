import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminFormApi } from "#app/contract/admin/content/form";
import { adminClassificationApi } from "#app/contract/admin/site/classification";
import { adminPersonApi } from "#app/contract/admin/user/person";
import { adminUserApi } from "#app/contract/admin/user/user";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { adminCodeApi } from "#app/contract/admin/zhiku/code";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { adminOfferApi } from "#app/contract/admin/zhiku/offer";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import { MESSAGES } from "#app/contract/codes";
import { questionApi } from "#app/contract/content/question";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { databaseState } from "#tests/upstream/support/database-state";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { COMMANDS } from "#upstream/command-line/commands";
import { optionsOf } from "#upstream/command-line/help";
import { OFFLINE_COMMANDS } from "#upstream/command-line/offline-commands";
import { runCommandLine } from "#upstream/command-line/run-command-line";
import { readUpstreamConfig } from "#upstream/config";
import { transact } from "#upstream/db/transact";
import { createUser } from "#upstream/modules/user/write";
import { createUndoWorld, fresh, type UndoWorld } from "./undo-samples/undo-world";

const ALL = { ...COMMANDS, ...OFFLINE_COMMANDS };
const OWNER = "13900000009";

let world: UndoWorld;
let from: string;
beforeAll(async () => {
  world = await createUndoWorld();
  from = await mkdtemp(join(tmpdir(), "every-command-"));
  await typed("owner", "add", "--phone", OWNER);
});
afterAll(async () => {
  await world.close();
  await rm(from, { recursive: true, force: true });
});

/** Runs a command on this world's site. */
async function typed(...args: string[]): Promise<{ code: number; printed: string; told: string }> {
  const said = { printed: "", told: "" };
  const { program } = world.upstream;
  const code = await runCommandLine(args, {
    config: () => readUpstreamConfig({ DATA_DIR: join(from, "empty"), LOG_LEVEL: "error" }),
    open: async () => ({ ...program, close: async () => {} }),
    from,
    print: (text) => {
      said.printed += text;
    },
    complain: (what) => {
      said.told += String(what instanceof Error ? what.stack : what);
    },
  });
  return { code, ...said };
}

const file = async (name: string, text: string) => {
  await writeFile(join(from, name), text);
  return name;
};
const member = async () => String(await world.upstream.addUser(fresh("会员")));
let phones = 0;
const customer = async () => {
  phones += 1;
  const phone = `150${String(phones).padStart(8, "0")}`;
  return { phone, id: await addProfessional(world.upstream, fresh("客户"), phone) };
};
const article = async () => String(await world.write.article({ authorId: world.author, tags: ["协作"] }));
const tag = async () => {
  const name = fresh("标签");
  await world.write.article({ authorId: world.author, tags: [name] });
  return name;
};
const held = async () => {
  await world.pass();
  const body = { title: fresh("等审核的问题"), content: "跟我兼职刷单", tags: [] };
  return String(await world.held(world.upstream.call(questionApi.create, { body }, { as: world.author })));
};
const imported = async () => {
  const { services } = world.upstream;
  const { id } = await transact(services.db, (trx) => createUser(trx, services, { nickname: fresh("作者") }));
  return String(id);
};
const category = async () => {
  const body = { name: fresh("知库类"), description: "", parentId: null, cover: "", banner: "" };
  return String((await world.staff(adminZhikuCategoryApi.add, { body })).id);
};
const document = async (publish = true) => {
  const body = {
    type: "report" as const,
    title: fresh("定价实验"),
    abstract: "一份指南",
    content: "先定**假设**。",
    categoryId: world.zhiku.categories.retention,
    publish,
  };
  return String((await world.staff(adminZhikuContentApi.add, { body })).id);
};
const offer = async () => {
  const body = { name: fresh("一年"), categoryId: null, price: 19_900, days: 365, onSale: true };
  return String((await world.staff(adminOfferApi.add, { body })).id);
};
const codes = async () => {
  const body = { offerId: Number(await offer()), count: 3, expiresAt: null };
  return String((await world.staff(adminCodeApi.add, { body })).id);
};
const classification = async () =>
  String((await world.staff(adminClassificationApi.add, { body: { kind: "article", name: fresh("类") } })).id);
const form = async () => {
  const body = { title: fresh("报名"), fields: [{ label: "姓名", type: "text" as const }] };
  return String((await world.staff(adminFormApi.add, { body })).id);
};
/** A paid order without a notification so far. */
const order = async () => {
  const body = { channel: "native" as const, offerId: Number(await offer()), requestId: randomUUID() };
  const { order: made } = await world.upstream.call(zhikuOrderApi.create, { body }, { as: world.professional });
  // Without a notification, which could arrive at any time: its result is queried.
  world.upstream.services.fakes?.pay.pay(made.orderNo, { quietly: true });
  return made.orderNo;
};

/** Valid and invalid arguments for each command. */
type Sample = {
  good: () => Promise<string[]> | string[];
  /** Arguments that are wrong whatever the site holds; undefined if it takes none. */
  wrong?: string[];
  /** Arguments in the right form that the site refuses, or that can't be carried out; undefined if there are none. */
  refused?: string[];
};
const none = () => [];
const SAMPLES: Record<string, Sample> = {
  "owner add": { good: () => ["--phone", "13900000077"], wrong: ["--phone", "110"] },
  "staff list": { good: none },
  "staff grant": {
    good: async () => ["--phone", (await customer()).phone, "--role", "editor"],
    wrong: ["--phone", OWNER, "--role", "king"],
    refused: ["--phone", "13900000000", "--role", "editor"],
  },
  "staff revoke": {
    async good() {
      const { phone } = await customer();
      await typed("staff", "grant", "--phone", phone, "--role", "editor");
      return ["--phone", phone, "--role", "editor"];
    },
    wrong: ["--phone", "110", "--role", "editor"],
    refused: ["--phone", "13900000000", "--role", "editor"],
  },
  "user find": { good: () => ["读的人"] },
  "user mute": {
    good: async () => ["--id", await member(), "--days", "7", "--reason", "连续发广告"],
    wrong: ["--id", "1", "--days", "viel", "--reason", "连续发广告"],
    refused: ["--id", "987654", "--reason", "连续发广告"],
  },
  "user ban": {
    good: async () => ["--id", await member(), "--reason", "连续发广告"],
    wrong: ["--id", "x"],
    refused: ["--id", "987654", "--reason", "连续发广告"],
  },
  "user read-only": {
    good: async () => ["--id", await member(), "--reason", "连续发广告"],
    wrong: ["--id", "x"],
    refused: ["--file", "没有的.txt"],
  },
  "user purge": {
    good: async () => ["--id", await member(), "--reason", "只发广告"],
    wrong: ["--id", "987654"],
    refused: ["--id", "987654", "--reason", "只发广告"],
  },
  "user lift": {
    async good() {
      const id = await member();
      const body = { userId: Number(id), kind: "mute" as const, days: 3, reason: "连续发广告" };
      await world.staff(adminUserApi.sanction, { body });
      return ["--id", id];
    },
    wrong: ["--id", "x"],
    refused: ["--id", "987654", "--reason", "误会"],
  },
  "user claim-link": {
    good: async () => ["--id", await imported()],
    wrong: ["--id", "1", "--days", "x"],
    refused: ["--id", "987654"],
  },
  "user claim-revoke": {
    async good() {
      const id = await imported();
      await world.staff(adminPersonApi.makeHandover, { body: { userId: Number(id) } });
      return ["--id", id];
    },
    wrong: ["--id", "x"],
    refused: ["--id", "987654"],
  },
  "user merge": {
    async good() {
      const [gone, stays] = [await member(), await member()];
      const options = ["--id", gone, "--into", stays, "--reason", "本人来电"];
      const trial = await typed("user", "merge", ...options, "--dry-run", "--json");
      const { seal, from: who } = JSON.parse(trial.printed) as { seal: string; from: { nickname: string } };
      return [...options, "--seal", seal, "--confirm", who.nickname];
    },
    wrong: ["--id", "1", "--into", "zwei"],
    refused: ["--id", "987654", "--into", "987655", "--reason", "本人来电", "--dry-run"],
  },
  "announcement add": {
    good: async () => [await file("维护.md", "**二十三点**开始"), "--title", "今晚维护"],
    wrong: ["--title", "今晚维护"],
    refused: ["没有的.md", "--title", "今晚维护"],
  },
  "content set": {
    good: async () => [
      "article",
      await article(),
      await file("改.md", "改好的正文"),
      "--title",
      "改好的标题",
      "--tags",
      "协作",
      "--class",
      "none",
      "--ai",
      "on",
      "--reason",
      "错字太多",
    ],
    wrong: ["article", "1", "--class", "3x", "--reason", "放错了"],
    refused: ["article", "987654", "--title", "新标题", "--reason", "放错了"],
  },
  "content remove": {
    good: async () => ["article", await article(), "--rule", "spam"],
    wrong: ["article", "1"],
    refused: ["article", "1", "--rule", "none"],
  },
  "content restore": {
    async good() {
      const id = await article();
      const items = [{ kind: "article" as const, id: Number(id) }];
      await world.staff(adminContentApi.remove, { body: { items, rule: "spam" } });
      return ["article", id];
    },
    wrong: ["wiki", "1"],
    refused: ["article", "987654"],
  },
  "content sort": {
    good: async () => ["article", await article(), "--add", fresh("标签"), "--reason", "归到一处"],
    wrong: ["article", "1", "--class", "3x", "--reason", "归到一处"],
    refused: ["article", "987654", "--add", "协作", "--reason", "归到一处"],
  },
  "rule list": { good: none },
  "review list": { good: () => ["question"], wrong: ["wiki"] },
  "review approve": { good: async () => [await held()], wrong: ["x"], refused: ["987654"] },
  "review refuse": {
    good: async () => [await held(), "--rule", "spam"],
    wrong: ["x", "--rule", "spam"],
    refused: ["987654", "--rule", "spam"],
  },
  "word list": { good: none, wrong: ["--page", "x"] },
  "word add": { good: () => ["review", fresh("词"), fresh("词")], wrong: ["sometimes", "词"] },
  "word remove": {
    async good() {
      const word = fresh("词");
      await typed("word", "add", "reject", word);
      return [word];
    },
    wrong: [],
    refused: ["没有的词"],
  },
  "word import": {
    good: async () => [await file(`${fresh("词表")}.txt`, `[reject]\n${fresh("词")}\n[review]\n${fresh("词")}`)],
    wrong: [],
    refused: ["没有的.txt"],
  },
  "word test": { good: () => ["想要资料的加微信"] },
  "message send": {
    good: () => ["--title", "今晚维护", "--path", "/announcement"],
    wrong: ["--title", "今晚维护", "--ids", "x"],
  },
  figures: { good: () => ["--from", "2026-04-01", "--to", "2026-04-30"], wrong: ["--from", "gestern"] },
  "class list": { good: none },
  "class add": { good: () => ["article", fresh("类")], wrong: ["wiki", "类"] },
  "class rename": {
    good: async () => ["--id", await classification(), fresh("类")],
    wrong: ["--id", "x", "类"],
    refused: ["--id", "987654", "类"],
  },
  "class hide": {
    good: async () => ["--id", await classification()],
    wrong: ["--id", "x"],
    refused: ["--id", "987654"],
  },
  "tag merge": {
    good: async () => [await tag(), await tag()],
    wrong: ["标签"],
    refused: ["没有的标签", "也没有的"],
  },
  "tag rename": {
    good: async () => [await tag(), fresh("新名")],
    wrong: ["标签", "新 名"],
    refused: ["没有的标签", "新名"],
  },
  "tag hide": { good: async () => [await tag()], wrong: [], refused: ["没有的标签"] },
  "category list": { good: none },
  "category add": {
    good: () => [fresh("知库类"), "--text", "说明"],
    wrong: ["类", "--into", "viel"],
    refused: ["类", "--into", "987654"],
  },
  "category set": {
    good: async () => ["--id", await category(), "--into", "top"],
    wrong: ["--id", "1"],
    refused: ["--id", "987654", "--title", "类"],
  },
  "category hide": { good: async () => ["--id", await category()], wrong: ["--id", "x"], refused: ["--id", "987654"] },
  "category show": {
    async good() {
      const id = await category();
      await world.staff(adminZhikuCategoryApi.hide, { body: { id: Number(id) } });
      return ["--id", id];
    },
    wrong: ["--id", "x"],
    refused: ["--id", "987654"],
  },
  "document list": { good: none, wrong: ["--category", "x"] },
  "document add": {
    good: async () => [
      await file(`${fresh("指南")}.md`, "先定**假设**。\n\n<!--more-->\n\n付费的正文。"),
      ...["--title", fresh("定价实验"), "--text", "一份指南", "--category", String(world.zhiku.categories.retention)],
      ...["--type", "report", "--trial", "on"],
    ],
    wrong: ["--title", "定价实验", "--category", "x"],
    refused: ["没有的.md", "--title", "定价实验", "--category", "1"],
  },
  "document set": {
    good: async () => ["--id", await document(), "--title", fresh("新标题")],
    wrong: ["--id", "1"],
    refused: ["--id", "987654", "--title", "新标题"],
  },
  "document show": {
    good: async () => ["--id", await document(false)],
    wrong: ["--id", "x"],
    refused: ["--id", "987654"],
  },
  "document hide": {
    good: async () => ["--id", await document(), "--reason", "过时"],
    wrong: ["--id", "x"],
    refused: ["--id", "987654"],
  },
  "document remove": {
    good: async () => ["--id", await document()],
    wrong: ["--id", "x"],
    refused: ["--id", "987654"],
  },
  "document restore": {
    async good() {
      const id = await document();
      await world.staff(adminZhikuContentApi.remove, { body: { id: Number(id) } });
      return ["--id", id];
    },
    wrong: ["--id", "x"],
    refused: ["--id", "987654"],
  },
  "offer list": { good: none },
  "offer add": {
    good: () => ["--title", fresh("一月"), "--price", "19.90", "--days", "30"],
    wrong: ["--title", "一月", "--price", "viel", "--days", "30"],
    refused: ["--title", "一月", "--price", "9", "--days", "30", "--category", "987654"],
  },
  "offer set": {
    good: async () => ["--id", await offer(), "--price", "99"],
    wrong: ["--id", "1", "--price", "viel"],
    refused: ["--id", "987654", "--price", "99"],
  },
  "code offers": { good: none },
  "code make": {
    good: async () => ["--offer", await offer(), "--count", "3"],
    wrong: ["--offer", "1", "--count", "3", "--until", "morgen"],
    refused: ["--offer", "987654", "--count", "3"],
  },
  "code list": { good: none, wrong: ["--page", "x"] },
  "code void": {
    good: async () => ["--id", await codes(), "--reason", "发错了人"],
    wrong: ["--id", "x"],
    refused: ["--id", "987654", "--reason", "发错了人"],
  },
  "code restore": {
    async good() {
      const id = await codes();
      await world.staff(adminCodeApi.void, { body: { id: Number(id), reason: "发错了人" } });
      return ["--id", id];
    },
    wrong: ["--id", "1", "--numbers", "x"],
    refused: ["--id", "987654"],
  },
  "right list": { good: none, wrong: ["--phone", "x"] },
  "right grant": {
    good: async () => ["--phone", (await customer()).phone, "--category", "all", "--days", "30", "--reason", "奖励"],
    wrong: ["--category", "all", "--days", "30", "--reason", "奖励"],
    refused: ["--phone", "13900000000", "--category", "all", "--days", "30", "--reason", "奖励"],
  },
  "right revoke": {
    async good() {
      const { id } = await customer();
      const body = { people: String(id), categoryId: null, days: 30, reason: "奖励" };
      const { granted } = await world.staff(adminRightApi.grant, { body });
      return ["--ids", String(granted[0]?.id), "--reason", "发错了人"];
    },
    wrong: ["--ids", "x", "--reason", "发错了人"],
    refused: ["--ids", "987654", "--reason", "发错了人"],
  },
  "right import": {
    async good() {
      const { phone } = await customer();
      return [await file(`${phone}.csv`, `手机号,分类,截止日\n${phone},财务,2027-01-01`), "--reason", "年度客户"];
    },
    wrong: ["--reason", "年度客户"],
    refused: ["没有的.csv", "--reason", "年度客户"],
  },
  "order query": { good: async () => [await order()], wrong: ["1"], refused: ["2026010100000000000000"] },
  "order refund": {
    async good() {
      const orderNo = await order();
      await typed("order", "query", orderNo);
      return [orderNo, "--reason", "买错了"];
    },
    wrong: ["1", "--reason", "买错了"],
    refused: ["2026010100000000000000", "--reason", "买错了"],
  },
  "order reconcile": { good: () => ["--day", "2026-04-29"], wrong: ["--day", "gestern"] },
  "setting get": { good: () => ["footer.icp"], wrong: ["nothing"] },
  "setting set": { good: () => ["footer.icp", "浙ICP备1号"], wrong: ["refund-limit.limit", "viel"] },
  "text list": { good: none },
  "text set": {
    good: async () => ["about", await file("关于.md", "我们在这里")],
    wrong: ["nothing", "关于.md"],
    refused: ["about", "没有的.md"],
  },
  "form list": { good: none, wrong: ["--page", "0"] },
  "form notify": {
    async good() {
      const [reader] = await world.staff(adminFormApi.readers, {});
      return ["--id", await form(), "--ids", String(reader?.userId)];
    },
    wrong: ["--id", "1", "--ids", "7,"],
    refused: ["--id", "987654"],
  },
  "agreement list": { good: none },
  "agreement export": { good: () => ["terms"], wrong: ["nothing"] },
  "form export": { good: async () => ["--id", await form()], wrong: ["--id", "x"], refused: ["--id", "987654"] },
  "audit list": { good: none, wrong: ["--page", "x"] },
  "audit export": { good: () => ["--to", "2026-01-01"], wrong: ["--from", "gestern"] },
  "audit verify": { good: none },
  "audit undo": {
    async good() {
      await typed("setting", "set", "logo.name", fresh("社区"));
      return ["--id", String((await world.lastEntry()).id)];
    },
    wrong: ["--id", "x"],
    refused: ["--id", "987654"],
  },
  doctor: { good: none },
  "mail bounce": {
    good: async () => ["--file", await file("退信.eml", await readFile("tests/fixtures/bounces/postfix.eml", "utf8"))],
    wrong: [],
    refused: ["--file", "没有的.eml"],
  },
  "job list": { good: none },
  "job run": { good: () => ["recount"], wrong: ["nothing"] },
  recount: { good: none },
  reindex: { good: none },
  backup: { good: () => [`${fresh("备份")}.tar`], wrong: [] },
  export: { good: () => [`${fresh("内容")}.tar`], wrong: [] },
  "take-over": { good: none },
  "backup list": { good: none },
  move: { good: () => ["--to", `sqlite:${fresh("新家")}.db`], wrong: ["--to", "mysql://x"] },
  "move files": { good: () => ["--to", "bucket"], wrong: ["--to", "杭州"] },
  "read-only on": { good: () => ["--text", "正在更换服务器"], wrong: ["--text", "长".repeat(201)] },
  "read-only off": { good: none },
  verify: {
    async good() {
      const name = `${fresh("备份")}.tar`;
      await typed("backup", name);
      return [name];
    },
    wrong: [],
    refused: ["没有的.tar"],
  },
  restore: {
    async good() {
      const name = `${fresh("备份")}.tar`;
      await typed("backup", name);
      return [name];
    },
    wrong: [],
    refused: ["没有的.tar"],
  },
  // The world has an owner, so it is refused.
  "setup-link": { good: none },
};
/** Commands that report problems in this world. */
const REFUSED: Record<string, { code: number; told: RegExp }> = {
  "setup-link": { code: 1, told: /本站已有站长/ },
  // The world's clock differs from the database's; a backup must be restored into the same kind of database.
  ...(PG_SERVER
    ? {
        doctor: { code: 1, told: /"key":\s*"clock",\s*"state":\s*"bad"/ },
        restore: { code: 1, told: /这是 postgres 的备份/ },
      }
    : {}),
  // It has no bucket, and no backup location.
  "move files": { code: 1, told: /S3_/ },
  "backup list": { code: 1, told: /BACKUP_DIR/ },
};

const state = () => databaseState(world.upstream.services.db);

test("every command has a sample in this file", () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(ALL).sort());
});

test("the handbook names every command", async () => {
  const handbook = await readFile("docs/handbook.md", "utf8");
  const missing = Object.keys(ALL).filter((name) => !handbook.includes(`| \`${name}`));
  expect(missing).toEqual([]);
});

test("the general help lists each command with its arguments; running no command is wrong usage", async () => {
  const help = await typed("--help");
  expect(help.code).toBe(0);
  for (const [name, { usage, text }] of Object.entries(ALL)) {
    expect(help.printed).toContain(`  ${[name, usage].filter(Boolean).join(" ")}\n      ${text}`);
  }
  expect(await typed()).toEqual({ code: 2, printed: "", told: help.printed });
  expect(await typed("help")).toEqual(help);
  expect((await typed("help", "staff", "list")).printed).toBe((await typed("staff", "list", "--help")).printed);
});

test("doctor works where nothing can be written, as on a full disk", async () => {
  const { sqlite } = world.upstream.services.connection;
  sqlite?.exec("pragma query_only = on");
  const looked = await typed("doctor").finally(() => sqlite?.exec("pragma query_only = off"));
  expect(looked.printed + looked.told).toMatch(/\d+ 项正常$/);
});

test("a command on behalf of somebody who is not staff is refused", async () => {
  expect(await typed("staff", "list", "--as", "x")).toMatchObject({ code: 2 });
  expect(await typed("staff", "list", "--as", "987654")).toEqual({ code: 1, printed: "", told: "这不是工作人员" });
});

test("an unknown command is named, with the commands that begin alike", async () => {
  expect(await typed("dance")).toEqual({
    code: 2,
    printed: "",
    told: "没有这条命令：dance。看全部命令：npm run admin -- --help",
  });
  const { code, told } = await typed("staff", "dance");
  expect(code).toBe(2);
  expect(told).toMatch(/^没有这条命令：staff dance。以 staff 开头的：\n\n {2}staff list\n/);
  expect(told).not.toContain("user find");
  expect((await typed("help", "dance")).code).toBe(2);
});

test("an option that is written twice is refused, instead of taking one of its values", async () => {
  expect(await typed("user", "lift", "--id", "1", "--id", "2")).toMatchObject({ code: 2, told: "选项 --id 写了两次" });
});

test("a refused value is named by its option as typed", async () => {
  const refused = await typed("figures", "--from", "2026-12-01", "--to", "2026-01-01");
  expect(refused).toEqual({ code: 2, printed: "", told: "--to：结束不能早于开始" });
  expect((await typed("content", "remove", "article", "1")).told).toMatch(/^--rule：/);
  const given = ["--category", "all", "--days", "3", "--reason", "奖励"];
  expect((await typed("right", "grant", "--ids", "987654", ...given)).told).toBe(
    "--phone 或 --ids：没有这些账号：987654",
  );
  expect((await typed("order", "refund", "1", "--reason", "买错了")).told).toBe("订单号：订单号有误");
});

test("what the site does not have is named as typed", async () => {
  const orderNo = "2026010100000000000000";
  const refund = await typed("order", "refund", orderNo, "--reason", "买错了");
  expect(refund).toEqual({ code: 1, printed: "", told: `订单不存在：${orderNo}` });
  expect((await typed("user", "ban", "--id", "987654", "--days", "3", "--reason", "广告")).told).toContain("987654");
  expect((await typed("form", "export", "--id", "987654")).told).toBe("表单不存在：987654");
  const rewrite = ["content", "set", "article", "987654", "--title", "新标题", "--reason", "放错了"];
  expect((await typed(...rewrite)).told).toBe("文章不存在：987654");
});

test("a backup overwrites no file, and says so in one line", async () => {
  const name = `${fresh("归档")}.tar`;
  expect((await typed("backup", name)).code).toBe(0);
  const { code, told } = await typed("backup", name);
  expect(code).toBe(1);
  expect(told).toMatch(new RegExp(`${name} 已经有了，不会覆盖$`));
});

const SAMPLED = Object.entries(ALL).flatMap(([name, command]) => {
  const sample = SAMPLES[name];
  // "every command has a sample in this file" reports the others.
  return sample ? [[name, command, sample] as const] : [];
});

test.each(SAMPLED.filter(([, { usage }]) => usage.includes("--out ")))(
  "%s says in Chinese that the folder for its file is missing",
  async (name, _, { good }) => {
    const { code, told } = await typed(...name.split(" "), ...(await good()), "--out", "没有的文件夹/导出.csv");
    expect([code, told]).toEqual([
      1,
      expect.stringMatching(/^写不了 --out 的文件：没有这个文件或文件夹：.*导出\.csv$/),
    ]);
  },
);

describe.each(SAMPLED)("%s", (name, { usage, text, example }, { good, wrong, refused }) => {
  const words = name.split(" ");

  test("has a help text with usage, every option, and an example that can be typed", async () => {
    const { code, printed } = await typed(...words, "--help");
    expect(code).toBe(0);
    const typedWhole = (rest: string) => ["npm run admin --", name, rest].filter(Boolean).join(" ");
    expect(printed).toContain(`用法：${typedWhole(usage)}\n${text}\n`);
    expect(printed).toContain(`例子：${typedWhole(example)}\n`);
    for (const option of [...optionsOf({ usage }), "dry-run", "json", "as"]) {
      expect(printed, "said in Chinese what it is").toMatch(new RegExp(`  --${option} +.*[一-鿿]`, "u"));
    }
    const used = [...example.matchAll(/--([a-z-]+)/g)].map(([, option = ""]) => option);
    expect([...optionsOf({ usage }), "dry-run"]).toEqual(expect.arrayContaining(used));
    expect(usage === "" || example !== "").toBe(true);
  });

  test("refuses unknown options and wrong values in Chinese: exit code 2 for wrong usage, 1 for what the site refuses", async () => {
    const before = await state();
    expect(await typed(...words, "--nothing")).toMatchObject({
      code: 2,
      told: expect.stringContaining("没有选项 --nothing"),
    });
    const foreign = optionsOf({ usage }).includes("seal") ? "sale" : "seal";
    expect(await typed(...words, `--${foreign}`, "x")).toMatchObject({
      code: 2,
      told: `${name} 没有选项 --${foreign}。看说明：npm run admin -- ${name} --help`,
    });
    if (!usage.includes("…")) {
      const full = [...words, ...usage.split(/\s+/).map(() => "词")];
      expect(await typed(...full, "多出来的")).toMatchObject({ code: 2, told: expect.stringContaining("用不上") });
    }
    for (const [args, expected] of [
      [wrong, 2],
      [refused, 1],
    ] as const) {
      if (!args) continue;
      const { code, printed, told } = await typed(...words, ...args);
      expect({ args, code, printed }, told).toEqual({ args, code: expected, printed: "" });
      expect(told).toMatch(/[一-鿿]/u);
      expect(told, "no stack, and nothing of another language").not.toMatch(/\n\s+at |Error|Invalid|expected|NaN/);
      // No address of a page says here what is missing.
      expect([MESSAGES.NOT_FOUND, MESSAGES.DOCUMENT_NOT_EXIST], "the name of what is missing").not.toContain(told);
      // A setting is refused under the name of its field, as typed.
      if (name !== "setting set") expect(told, "no name of a field").not.toMatch(/(?:^|；)[a-z]\w*：/i);
    }
    expect(await state()).toEqual(before);
  });

  test("leaves no trace in a dry run, and prints its result as JSON", async () => {
    const args = [...words, ...(await good())];
    await world.pass();
    const before = await state();
    const tried = await typed(...args, "--dry-run", "--json");
    expect(await state(), "tried").toEqual(before);
    await world.pass();
    const done = await typed(...args, "--json");
    const here = REFUSED[name];
    for (const one of [tried, done]) {
      expect(one, one.told).toMatchObject({ code: here?.code ?? 0 });
      if (here) expect(one.told + one.printed).toMatch(here.told);
      else expect(() => JSON.parse(one.printed)).not.toThrow();
    }
  });
});
