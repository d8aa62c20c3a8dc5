import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { auditApi } from "#app/contract/admin/audit";
import { adminFormApi } from "#app/contract/admin/form";
import { adminLimitApi } from "#app/contract/admin/limit";
import { adminOrderApi } from "#app/contract/admin/order";
import { adminReviewRuleApi } from "#app/contract/admin/review-rule";
import { adminSiteApi, type SiteSettings } from "#app/contract/admin/site";
import { adminSubmissionApi } from "#app/contract/admin/submission";
import { adminTextApi } from "#app/contract/admin/text";
import type { CallData } from "#app/contract/endpoint";
import { siteTextKeys } from "#app/contract/site-texts";
import type { StaffCaller } from "./as-staff";
import { type Asked, BadUsage, type Command } from "./command";
import { readText } from "./read-text";

/** Value of a setting as it is written, with the version that it was read at where it has one. */
type Value = Record<string, unknown>;
type Kept = { get(caller: StaffCaller): Promise<Value>; set(caller: StaffCaller, value: never): Promise<unknown> };

const siteSetting = (
  part: keyof SiteSettings,
  put: "putLogo" | "putNavigation" | "putParts" | "putFooter" | "putBanner" | "putPoster" | "putAuthor",
): Kept => ({
  async get(caller) {
    const { updatedAt: _, ...one } = ((await caller(adminSiteApi.get, {})) as SiteSettings)[part];
    if (!("rows" in one)) return one;
    return { ...one, rows: one.rows.map(({ picture, ...row }) => ({ ...row, picture: picture?.url ?? "" })) };
  },
  set: (caller, body) => caller(adminSiteApi[put], { body }),
});

/** Settings by the names that the command line gives them: those of the site, and the rules that staff keep. */
const SETTINGS: Readonly<Record<string, Kept>> = {
  logo: siteSetting("logo", "putLogo"),
  navigation: siteSetting("navigation", "putNavigation"),
  parts: siteSetting("parts", "putParts"),
  footer: siteSetting("footer", "putFooter"),
  banner: siteSetting("banner", "putBanner"),
  poster: siteSetting("poster", "putPoster"),
  author: siteSetting("author", "putAuthor"),
  limits: {
    async get(caller) {
      const { limits, version } = (await caller(adminLimitApi.get, {})) as CallData<typeof adminLimitApi.get>;
      return { limits: Object.fromEntries(limits.map(({ name, value }) => [name, value])), version };
    },
    set: (caller, { limits, ...rest }: { limits: object; version: number }) => {
      // Of what is null the default holds.
      const changed = Object.fromEntries(Object.entries(limits ?? {}).filter(([, value]) => value !== null));
      return caller(adminLimitApi.put, { body: { ...rest, limits: changed } });
    },
  },
  "review-rules": {
    async get(caller) {
      const { updatedAt: _, ...one } = (await caller(adminReviewRuleApi.get, {})) as CallData<
        typeof adminReviewRuleApi.get
      >;
      return one;
    },
    set: (caller, body) => caller(adminReviewRuleApi.put, { body }),
  },
  "refund-limit": {
    get: async (caller) => (await caller(adminOrderApi.refundLimit, {})) as Value,
    set: (caller, body) => caller(adminOrderApi.setRefundLimit, { body }),
  },
};
const NAMES = Object.keys(SETTINGS).join("|");

/** Commands on settings, texts and forms of the site, and on what is taken out of it as a file. */
export const SITE_COMMANDS: Record<string, Command> = {
  "setting get": {
    usage: `${NAMES}[.字段]`,
    text: "打印一项设置，或它的一个字段（如 footer.icp、limits.limits.question）",
    example: "footer.icp",
    async run({ caller, words: [name = ""] }) {
      const { kept, path } = settingOf(name);
      return valueAt(await kept.get(caller), path, name);
    },
  },
  "setting set": {
    usage: `${NAMES} 文件.json，或 名称.字段 值`,
    text: "修改一项设置：文件是 setting get 打印的样子，打印之后别人改过就拒绝；或只改一个字段",
    example: "footer.icp 浙ICP备2026000001号",
    run: setSetting,
  },
  "text list": {
    usage: "",
    text: "列出站点的文案：名称、写了没有、在哪里",
    example: "",
    run: ({ caller }) => caller(adminTextApi.list, {}),
  },
  "text set": {
    usage: `${siteTextKeys.join("|")} 文件.md [--title 标题]`,
    text: "把一个文件的内容写成站点的一处文案",
    example: "about 关于.md --title 关于我们",
    run: setText,
  },
  "form list": {
    usage: "[--page 页]",
    text: "列出表单与答卷数，新的在前",
    example: "--page 2",
    run: ({ caller, options }) => caller(adminFormApi.list, { query: { page: Number(options.page ?? 1) } }),
  },
  "form export": {
    usage: "--id 表单编号 [--out 文件.csv]",
    text: "导出一份表单的全部答卷；不写 --out 就打印出来。--dry-run 只说有多少份",
    example: "--id 3 --out 答卷.csv",
    async run(asked) {
      const formId = Number(asked.options.id);
      if (!/^[1-9]\d{0,14}$/.test(asked.options.id ?? "")) throw new BadUsage("--id 要一份表单的编号");
      if (asked.flags?.dryRun) {
        const form = (await asked.caller(adminFormApi.get, { params: { id: formId } })) as CallData<
          typeof adminFormApi.get
        >;
        return `会导出 ${form.submissions.total} 份答卷`;
      }
      return exported(asked, (await asked.caller(adminSubmissionApi.export, { body: { formId } })) as Response);
    },
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
      return exported(asked, (await asked.caller(auditApi.export, { body })) as Response);
    },
  },
};

/** A setting by what was typed, and where in it. @throws BadUsage */
function settingOf(typed: string): { kept: Kept; path: string[] } {
  const [name = "", ...path] = typed.split(".");
  const kept = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
  if (!kept) throw new BadUsage(`设置是其中之一：${NAMES}`);
  return { kept, path };
}

function valueAt(value: unknown, path: readonly string[], name: string): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) {
      throw new BadUsage(`没有这个字段：${name}`);
    }
    found = (found as Value)[step];
  }
  return found;
}

async function setSetting({ caller, words: [name = "", given], flags, from }: Asked): Promise<string> {
  const { kept, path } = settingOf(name);
  if (given === undefined) throw new BadUsage(path.length > 0 ? "要写一个值" : "要有一个文件");
  const held = await kept.get(caller);
  const value =
    path.length > 0 ? withValue(held, { path, name, given }) : { ...versionOf(held), ...(await readJson(from, given)) };
  await kept.set(caller, value as never);
  return flags?.dryRun ? "可以这样改" : "已修改";
}

/** A file without a version is meant for whatever there is now. */
const versionOf = ({ version }: Value): Value => (version === undefined ? {} : { version });

/** @throws BadUsage */
async function readJson(from: string, file: string): Promise<Value> {
  const text = await readText(from, file);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Value;
  } catch {
    // Told below.
  }
  throw new BadUsage(`文件里不是 setting get 打印的那种 JSON：${file}`);
}

/** A setting with one field changed: to a text where a text stands, else to what is written as JSON. @throws BadUsage */
function withValue(held: Value, { path, name, given }: { path: string[]; name: string; given: string }): Value {
  const before = valueAt(held, path, name);
  const changed = structuredClone(held);
  const place = valueAt(changed, path.slice(0, -1), name) as Value;
  place[path.at(-1) as string] = typeof before === "string" ? given : parsed(given);
  return changed;
}

function parsed(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new BadUsage("这个字段的值要写成 JSON：数、true、false、null，或带引号的文字");
  }
}

async function setText({ caller, words: [key = "", file], options: { title }, flags, from }: Asked): Promise<string> {
  const texts = (await caller(adminTextApi.list, {})) as CallData<typeof adminTextApi.list>;
  const held = texts.find((one) => one.key === key);
  if (!held) throw new BadUsage(`文案是其中之一：${siteTextKeys.join("、")}`);
  if (!file) throw new BadUsage("要有一个文件");
  // The last line of a file ends like the others.
  const content = (await readText(from, file)).replace(/^\uFEFF/, "").trimEnd();
  await caller(adminTextApi.put, {
    body: { key: held.key, version: held.version, title: title ?? held.title, content },
  });
  return flags?.dryRun ? `可以这样写“${held.name}”` : `已写“${held.name}”，在 ${held.path}`;
}

/** Prints what an export gave, or writes it where nothing is yet. @throws BadUsage */
async function exported({ options: { out }, from }: Asked, file: Response): Promise<string> {
  const bytes = Buffer.from(await file.arrayBuffer());
  if (out === undefined)
    return bytes
      .toString()
      .replace(/^\uFEFF/, "")
      .trimEnd();
  await writeFile(resolve(from, out), bytes, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new BadUsage(error.code === "EEXIST" ? "--out 的文件已经有了" : `写不了 --out 的文件：${error.message}`);
  });
  return `已写入 ${out}`;
}
