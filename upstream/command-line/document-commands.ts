import { adminZhikuCategoryApi, type EditedZhikuCategory } from "#app/contract/admin/zhiku/category";
import { adminZhikuContentApi, type EditedZhikuContent } from "#app/contract/admin/zhiku/content";
import type { CallData } from "#app/contract/endpoint";
import { type ZhikuContentType, zhikuContentType } from "#app/contract/zhiku/content";
import { BadUsage, type Command, type CommandInput, type Options } from "./command";
import { idIn } from "./read-options";
import { readText } from "./read-text";

const DOCUMENT_FIELDS = `[--category 分类编号] [--text 摘要] [--type ${zhikuContentType.options.join("|")}] [--trial on|off]`;

/** Commands for zhiku's categories and documents. Their pictures and files are added in the console. */
export const DOCUMENT_COMMANDS: Record<string, Command> = {
  "category list": {
    usage: "",
    text: "列出知库分类，含隐藏的；上级在下级之前",
    example: "",
    run: ({ caller }) => caller(adminZhikuCategoryApi.list, {}),
  },
  "category add": {
    usage: "名称 [--text 说明] [--into 上级编号]",
    text: "新建知库分类，排在同级最后；不写 --into 是一级分类",
    example: "财务 --text 报表、预算与税",
    async run({ caller, words: [name = ""], options, flags }) {
      const body = { name, description: "", parentId: null, cover: "", banner: "", ...categoryGiven(options) };
      const { id } = (await caller(adminZhikuCategoryApi.add, { body })) as CallData<typeof adminZhikuCategoryApi.add>;
      return flags?.dryRun ? "可以新建" : `已新建分类 ${id}`;
    },
  },
  "category set": {
    usage: "--id 分类编号 [--title 名称] [--text 说明] [--into 上级编号|top]",
    text: "修改知库分类，写了什么改什么；--into 移到另一个分类之下，top 是一级",
    example: "--id 3 --title 财务与税 --into top",
    run: setCategory,
  },
  "category hide": {
    usage: "--id 分类编号 [--reason 原因]",
    text: "隐藏知库分类与其中的资料，读者不再看到",
    example: "--id 3 --reason 在整理",
    async run({ caller, options, flags }) {
      const body = { id: idOf(options), reason: options.reason };
      const left = (await caller(adminZhikuCategoryApi.hide, { body })) as CallData<typeof adminZhikuCategoryApi.hide>;
      return `${flags?.dryRun ? "会隐藏" : "已隐藏"}，${left.documents} 份资料一起离开`;
    },
  },
  "category show": {
    usage: "--id 分类编号",
    text: "重新显示知库分类与隐藏时一起离开的资料",
    example: "--id 3",
    async run({ caller, options, flags }) {
      const body = { id: idOf(options) };
      const back = (await caller(adminZhikuCategoryApi.show, { body })) as CallData<typeof adminZhikuCategoryApi.show>;
      return `${flags?.dryRun ? "会显示" : "已显示"}，${back.documents} 份资料一起回来`;
    },
  },
  "document list": {
    usage: "[关键词] [--category 分类编号]",
    text: "列出知库资料，最近修改的在前；写了分类含其下级，按读者看到的顺序",
    example: "留存 --category 3",
    async run({ caller, words: [q], options: { category } }) {
      const query = {
        q,
        limit: 50,
        ...(category === undefined ? {} : { categoryId: idIn(category, "--category 要一个知库分类的编号") }),
      };
      const found = (await caller(adminZhikuContentApi.list, { query })) as CallData<typeof adminZhikuContentApi.list>;
      return found.list;
    },
  },
  "document add": {
    usage: `文件.md --title 标题 ${DOCUMENT_FIELDS}`,
    text: "把一个 Markdown 文件存为知库资料的草稿；<!--more--> 以上谁都读得到。发布用 document show",
    example: "指南.md --title 定价实验指南 --category 3 --text 怎样设计一次定价实验 --type report",
    async run(asked) {
      const { caller, flags } = asked;
      const none = { type: "article" as const, title: "", abstract: "", content: "", categoryId: Number.NaN };
      const body = { ...none, ...(await documentGiven(asked)) };
      if (Number.isNaN(body.categoryId)) throw new BadUsage("--category 要一个知库分类的编号");
      const { id } = (await caller(adminZhikuContentApi.add, { body })) as CallData<typeof adminZhikuContentApi.add>;
      return flags?.dryRun ? "可以存为草稿" : `已存为草稿 ${id}`;
    },
  },
  "document set": {
    usage: `--id 资料编号 [文件.md] [--title 标题] ${DOCUMENT_FIELDS}`,
    text: "修改知库资料，写了什么改什么；已发布的立即生效",
    example: "--id 12 指南.md --trial on",
    run: setDocument,
  },
  "document show": placed("show", "发布草稿，或重新显示隐藏的知库资料", "已显示"),
  "document hide": placed("hide", "隐藏知库资料：读者不再看到，收藏与阅读记录等它回来", "已隐藏"),
  "document remove": placed("remove", "删除知库资料；document restore 找得回来", "已删除"),
  "document restore": placed("restore", "恢复删除的知库资料，先是隐藏的；从未发布过的仍是草稿", "已恢复"),
};

/** Creates a command that only changes a document's state. */
function placed(verb: "show" | "hide" | "remove" | "restore", text: string, done: string): Command {
  const withReason = verb === "hide" || verb === "remove";
  return {
    usage: `--id 资料编号${withReason ? " [--reason 原因]" : ""}`,
    text,
    example: withReason ? "--id 12 --reason 内容过时" : "--id 12",
    async run({ caller, options, flags }) {
      const id = idOf(options);
      const body = withReason ? { id, reason: options.reason } : { id };
      await caller(adminZhikuContentApi[verb], { body });
      return flags?.dryRun ? "可以这样做" : done;
    },
  };
}

async function setCategory({ caller, options, flags }: CommandInput): Promise<string> {
  const id = idOf(options);
  const given = categoryGiven(options);
  if (Object.keys(given).length === 0) throw new BadUsage("要写改什么：--title、--text、--into");
  const held = (await caller(adminZhikuCategoryApi.get, { params: { id } })) as EditedZhikuCategory;
  const { name, description, parentId, cover, banner, version } = held;
  const body = { id, version, name, description, parentId, cover, banner, ...given };
  await caller(adminZhikuCategoryApi.put, { body });
  return flags?.dryRun ? "可以这样改" : "已修改";
}

async function setDocument(asked: CommandInput): Promise<string> {
  const { caller, options, flags } = asked;
  const id = idOf(options);
  const given = await documentGiven(asked);
  if (Object.keys(given).length === 0) {
    throw new BadUsage("要写改什么：文件、--title、--category、--text、--type、--trial");
  }
  const held = (await caller(adminZhikuContentApi.get, { params: { id } })) as EditedZhikuContent;
  const { type, title, abstract, content, source, cover, trial, recommended, version } = held;
  const body = {
    id,
    version,
    type,
    title,
    abstract,
    content,
    source,
    cover,
    trial,
    recommended,
    categoryId: held.category.id,
    document: held.document?.key ?? "",
    attachments: held.attachments.map(({ key, fileName }) => ({ key, fileName })),
    ...given,
  };
  await caller(adminZhikuContentApi.put, { body });
  return flags?.dryRun ? "可以这样改" : "已修改";
}

/** Fields of a category in the options. @throws BadUsage */
function categoryGiven({ title, text, into }: Options) {
  return {
    ...(title === undefined ? {} : { name: title }),
    ...(text === undefined ? {} : { description: text }),
    ...(into === undefined ? {} : { parentId: into === "top" ? null : idIn(into, "--into 要上级的编号，或 top") }),
  };
}

/** Fields of a document in the options. @throws BadUsage */
async function documentGiven({ words: [file], options: { title, text, category, type, trial }, from }: CommandInput) {
  if (trial !== undefined && trial !== "on" && trial !== "off") throw new BadUsage("--trial 是 on 或 off");
  if (type !== undefined && !zhikuContentType.safeParse(type).success) {
    throw new BadUsage(`--type 是其中之一：${zhikuContentType.options.join("、")}`);
  }
  return {
    ...(file === undefined ? {} : { content: (await readText(from, file)).replace(/^\uFEFF/, "").trimEnd() }),
    ...(title === undefined ? {} : { title }),
    ...(text === undefined ? {} : { abstract: text }),
    ...(category === undefined ? {} : { categoryId: idIn(category, "--category 要一个知库分类的编号") }),
    ...(type === undefined ? {} : { type: type as ZhikuContentType }),
    ...(trial === undefined ? {} : { trial: trial === "on" }),
  };
}

/** Parses the option `id`. @throws BadUsage */
const idOf = ({ id }: Options): number => idIn(id, "--id 要一个编号");
