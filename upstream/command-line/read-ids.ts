import { BadUsage, type CommandInput } from "./command";
import { idIn } from "./read-options";
import { readText } from "./read-text";

/** Usage text of commands that accept several ids. */
export const IDS_USAGE = "编号…|--file 编号.txt";

/**
 * Reads ids from the arguments and from a file, without duplicates: one or several per line, with or without `#`; `-`
 * means the standard input. Anything after `//` is a comment.
 * @param typed arguments that are ids
 * @throws BadUsage for an invalid id, with its line
 */
export async function readIds(
  { from, options: { file }, input }: Pick<CommandInput, "from" | "options" | "input">,
  typed: readonly string[],
): Promise<number[]> {
  const ids = typed.map((word) => numberOf(word, word));
  if (file !== undefined) {
    const text = file === "-" ? await (input?.() ?? "") : await readText(from, file);
    for (const [at, line] of text
      .replace(/^\uFEFF/, "")
      .split(/\r?\n/)
      .entries()) {
      const words = line.replace(/\/\/.*/, "").split(/[\s,，;；]+/);
      for (const word of words) if (word) ids.push(numberOf(word, `第 ${at + 1} 行的“${word}”`));
    }
  }
  if (ids.length === 0) throw new BadUsage("要写至少一个编号");
  return [...new Set(ids)];
}

function numberOf(word: string, name: string): number {
  return idIn(word.replace(/^#/, ""), `${name}不是编号`);
}
