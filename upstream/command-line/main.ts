import { parseArgs } from "node:util";
import { startFailure } from "#runtime/start-failure";
import { createUpstream, type Upstream } from "#upstream/app";
import { readUpstreamConfig } from "#upstream/config";
import { asStaff, Refusal, type StaffCaller } from "./as-staff";
import { BadUsage, type Options } from "./command";
import { COMMANDS } from "./commands";

const OPTIONS = {
  phone: { type: "string" },
  nickname: { type: "string" },
  role: { type: "string" },
  title: { type: "string" },
  reason: { type: "string" },
  id: { type: "string" },
  page: { type: "string" },
  rule: { type: "string" },
  note: { type: "string" },
  days: { type: "string" },
  as: { type: "string" },
  text: { type: "string" },
  path: { type: "string" },
  ids: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  step: { type: "string" },
  offer: { type: "string" },
  price: { type: "string" },
  sale: { type: "string" },
  count: { type: "string" },
  out: { type: "string" },
  until: { type: "string" },
  numbers: { type: "string" },
  slug: { type: "string" },
  category: { type: "string" },
  day: { type: "string" },
  csv: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** Exit codes: 0 done, 1 refused, 2 wrong usage. */
const REFUSED = 1;
const USAGE = 2;

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, { usage, text }]) => `  ${name} ${usage}\n      ${text}`);
  return `用法：npm run admin -- 命令 [选项]
不用浏览器管理站点。改动都记入操作日志，写明来自命令行。

${lines.join("\n")}

选项
  --as 用户编号   以哪位工作人员的名义（默认第一位站长）
  --dry-run      只试不做：检查并打印结果，什么也不保存
  --json         结果打印为 JSON
退出码：0 完成，1 被拒绝，2 用法不对`;
}

/** `npm run admin -- NOUN VERB`: what keepers of a server do without a browser. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const name = [positionals.slice(0, 2).join(" "), positionals[0] ?? ""].find((one) => Object.hasOwn(COMMANDS, one));
  const command = name === undefined ? undefined : COMMANDS[name];
  if (values.help || !command || name === undefined) {
    (values.help ? console.log : console.error)(help());
    process.exitCode = values.help ? 0 : USAGE;
    return;
  }
  const words = positionals.slice(name.split(" ").length);
  const upstream = await createUpstream(readUpstreamConfig(process.env));
  try {
    const options = values as Options;
    const flags = { dryRun: values["dry-run"], csv: values.csv };
    // npm goes to the project's folder first; what was typed is meant from where it was typed.
    const from = process.env.INIT_CWD ?? ".";
    const result = command.alone
      ? await command.run({ upstream, caller: nobody, options, words, flags, from })
      : await asStaff(upstream, { userId: await actorOf(upstream, values.as), dryRun: values["dry-run"] }, (caller) =>
          command.run({ upstream, caller, options, words, flags, from }),
        );
    print(result, values.json);
  } finally {
    await upstream.close();
  }
}

const nobody: StaffCaller = () => Promise.reject(new Error("this command calls nothing"));

/** In whose name it is done. */
async function actorOf({ services }: Upstream, as: string | undefined): Promise<number> {
  let query = services.db.selectFrom("staff").select("user_id");
  query = as === undefined ? query.where("role", "=", "owner") : query.where("user_id", "=", Number(as));
  const actor = await query.orderBy("granted_at").limit(1).executeTakeFirst();
  if (!actor)
    throw new BadUsage(as === undefined ? "本站还没有站长：先运行 setup-link 或 owner add" : "这不是工作人员");
  return actor.user_id;
}

function print(result: unknown, json: boolean): void {
  if (typeof result === "string" && !json) console.log(result);
  else console.log(JSON.stringify(result, null, json ? 0 : 2));
}

main().catch((error: unknown) => {
  const told = error instanceof BadUsage || error instanceof Refusal;
  console.error(told ? error.message : startFailure(error));
  process.exitCode = error instanceof BadUsage ? USAGE : REFUSED;
});
