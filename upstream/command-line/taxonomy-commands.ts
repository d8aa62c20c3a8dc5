import {
  adminClassificationApi,
  type ClassifiedKind,
  type EditedClassification,
} from "#app/contract/admin/site/classification";
import { adminTagApi } from "#app/contract/admin/site/tag";
import type { CallData } from "#app/contract/endpoint";
import { countsText, kindsWith } from "#app/contract/kinds";
import { continueMoves } from "#upstream/modules/taxonomy/moves";
import { BadUsage, type Command, type CommandInput, type Options } from "./command";
import { idIn } from "./read-options";

/** Commands for classifications and tags. */
export const TAXONOMY_COMMANDS: Record<string, Command> = {
  "class list": {
    usage: "",
    text: "列出文章与案例的分类",
    example: "",
    run: ({ caller }) => caller(adminClassificationApi.list, {}),
  },
  "class add": {
    usage: `${kindsWith("classified").join("|")} 名称 [--slug 短名]`,
    text: "新建分类，排在最后",
    example: "article 产品",
    run: ({ caller, words: [kind, name = ""], options: { slug } }) =>
      caller(adminClassificationApi.add, {
        body: { kind: kind as ClassifiedKind, name, ...(slug ? { slug } : {}) },
      }),
  },
  "class rename": {
    usage: "--id 分类编号 新名称 [--slug 短名]",
    text: "给分类改名；地址里是编号，不会变",
    example: "--id 3 产品与设计",
    async run({ caller, options, words: [name = ""] }) {
      const id = classOf(options);
      const { slug, version } = (await caller(adminClassificationApi.get, { params: { id } })) as EditedClassification;
      await caller(adminClassificationApi.put, { body: { id, version, name, slug: options.slug ?? slug } });
      return "已改名";
    },
  },
  "class hide": {
    usage: "--id 分类编号 [--reason 原因]",
    text: "隐藏分类：不再提供，里面的内容照常可读",
    example: "--id 3 --reason 不再使用",
    async run({ caller, options }) {
      const { reason = "" } = options;
      await caller(adminClassificationApi.hide, { body: { id: classOf(options), reason } });
      return "已隐藏";
    },
  },
  "tag merge": {
    usage: "标签 另一个标签 [--reason 原因]",
    text: "把一个标签并入另一个；旧名成为同义词。--dry-run 只说会动多少",
    example: "PG PostgreSQL --dry-run",
    run: (asked) => changeTag(asked, adminTagApi.merge),
  },
  "tag rename": {
    usage: "标签 新名字",
    text: "给标签改名；旧名成为同义词。--dry-run 只说会动多少",
    example: "需求分折 需求分析",
    run: (asked) => changeTag(asked, adminTagApi.rename),
  },
  "tag hide": {
    usage: "标签 [--reason 原因]",
    text: "隐藏标签：从内容上取下，写了也不会带上。--dry-run 只说会动多少",
    example: "广告 --reason 不是标签",
    async run(asked) {
      const {
        caller,
        words: [name = ""],
        options: { reason = "" },
      } = asked;
      if (!name) throw new BadUsage("要写一个标签");
      return told(asked, (await caller(adminTagApi.hide, { body: { name, reason } })) as Changed);
    },
  },
};

type Changed = CallData<typeof adminTagApi.merge>;

/** Merges or renames completely, because nothing else continues it if no site is running. */
async function changeTag(asked: CommandInput, endpoint: typeof adminTagApi.merge | typeof adminTagApi.rename) {
  const {
    caller,
    words: [from = "", to = ""],
    options: { reason = "" },
  } = asked;
  if (!from || !to) throw new BadUsage("要写两个标签");
  const body = endpoint === adminTagApi.merge ? { from, to, reason } : { from, to };
  return told(asked, (await caller(endpoint, { body })) as Changed);
}

async function told({ upstream, flags }: CommandInput, { touched, moving }: Changed): Promise<string> {
  if (moving) await continueMoves(upstream.services);
  return `${flags?.dryRun ? "会改动" : "已改动"} ${countsText(touched)}`;
}

const classOf = ({ id }: Options): number => idIn(id, "--id 要一个分类编号");
