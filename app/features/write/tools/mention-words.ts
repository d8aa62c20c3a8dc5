import type { Selected, TextEdit } from "./text-edit";

/** The name that is being typed before the caret: after an @ that does not stand within a word or an address. */
const BEGUN = /(?:^|[^\p{ASCII}]|[\s([{"'>])@([^\s@，。：；！？、（）()[\]{}*_`~<>"']{0,20})$/u;

/** Place where a mention begins (at its @) and what of the name is there; null when none is being typed. */
export function mentionAt({ text, start, end }: Selected): { from: number; name: string } | null {
  if (start !== end) return null;
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const name = BEGUN.exec(line)?.[1];
  return name === undefined ? null : { from: start - name.length - 1, name };
}

/** Completes it. */
export function completeMention({ start }: Selected, from: number, nickname: string): TextEdit {
  const insert = `@${nickname} `;
  return { from, to: start, insert, start: from + insert.length, end: from + insert.length };
}
