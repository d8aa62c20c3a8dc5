import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { auditApi } from "#app/contract/admin/system/audit";
import type { CallData } from "#app/contract/endpoint";
import { type AgreementKey, agreementKeys } from "#app/contract/people/agreements";
import { BadUsage, type Command, type CommandInput } from "./command";
import { idIn } from "./read-options";
import { writeOut } from "./write-out";

/** Commands for the audit log and for consents to agreements. */
export const RECORD_COMMANDS: Record<string, Command> = {
  "audit list": {
    usage: "[--page 页]",
    text: "操作日志，新的在前",
    example: "--page 2",
    run: ({ caller, options }) => caller(auditApi.list, { query: { page: Number(options.page ?? 1), pageSize: 50 } }),
  },
  "audit verify": {
    usage: "",
    text: "检查操作日志有没有被改动",
    example: "",
    async run({ caller }) {
      const { broken } = (await caller(auditApi.verify, {})) as { broken: number | null };
      if (broken !== null) throw new Error(`日志从第 ${broken} 条起对不上`);
      return "日志完好";
    },
  },
  "audit undo": {
    usage: "--id 日志编号 [--together] [--reason 原因]",
    text: "撤销一次操作；--together 是同一条命令或同一次点击做的全部，后做的先撤",
    example: "--id 120 --together --reason 看错了",
    run: undo,
  },
  "audit export": {
    usage: "[--from 2026-01-01] [--to 2026-01-31] [--out 文件.csv]",
    text: "导出操作日志，旧的在前，含前后的内容与校验值；不写 --out 就打印出来。--dry-run 只说有多少条",
    example: "--from 2026-01-01 --to 2026-01-31 --out 日志.csv",
    async run(asked) {
      const { from, to } = asked.options;
      const body = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
      if (asked.flags?.dryRun) {
        const { total } = (await asked.caller(auditApi.list, { query: { ...body, pageSize: 1 } })) as CallData<
          typeof auditApi.list
        >;
        return `会导出 ${total} 条`;
      }
      return writeOut(asked, (await asked.caller(auditApi.export, { body })) as Response);
    },
  },
  "agreement list": {
    usage: "",
    text: "列出协议的版本，各有多少人同意",
    example: "",
    run: ({ caller }) => caller(adminAgreementApi.list, {}),
  },
  "agreement export": {
    usage: `${agreementKeys.join("|")} [版本] [--out 文件.csv]`,
    text: "导出谁在何时同意了一份协议的哪一版；不写 --out 就打印出来。--dry-run 只说有多少人次",
    example: "terms 2 --out 同意.csv",
    run: exportConsents,
  },
};

async function undo({ caller, options: { id, reason = "" }, flags, tell }: CommandInput): Promise<unknown> {
  const body = { id: idIn(id, "--id 要一个日志编号"), reason };
  if (!flags?.together) return caller(auditApi.undo, { body });
  let undone = 0;
  for (;;) {
    const step = (await caller(auditApi.undoTogether, { body })) as CallData<typeof auditApi.undoTogether>;
    undone += step.undone;
    // A dry run leaves everything unchanged, so it would never end.
    if (step.left === 0 || flags.dryRun) return { undone, left: step.left };
    tell?.(`已撤销 ${undone} 项，还有 ${step.left} 项`);
  }
}

async function exportConsents(asked: CommandInput): Promise<string> {
  const [typed = "", version] = asked.words;
  const key = agreementKeys.find((one) => one === typed);
  if (!key) throw new BadUsage(`协议是其中之一：${agreementKeys.join("、")}`);
  if (version !== undefined && !/^[1-9]\d{0,8}$/.test(version)) throw new BadUsage("版本是一个数");
  const body = { key, ...(version === undefined ? {} : { version: Number(version) }) };
  if (asked.flags?.dryRun) return `会导出 ${await countConsents(asked, body)} 人次`;
  return writeOut(asked, (await asked.caller(adminAgreementApi.exportConsents, { body })) as Response);
}

/** Number of members who accepted a version of an agreement, or any version. */
async function countConsents({ caller }: CommandInput, { key, version }: { key: AgreementKey; version?: number }) {
  const { versions } = (await caller(adminAgreementApi.get, { params: { key } })) as CallData<
    typeof adminAgreementApi.get
  >;
  return versions.reduce((sum, one) => sum + (version === undefined || one.version === version ? one.consents : 0), 0);
}
