import { adminReviewRuleApi } from "#app/contract/admin/review/review-rule";
import { adminSiteApi, type SiteSettings } from "#app/contract/admin/site/site";
import { adminTextApi } from "#app/contract/admin/site/text";
import { adminLimitApi } from "#app/contract/admin/system/limit";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import type { CallData } from "#app/contract/endpoint";
import { siteTextKeys } from "#app/contract/site/site-texts";
import type { StaffCaller } from "./as-staff";
import { BadUsage, type Command, type CommandInput } from "./command";
import { readText } from "./read-text";

/** Value of a setting in a file, with its version if it has one. */
type Value = Record<string, unknown>;
type Kept = { get(caller: StaffCaller): Promise<Value>; set(caller: StaffCaller, value: never): Promise<unknown> };

const siteSetting = (
  part: keyof SiteSettings,
  put:
    | "putLogo"
    | "putNavigation"
    | "putParts"
    | "putFooter"
    | "putVerification"
    | "putBanner"
    | "putPoster"
    | "putAuthor",
): Kept => ({
  async get(caller) {
    const { updatedAt: _, ...one } = ((await caller(adminSiteApi.get, {})) as SiteSettings)[part];
    if (!("rows" in one)) return one;
    return { ...one, rows: one.rows.map(({ picture, ...row }) => ({ ...row, picture: picture?.url ?? "" })) };
  },
  set: (caller, body) => caller(adminSiteApi[put], { body }),
});

/** Settings by their command-line names: those of the site, and the rules edited by staff. */
const SETTINGS: Readonly<Record<string, Kept>> = {
  logo: siteSetting("logo", "putLogo"),
  navigation: siteSetting("navigation", "putNavigation"),
  parts: siteSetting("parts", "putParts"),
  footer: siteSetting("footer", "putFooter"),
  verification: siteSetting("verification", "putVerification"),
  banner: siteSetting("banner", "putBanner"),
  poster: siteSetting("poster", "putPoster"),
  author: siteSetting("author", "putAuthor"),
  limits: {
    async get(caller) {
      const { limits, version } = (await caller(adminLimitApi.get, {})) as CallData<typeof adminLimitApi.get>;
      return { limits: Object.fromEntries(limits.map(({ name, value }) => [name, value])), version };
    },
    set: (caller, { limits, ...rest }: { limits: object; version: number }) => {
      // Null means the default.
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

/** Commands for the site's settings and texts. */
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
};

/** Finds a setting by name, and the path within it. @throws BadUsage */
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

async function setSetting({ caller, words: [name = "", given], flags, from }: CommandInput): Promise<string> {
  const { kept, path } = settingOf(name);
  if (given === undefined) throw new BadUsage(path.length > 0 ? "要写一个值" : "要有一个文件");
  const held = await kept.get(caller);
  const value =
    path.length > 0 ? withValue(held, { path, name, given }) : { ...versionOf(held), ...(await readJson(from, given)) };
  await kept.set(caller, value as never);
  return flags?.dryRun ? "可以这样改" : "已修改";
}

/** A file without a version applies to the current version. */
const versionOf = ({ version }: Value): Value => (version === undefined ? {} : { version });

/** Reads a JSON file. @throws BadUsage */
async function readJson(from: string, file: string): Promise<Value> {
  const text = await readText(from, file);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Value;
  } catch {
    // Reported below.
  }
  throw new BadUsage(`文件里不是 setting get 打印的那种 JSON：${file}`);
}

/** Returns a setting with one field changed: to a string if it was one, else to the parsed JSON. @throws BadUsage */
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

async function setText({
  caller,
  words: [key = "", file],
  options: { title },
  flags,
  from,
}: CommandInput): Promise<string> {
  const texts = (await caller(adminTextApi.list, {})) as CallData<typeof adminTextApi.list>;
  const held = texts.find((one) => one.key === key);
  if (!held) throw new BadUsage(`文案是其中之一：${siteTextKeys.join("、")}`);
  if (!file) throw new BadUsage("要有一个文件");
  // Removes the final newline of a file.
  const content = (await readText(from, file)).replace(/^\uFEFF/, "").trimEnd();
  await caller(adminTextApi.put, {
    body: { key: held.key, version: held.version, title: title ?? held.title, content },
  });
  return flags?.dryRun ? `可以这样写“${held.name}”` : `已写“${held.name}”，在 ${held.path}`;
}
