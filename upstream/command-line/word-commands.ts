import { adminWordApi, type WordAction, wordAction } from "#app/contract/admin/review/word";
import type { CallData } from "#app/contract/endpoint";
import { Refusal } from "./as-staff";
import { BadUsage, type Command, type CommandInput } from "./command";
import { readText } from "./read-text";

const ACTIONS: Record<WordAction, string> = { review: "先审核", reject: "拒绝" };
/** Page size of the list. */
const PAGE = 50;

/** Commands for sensitive words. */
export const WORD_COMMANDS: Record<string, Command> = {
  "word list": {
    usage: "[词的一部分] [--page 页]",
    text: "列出敏感词、处理方式与命中次数，新加的在前",
    example: "微信 --page 2",
    run: ({ caller, words: [q = ""], options: { page = "1" } }) =>
      caller(adminWordApi.list, { query: { q, page: Number(page), pageSize: PAGE } }),
  },
  "word add": {
    usage: `${wordAction.options.join("|")} 词…`,
    text: "添加敏感词，或改它们的处理方式：review 先审核，reject 拒绝",
    example: "review 加微信 代写",
    async run({ caller, words: [action = "", ...words] }) {
      const { success, data } = wordAction.safeParse(action);
      if (!success) throw new BadUsage(`先写处理方式：${wordAction.options.join("、")}`);
      if (words.length === 0) throw new BadUsage("要写至少一个词");
      for (const word of words) await caller(adminWordApi.put, { body: { word, action: data } });
      return `${ACTIONS[data]}：${words.join("、")}`;
    },
  },
  "word remove": {
    usage: "词…",
    text: "删除敏感词；服务器上文件里的不在此列",
    example: "代写",
    async run({ caller, words }) {
      if (words.length === 0) throw new BadUsage("要写至少一个词");
      // If one does not exist, none is deleted.
      const ids: number[] = [];
      for (const word of words) ids.push(await idOf(caller, word));
      for (const id of ids) await caller(adminWordApi.remove, { body: { id } });
      return `已删除：${words.join("、")}`;
    },
  },
  "word import": {
    usage: "文件.txt",
    text: "导入词表，一行一个词，分在 [review] 与 [reject] 之下；--dry-run 还说最近公开的内容有多少含有它们",
    example: "词表.txt --dry-run",
    async run({ caller, words: [file], from, flags }) {
      if (!file) throw new BadUsage("要有一个文件");
      const body = { text: await readText(from, file) };
      return caller(flags?.dryRun ? adminWordApi.check : adminWordApi.import, { body });
    },
  },
  "word test": {
    usage: "文字…",
    text: "试一段文字会不会命中敏感词",
    example: "想要资料的加微信",
    async run({ caller, words }) {
      const { found } = (await caller(adminWordApi.test, { body: { text: words.join(" ") } })) as CallData<
        typeof adminWordApi.test
      >;
      return found ? `命中“${found.word}”：${ACTIONS[found.action]}` : "没有命中";
    },
  },
};

/** Finds a word. @throws Refusal if it does not exist */
async function idOf(caller: CommandInput["caller"], word: string): Promise<number> {
  for (let page = 1; ; page += 1) {
    const query = { q: word, page, pageSize: PAGE };
    const { list } = (await caller(adminWordApi.list, { query })) as CallData<typeof adminWordApi.list>;
    const found = list.find((one) => one.word === word);
    if (found) return found.id;
    if (list.length < PAGE) throw new Refusal("NOT_FOUND", `没有这个词：${word}`);
  }
}
