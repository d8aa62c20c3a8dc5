import { adminWordApi, type WordAction } from "#app/contract/admin/review/word";
import { invalid } from "#upstream/call/errors";
import { keyOfWord } from "#upstream/services/moderation/word-filter";

/** A word and its action. */
export type ListedWord = { word: string; key: string; action: WordAction };

const ACTIONS: Record<string, WordAction> = { reject: "reject", 拒绝: "reject", review: "review", 审核: "review" };
const WRONG_MAX = 5;

/**
 * Parses a list of words: lines in the format of the server's file (`[reject]`, `[review]`, `#` before comments), or a
 * table with a word and its action separated by a comma; of duplicate words the last line counts.
 * @throws BusinessError INVALID_PARAMS at `text` with the invalid lines
 */
export function readWordList(text: string): ListedWord[] {
  const words = new Map<string, ListedWord>();
  const wrong: string[] = [];
  let section: WordAction = "review";
  for (const [at, raw] of text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .entries()) {
    const line = raw.replace(/(?:^|\s)#.*$/, "").trim();
    if (line === "") continue;
    const heading = /^\[(reject|review)\]$/.exec(line)?.[1];
    if (heading) {
      section = heading as WordAction;
      continue;
    }
    const [given = "", asked, ...more] = line.split(/[,，\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
    const action = asked ? ACTIONS[asked.toLowerCase()] : section;
    const parsed = adminWordApi.put.body.safeParse({ word: given, action });
    const key = keyOfWord(given);
    if (!parsed.success || more.length > 0 || key === "") wrong.push(`第 ${at + 1} 行：${line.slice(0, 30)}`);
    else words.set(key, { ...parsed.data, key });
  }
  if (wrong.length > 0) {
    const more = wrong.length > WRONG_MAX ? `，等 ${wrong.length} 行` : "";
    throw invalid({ text: `这些行不是词：${wrong.slice(0, WRONG_MAX).join("；")}${more}` });
  }
  return [...words.values()];
}
