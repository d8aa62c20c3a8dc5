import { open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { adminCodeApi } from "#app/contract/admin/zhiku/code";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import type { CallData } from "#app/contract/endpoint";
import { chinaDayStart } from "#upstream/text/china-time";
import { CSV_BOM, csvLine } from "#upstream/text/csv";
import { Refusal } from "./as-staff";
import { BadUsage, type Command, type CommandInput } from "./command";
import { idIn } from "./read-options";
import { readText } from "./read-text";
import { unwritable } from "./write-out";

/** Commands for zhiku's members. */
export const ZHIKU_COMMANDS: Record<string, Command> = {
  "code offers": {
    usage: "",
    text: "列出兑换码可以兑换的权益与编号",
    example: "",
    run: ({ caller }) => caller(adminCodeApi.offers, {}),
  },
  "code make": {
    usage: "--offer 权益编号 --count 个数 [--until 2026-12-31] [--note 备注] [--out 文件.csv]",
    text: "生成一批兑换码；不写 --out 就打印出来，只有这一次。--until 那一天还能用",
    example: "--offer 3 --count 100 --until 2026-12-31 --note 年会 --out 兑换码.csv",
    run: makeCodes,
  },
  "code list": {
    usage: "[--page 页]",
    text: "兑换码的批次，新的在前",
    example: "--page 2",
    run: ({ caller, options }) => caller(adminCodeApi.list, { query: { page: Number(options.page ?? 1) } }),
  },
  "code void": {
    usage: "--id 批次 --reason 原因 [--numbers 序号,序号]",
    text: "作废一批里没用过的兑换码；不写 --numbers 是全部",
    example: "--id 2 --reason 发错了人 --numbers 1,2",
    async run({ caller, options: { id, reason = "", numbers }, flags }) {
      const body = { id: idIn(id, "--id 要一个批次的编号"), reason, ...numbersOf(numbers) };
      const { changed } = (await caller(adminCodeApi.void, { body })) as CallData<typeof adminCodeApi.void>;
      return `${flags?.dryRun ? "会作废" : "已作废"} ${changed} 个`;
    },
  },
  "code restore": {
    usage: "--id 批次 [--numbers 序号,序号]",
    text: "让作废的兑换码重新可用；不写 --numbers 是全部",
    example: "--id 2 --numbers 1,2",
    async run({ caller, options: { id, numbers }, flags }) {
      const body = { id: idIn(id, "--id 要一个批次的编号"), ...numbersOf(numbers) };
      const { changed } = (await caller(adminCodeApi.restore, { body })) as CallData<typeof adminCodeApi.restore>;
      return `${flags?.dryRun ? "会恢复" : "已恢复"} ${changed} 个`;
    },
  },
  "right list": {
    usage: "[--phone 手机号]",
    text: "知库权益，新的在前；写了手机号只列这个人的",
    example: "--phone 13900000001",
    run: ({ caller, options: { phone } }) => caller(adminRightApi.list, { query: { member: phone, limit: 50 } }),
  },
  "right grant": {
    usage:
      "--phone 手机号 | --ids 用户编号,编号  --category 分类编号|all  --days 天数 | --until 2026-12-31  --reason 原因",
    text: "发放权益并告诉本人；--until 那一天还能读",
    example: "--phone 13900000001 --category all --days 30 --reason 活动奖励",
    run: grantRights,
  },
  "right revoke": {
    usage: "--ids 权益编号,编号 --reason 原因",
    text: "收回权益并告诉本人；付款买的要退款",
    example: "--ids 12,13 --reason 发错了人",
    async run({ caller, options: { ids = "", reason = "" }, flags }) {
      const body = { ids: idsOf(ids, "--ids 是用逗号分开的权益编号"), reason };
      const { ended } = (await caller(adminRightApi.revoke, { body })) as CallData<typeof adminRightApi.revoke>;
      return `${flags?.dryRun ? "会收回" : "已收回"} ${ended} 项`;
    },
  },
  "right import": {
    usage: "文件.csv --reason 原因",
    text: "按名单（手机号,分类,截止日）发放权益；有一行不对就都不发，并逐行说明",
    example: "名单.csv --reason 年度客户 --dry-run",
    run: importRights,
  },
};

async function grantRights({ caller, options, flags }: CommandInput): Promise<unknown> {
  const { phone, ids, category, days, until, reason = "" } = options;
  const people = phone ?? ids ?? "";
  if (people === "") throw new BadUsage("--phone 或 --ids 说发给谁");
  const body = {
    people,
    reason,
    until: until === undefined ? null : dayOf(until),
    categoryId: category === "all" ? null : idIn(category, "--category 是分类的编号，或 all"),
    days: days === undefined ? null : idIn(days, "--days 是天数"),
  };
  const { granted } = (await caller(adminRightApi.grant, { body })) as CallData<typeof adminRightApi.grant>;
  return `${flags?.dryRun ? "会发给" : "已发给"} ${granted.length} 人`;
}

/** Imports rights. @throws Refusal with all errors, line by line */
async function importRights({
  caller,
  options: { reason = "" },
  words: [file],
  flags,
  from,
}: CommandInput): Promise<unknown> {
  if (!file) throw new BadUsage("要有一个文件");
  // Another encoding than UTF-8 results in characters that no table contains.
  const text = await readText(from, file);
  const { lines } = (await caller(adminRightApi.check, { body: { text } })) as CallData<typeof adminRightApi.check>;
  const wrong = lines.filter(({ state }) => state === "wrong");
  if (wrong.length > 0) {
    throw new Refusal("INVALID_PARAMS", wrong.map(({ line, problem }) => `第 ${line} 行：${problem}`).join("\n"));
  }
  const brought = caller(adminRightApi.import, { body: { text, reason } });
  const { granted, same } = (await brought) as CallData<typeof adminRightApi.import>;
  return `${flags?.dryRun ? "会发放" : "已发放"} ${granted} 项，${same} 项原来就有`;
}

async function makeCodes({ caller, options, flags, from }: CommandInput): Promise<unknown> {
  const { offer, count, until, note, out } = options;
  const body = {
    offerId: idIn(offer, "--offer 要一项权益的编号"),
    count: idIn(count, "--count 要一个数"),
    note,
    expiresAt: until === undefined ? null : chinaDayStart(dayOf(until), 1),
  };
  const add = () => caller(adminCodeApi.add, { body }) as Promise<CallData<typeof adminCodeApi.add>>;
  if (flags?.dryRun) {
    await add();
    return `会生成 ${body.count} 个兑换码`;
  }
  // Opened before the codes are created, since they can't be shown again. An existing file is not overwritten.
  const file = out === undefined ? null : await open(resolve(from, out), "wx", 0o600).catch(unwritable);
  try {
    const { id, codes } = await add();
    if (!file) return codes?.join("\n");
    const written = await file.writeFile(csvOf(codes ?? [])).then(
      () => true,
      () => false,
    );
    // A full disk must not lose the codes.
    return written ? `第 ${id} 批 ${body.count} 个兑换码在 ${out} 里，本站不留原文` : codes?.join("\n");
  } catch (error) {
    // Refused, so the file is empty.
    if (out !== undefined) await rm(resolve(from, out), { force: true });
    throw error;
  } finally {
    await file?.close();
  }
}

const csvOf = (codes: readonly string[]): string =>
  CSV_BOM + csvLine(["序号", "兑换码"]) + codes.map((code, at) => csvLine([String(at + 1), code])).join("");

function numbersOf(given: string | undefined): { numbers?: number[] } {
  if (given === undefined) return {};
  return { numbers: idsOf(given, "--numbers 是用逗号分开的序号") };
}

const idsOf = (given: string, wrong: string): number[] => given.split(/[,，\s]+/).map((one) => idIn(one, wrong));

/** Parses a date. @throws BadUsage */
function dayOf(given: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(Date.parse(given))) {
    throw new BadUsage("--until 写成 2026-12-31 的样子");
  }
  return given;
}
