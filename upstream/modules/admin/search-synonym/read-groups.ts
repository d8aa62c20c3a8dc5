import { invalid } from "#upstream/call/errors";
import { groupOf } from "#upstream/services/search/synonyms";

const WORDS_MIN = 2;
const WORDS_MAX = 20;
const WORD_MAX = 40;
const WRONG_MAX = 5;

/**
 * Parses a list of groups: one per line, words separated by commas or tabs, `#` before comments; cells may be quoted.
 * @throws BusinessError INVALID_PARAMS at `synonyms` with the invalid lines
 */
export function readGroups(text: string): { words: string }[] {
  const groups: { words: string }[] = [];
  const wrong: string[] = [];
  for (const [at, raw] of text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .entries()) {
    const line = raw.replace(/(?:^|\s)#(?=\s|$).*$/, "").trim();
    if (line === "") continue;
    const cells = line.split(/[,，\t]/).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .trim(),
    );
    const words = cells.filter(Boolean).join(", ");
    const group = groupOf(words);
    const tooLong = group.find((word) => [...word].length > WORD_MAX);
    if (group.length < WORDS_MIN) wrong.push(`第 ${at + 1} 行只有一个词`);
    else if (group.length > WORDS_MAX) wrong.push(`第 ${at + 1} 行超过了 ${WORDS_MAX} 个词`);
    else if (tooLong !== undefined) wrong.push(`第 ${at + 1} 行的“${tooLong.slice(0, 10)}…”超过了 ${WORD_MAX} 个字`);
    else groups.push({ words });
  }
  if (wrong.length > 0) {
    const more = wrong.length > WRONG_MAX ? `，等 ${wrong.length} 行` : "";
    throw invalid({ synonyms: `${wrong.slice(0, WRONG_MAX).join("；")}${more}` });
  }
  return groups;
}
