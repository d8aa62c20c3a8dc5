import {
  adminClassificationApi,
  type ClassifiedKind,
  type EditedClassification,
} from "#app/contract/admin/classification";
import { kindsWith } from "#app/contract/kinds";
import { BadUsage, type Command, type Options } from "./command";

/** Commands for classifications. */
export const TAXONOMY_COMMANDS: Record<string, Command> = {
  "class list": {
    usage: "",
    text: "列出文章与案例的分类",
    run: ({ caller }) => caller(adminClassificationApi.list, {}),
  },
  "class add": {
    usage: `${kindsWith("classified").join("|")} 名称 [--slug 短名]`,
    text: "新建分类，排在最后",
    run: ({ caller, words: [kind, name = ""], options: { slug } }) =>
      caller(adminClassificationApi.add, {
        body: { kind: kind as ClassifiedKind, name, ...(slug ? { slug } : {}) },
      }),
  },
  "class rename": {
    usage: "--id 分类编号 新名称 [--slug 短名]",
    text: "给分类改名；地址里是编号，不会变",
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
    async run({ caller, options }) {
      const { reason = "" } = options;
      await caller(adminClassificationApi.hide, { body: { id: classOf(options), reason } });
      return "已隐藏";
    },
  },
};

function classOf({ id }: Options): number {
  if (!/^[1-9]\d{0,14}$/.test(id ?? "")) throw new BadUsage("--id 要一个分类编号");
  return Number(id);
}
