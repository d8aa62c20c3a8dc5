import {
  cycleHeading,
  insertBlock,
  type Selected,
  type TextEdit,
  toggleLines,
  toggleList,
  toggleMark,
} from "./text-edit";

/** A command of the editor's toolbar. */
export type Command = {
  name: string;
  /** Icon name in `sq`. */
  icon: string;
  label: string;
  /** Pressed with Ctrl, or ⌘ on a Mac. `code` is the physical key, independent of keyboard layout and input method. */
  shortcut?: { code: string; shift?: true; shown: string };
  edit: (selected: Selected) => TextEdit;
};

const WEB_ADDRESS = /^https?:\/\/\S+$/;
const TABLE = "| 项目 | 说明 |\n| --- | --- |\n| 第一项 | 内容 |";

/** Text commands of the toolbar; pictures are handled in `uploads.ts`. */
export const COMMANDS: readonly Command[] = [
  {
    name: "bold",
    icon: "bold",
    label: "加粗",
    shortcut: { code: "KeyB", shown: "B" },
    edit: (s) => toggleMark(s, "**", "加粗的文字"),
  },
  {
    name: "italic",
    icon: "italic",
    label: "强调",
    shortcut: { code: "KeyI", shown: "I" },
    edit: (s) => toggleMark(s, "*", "强调的文字"),
  },
  { name: "heading", icon: "heading", label: "小标题", edit: cycleHeading },
  {
    name: "list",
    icon: "list",
    label: "列表",
    shortcut: { code: "Digit8", shift: true, shown: "Shift+8" },
    edit: (s) => toggleList(s, /^([ \t]*)[-*+] /, () => "- "),
  },
  {
    name: "quote",
    icon: "quote",
    label: "引用",
    shortcut: { code: "Period", shift: true, shown: "Shift+." },
    edit: (s) => toggleLines(s, /^> ?/, "> "),
  },
  { name: "link", icon: "link", label: "链接", shortcut: { code: "KeyK", shown: "K" }, edit: link },
  {
    name: "ordered",
    icon: "list-ordered",
    label: "编号列表",
    shortcut: { code: "Digit7", shift: true, shown: "Shift+7" },
    edit: (s) => toggleList(s, /^([ \t]*)\d{1,9}[.)] /, (n) => `${n}. `),
  },
  { name: "code", icon: "code", label: "代码", shortcut: { code: "KeyE", shown: "E" }, edit: code },
  { name: "table", icon: "table", label: "表格", edit: (s) => insertBlock(s, TABLE, "项目") },
];

/** Inline code for a selection within a line; a fence longer than any inside for several lines. */
function code(selected: Selected): TextEdit {
  const inner = selected.text.slice(selected.start, selected.end);
  if (!inner.includes("\n")) return toggleMark(selected, "`", "代码");
  const longest = Math.max(2, ...[...inner.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const body = inner.replace(/^\n+|\n+$/g, "");
  return insertBlock(selected, `${fence}\n${body}\n${fence}`, body);
}

/** A selected URL becomes the link's target, other text its label; the missing part is selected. */
function link({ text, start, end }: Selected): TextEdit {
  const picked = text.slice(start, end);
  if (WEB_ADDRESS.test(picked.trim())) {
    const words = "链接文字";
    return {
      from: start,
      to: end,
      insert: `[${words}](${picked.trim()})`,
      start: start + 1,
      end: start + 1 + words.length,
    };
  }
  const words = picked || "链接文字";
  const address = "https://";
  const at = start + words.length + 3;
  return { from: start, to: end, insert: `[${words}](${address})`, start: at, end: at + address.length };
}

/** Edit for Enter in a list or quotation: continues it on the next line, or ends it on an empty one; null elsewhere. */
export function continueBlock({ text, start, end }: Selected): TextEdit | null {
  if (start !== end) return null;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const found = /^(\s*)(?:([-*+]) (\[[ xX]\] )?|(\d{1,9})([.)]) |(> ?))/.exec(line);
  if (!found) return null;
  const [whole, indent = "", bullet, task, number, stop, quote] = found;
  const isEmpty = line === whole && /^[ \t]*(?:\n|$)/.test(text.slice(start));
  if (isEmpty) return { from, to: start, insert: "", start: from, end: from };
  const mark = bullet ? `${bullet} ${task ? "[ ] " : ""}` : number ? `${Number(number) + 1}${stop} ` : (quote ?? "");
  const insert = `\n${indent}${mark}`;
  return { from: start, to: start, insert, start: start + insert.length, end: start + insert.length };
}

/** The command of a keyboard shortcut; null if none. */
export function commandOf(event: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "code">) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  return (
    COMMANDS.find(({ shortcut }) => shortcut?.code === event.code && (shortcut.shift ?? false) === event.shiftKey) ??
    null
  );
}
