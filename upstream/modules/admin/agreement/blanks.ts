/** A blank of a template that was not filled in. */
type Blank = { line: number; text: string };

const SHOWN = 8;

/** Finds blanks （【…】） left in a text, by line. */
export function findBlanks(text: string): Blank[] {
  return text
    .split("\n")
    .flatMap((words, index) =>
      [...words.matchAll(/【[^】\n]*】/g)].map(([blank]) => ({ line: index + 1, text: blank })),
    );
}

/** Describes the blanks left: 还有 2 处没有填写：第 1 行【公司全称】、第 9 行【客服邮箱】; null if there are none. */
export function blanksLeft(text: string): string | null {
  const blanks = findBlanks(text);
  if (blanks.length === 0) return null;
  const named = blanks.slice(0, SHOWN).map((blank) => `第 ${blank.line} 行${blank.text}`);
  return `还有 ${blanks.length} 处没有填写：${named.join("、")}${blanks.length > SHOWN ? "……" : ""}`;
}
