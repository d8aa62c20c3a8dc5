import { adminCaseApi } from "#app/contract/admin/content/case";
import {
  adminContentApi,
  type PlaceDecisions,
  type Removable,
  type RemovableContent,
  removable,
} from "#app/contract/admin/content/content";
import { adminRewriteApi, rewrittenKind, type SortedKind, sortedKind } from "#app/contract/admin/content/rewrite";
import type { CallData } from "#app/contract/endpoint";
import { BadUsage, type Command, type CommandInput, type Options } from "./command";
import { ofEach } from "./of-each";
import { IDS_USAGE, readIds } from "./read-ids";
import { idIn } from "./read-options";
import { readText } from "./read-text";

/** Kinds that can be classified in bulk. */
const SORTED = [...sortedKind.options, "case"] as const;
type Sorted<K> = { kind: K; id: number };

/** Commands for members' texts. */
export const CONTENT_COMMANDS: Record<string, Command> = {
  "content set": {
    usage: `${rewrittenKind.options.join("|")} 编号 [文件.md] --reason 原因 [--title 标题] [--tags 标签,标签] [--class 分类编号|none] [--ai on|off]`,
    text: "修改会员写的，写了什么改什么，作者会看到原因；分类编号见 class list",
    example: "article 12 --class 3 --tags 会议,协作 --reason 放错了分类",
    run: setContent,
  },
  "content remove": {
    usage: `${removable.options.join("|")} ${IDS_USAGE} --rule 规则 [--note 说明]`,
    text: "移除内容，作者会看到违反了哪条规则（rule list 列出它们，other 是其他原因）；逐份作答",
    example: "article 12 13 --rule spam --note 请删去联系方式",
    async run(asked) {
      const { caller, options } = asked;
      const { rule = "", note = "" } = options;
      return ofPlaces(asked, await placesOf(asked, removable.options), (items) =>
        caller(adminContentApi.remove, { body: { items, rule, note } }),
      );
    },
  },
  "content restore": {
    usage: `${removable.options.join("|")} ${IDS_USAGE}`,
    text: "恢复被移除的内容；逐份作答",
    example: "article 12",
    run: async (asked) =>
      ofPlaces(asked, await placesOf(asked, removable.options), (items) =>
        asked.caller(adminContentApi.restore, { body: { items } }),
      ),
  },
  "content sort": {
    usage: `${SORTED.join("|")} ${IDS_USAGE} --reason 原因 [--class 分类编号|none] [--add 标签,标签] [--drop 标签,标签]`,
    text: "给许多份内容换分类、加标签、去标签，没有写的不动，作者会看到原因；逐份作答",
    example: "article 12 13 --class 3 --add 会议 --drop 闲聊 --reason 放错了分类",
    async run(asked) {
      const { caller, options } = asked;
      const { classificationId } = classOf(options);
      const body = {
        addTags: tagsOf(options.add ?? ""),
        removeTags: tagsOf(options.drop ?? ""),
        reason: options.reason ?? "",
        ...(classificationId === undefined ? {} : { classificationId }),
      };
      const places = await placesOf(asked, SORTED);
      return ofPlaces(asked, places, (items) =>
        items[0]?.kind === "case"
          ? caller(adminCaseApi.sort, { body: { ...body, items: items as Sorted<"case">[] } })
          : caller(adminRewriteApi.sort, { body: { ...body, items: items as Sorted<SortedKind>[] } }),
      );
    },
  },
};

async function setContent(asked: CommandInput): Promise<string> {
  const { caller, words, options, flags } = asked;
  const [given, id, file, ...more] = words;
  const kind = rewrittenKind.safeParse(given);
  if (!kind.success) throw new BadUsage(`先写种类：${rewrittenKind.options.join("、")}`);
  const place = { kind: kind.data, id: idIn(more.length > 0 ? undefined : id, "要写一个编号") };
  const changed = await changesOf(asked, file);
  if (Object.keys(changed).length === 0) throw new BadUsage("要写改什么：文件、--title、--tags、--class、--ai");
  const held = (await caller(adminRewriteApi.get, { params: place })) as CallData<typeof adminRewriteApi.get>;
  const { title, content, tags, classificationId, aiGenerated, version } = held;
  const body = { title, content, tags, classificationId, aiGenerated, version, ...place, ...changed };
  await caller(adminRewriteApi.put, { body: { ...body, reason: options.reason ?? "" } });
  return flags?.dryRun ? "可以这样改" : "已修改";
}

/** Fields of a text to change. @throws BadUsage */
async function changesOf({ options, from }: CommandInput, file: string | undefined) {
  const { title, tags, ai } = options;
  if (ai !== undefined && ai !== "on" && ai !== "off") throw new BadUsage("--ai 是 on 或 off");
  return {
    ...(file === undefined ? {} : { content: (await readText(from, file)).replace(/^\uFEFF/, "").trimEnd() }),
    ...(title === undefined ? {} : { title }),
    ...(tags === undefined ? {} : { tags: tagsOf(tags) }),
    ...classOf(options),
    ...(ai === undefined ? {} : { aiGenerated: ai === "on" }),
  };
}

const tagsOf = (typed: string): string[] => typed.split(/[,，]/).flatMap((tag) => tag.trim() || []);

/** The given classification: null for none, undefined if not given. @throws BadUsage */
function classOf({ class: classification }: Options): { classificationId?: number | null } {
  if (classification === undefined) return {};
  return {
    classificationId: classification === "none" ? null : idIn(classification, "--class 要一个分类的编号，或 none"),
  };
}

/** Items of one kind, which is the first argument. @throws BadUsage */
async function placesOf<K extends Removable>(
  asked: CommandInput,
  kinds: readonly K[],
): Promise<{ kind: K; id: number }[]> {
  const [typed, ...words] = asked.words;
  const kind = kinds.find((one) => one === typed);
  if (!kind) throw new BadUsage(`先写种类：${kinds.join("、")}`);
  return (await readIds(asked, words)).map((id) => ({ kind, id }));
}

const ofPlaces = (
  asked: CommandInput,
  places: readonly RemovableContent[],
  decide: (items: RemovableContent[]) => Promise<unknown>,
) =>
  ofEach(
    asked,
    places,
    async (items) => (await decide(items)) as PlaceDecisions,
    ({ kind, id }) => `${kind} ${id}`,
  );
