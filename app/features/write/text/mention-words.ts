import type { Author } from "#app/contract/common";
import { paths } from "#app/paths";
import type { Selected, TextEdit } from "./text-edit";

/** Matches the name being typed before the caret: after an @ that is not inside a word or an address. */
const BEGUN = /(?:^|[^\p{ASCII}]|[\s([{"'>])@([^\s@，。：；！？、（）()[\]{}*_`~<>"']{0,20})$/u;

/** Position of the @ and the partial name of the mention being typed; null if there is none. */
export function mentionAt({ text, start, end }: Selected): { from: number; name: string } | null {
  if (start !== end) return null;
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const name = BEGUN.exec(line)?.[1];
  return name === undefined ? null : { from: start - name.length - 1, name };
}

/** Inserts the completed mention: a link, by which its person is notified, whatever others are called. */
export function completeMention({ start }: Selected, from: number, { userId, nickname }: Author): TextEdit {
  const insert = `[@${nickname.replace(/[\\[\]*_`~<&$]/g, "\\$&")}](${paths.user(userId)}) `;
  return { from, to: start, insert, start: from + insert.length, end: from + insert.length };
}
