import {
  adminContentApi,
  type Place,
  type PlaceDecisions,
  type Removable,
  removable,
} from "#app/contract/admin/content";
import { adminRewriteApi, rewrittenKind } from "#app/contract/admin/rewrite";
import type { CallData } from "#app/contract/endpoint";
import { type Asked, BadUsage, type Command } from "./command";
import { ofEach } from "./of-each";
import { readText } from "./read-text";

/** Commands for what members wrote. */
export const CONTENT_COMMANDS: Record<string, Command> = {
  "content set": {
    usage: `${rewrittenKind.options.join("|")} 编号 [文件.md] --reason 原因 [--title 标题] [--tags 标签,标签] [--class 分类编号|none] [--ai on|off]`,
    text: "修改会员写的，写了什么改什么，作者会看到原因；分类编号见 class list",
    example: "article 12 --class 3 --tags 会议,协作 --reason 放错了分类",
    run: setContent,
  },
  "content remove": {
    usage: `${removable.options.join("|")} 编号… --rule 规则 [--note 说明]`,
    text: "移除内容，作者会看到违反了哪条规则（rule list 列出它们，other 是其他原因）",
    example: "article 12 13 --rule spam --note 请删去联系方式",
    run: ({ caller, words, options: { rule = "", note = "" } }) =>
      ofPlaces(caller(adminContentApi.remove, { body: { items: placesOf(words), rule, note } })),
  },
  "content restore": {
    usage: `${removable.options.join("|")} 编号…`,
    text: "恢复被移除的内容",
    example: "article 12",
    run: ({ caller, words }) => ofPlaces(caller(adminContentApi.restore, { body: { items: placesOf(words) } })),
  },
};

async function setContent(asked: Asked): Promise<string> {
  const { caller, words, options, flags } = asked;
  const [given, id = "", file, ...more] = words;
  const kind = rewrittenKind.safeParse(given);
  if (!kind.success) throw new BadUsage(`先写种类：${rewrittenKind.options.join("、")}`);
  if (!/^[1-9]\d{0,14}$/.test(id) || more.length > 0) throw new BadUsage("要写一个编号");
  const changed = await changesOf(asked, file);
  if (Object.keys(changed).length === 0) throw new BadUsage("要写改什么：文件、--title、--tags、--class、--ai");
  const place = { kind: kind.data, id: Number(id) };
  const held = (await caller(adminRewriteApi.get, { params: place })) as CallData<typeof adminRewriteApi.get>;
  const { title, content, tags, classificationId, aiGenerated, version } = held;
  const body = { ...{ title, content, tags, classificationId, aiGenerated, version }, ...place, ...changed };
  await caller(adminRewriteApi.put, { body: { ...body, reason: options.reason ?? "" } });
  return flags?.dryRun ? "可以这样改" : "已修改";
}

/** Fields of a text that were given. @throws BadUsage */
async function changesOf({ options, from }: Asked, file: string | undefined) {
  const { title, tags, class: classification, ai } = options;
  if (ai !== undefined && ai !== "on" && ai !== "off") throw new BadUsage("--ai 是 on 或 off");
  if (classification !== undefined && !/^(?:none|[1-9]\d{0,14})$/.test(classification)) {
    throw new BadUsage("--class 要一个分类的编号，或 none");
  }
  return {
    ...(file === undefined ? {} : { content: (await readText(from, file)).replace(/^\uFEFF/, "").trimEnd() }),
    ...(title === undefined ? {} : { title }),
    ...(tags === undefined ? {} : { tags: tags.split(/[,，]/).flatMap((tag) => tag.trim() || []) }),
    ...(classification === undefined
      ? {}
      : { classificationId: classification === "none" ? null : Number(classification) }),
    ...(ai === undefined ? {} : { aiGenerated: ai === "on" }),
  };
}

/** @throws BadUsage */
function placesOf([kind, ...ids]: readonly string[]): Place[] {
  if (!removable.options.includes(kind as Removable)) throw new BadUsage(`先写种类：${removable.options.join("、")}`);
  if (ids.length === 0 || ids.some((id) => !/^\d+$/.test(id))) throw new BadUsage("要写至少一个编号");
  return ids.map((id) => ({ kind: kind as Removable, id: Number(id) }));
}

const ofPlaces = async (decided: Promise<unknown>): Promise<string> =>
  ofEach((await decided) as PlaceDecisions, ({ kind, id }) => `${kind} ${id}`);
