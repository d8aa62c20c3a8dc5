import { cycleHeading, insertBlock, type Selected, type TextEdit, toggleLines, toggleMark } from "./text-edit";

/** A command of the editor's bar. */
export type Command = {
  name: string;
  /** An icon of `sq`. */
  icon: string;
  label: string;
  /** Pressed with Ctrl, or ⌘ on a Mac. `code` is the key's place, which no layout and no input method moves. */
  shortcut?: { code: string; shift?: true; shown: string };
  edit: (selected: Selected) => TextEdit;
};

const WEB_ADDRESS = /^https?:\/\/\S+$/;
const TABLE = "| 项目 | 说明 |\n| --- | --- |\n| 第一项 | 内容 |";

/** Commands that the toolbar offers for text; pictures are uploaded, see `uploads.ts`. */
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
    edit: (s) => toggleLines(s, /^[-*+] /, () => "- "),
  },
  {
    name: "quote",
    icon: "quote",
    label: "引用",
    shortcut: { code: "Period", shift: true, shown: "Shift+." },
    edit: (s) => toggleLines(s, /^> ?/, () => "> "),
  },
  { name: "link", icon: "link", label: "链接", shortcut: { code: "KeyK", shown: "K" }, edit: link },
  {
    name: "ordered",
    icon: "list-ordered",
    label: "编号列表",
    shortcut: { code: "Digit7", shift: true, shown: "Shift+7" },
    edit: (s) => toggleLines(s, /^\d{1,9}[.)] /, (n) => `${n}. `),
  },
  { name: "code", icon: "code", label: "代码", shortcut: { code: "KeyE", shown: "E" }, edit: code },
  { name: "table", icon: "table", label: "表格", edit: (s) => insertBlock(s, TABLE, "项目") },
];

/** Within a line by backticks, over several by a fence that is longer than any inside. */
function code(selected: Selected): TextEdit {
  const inner = selected.text.slice(selected.start, selected.end);
  if (!inner.includes("\n")) return toggleMark(selected, "`", "代码");
  const longest = Math.max(2, ...[...inner.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const body = inner.replace(/^\n+|\n+$/g, "");
  return insertBlock(selected, `${fence}\n${body}\n${fence}`, body);
}

/** A picked address becomes the target, other words what is read; what is missing is selected. */
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

/**
 * Edit that Enter makes within a list or a quotation: the next line goes on with it, an empty one ends it; else null.
 */
export function continueBlock({ text, start, end }: Selected): TextEdit | null {
  if (start !== end) return null;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const found = /^(\s*)(?:([-*+]) (\[[ xX]\] )?|(\d{1,9})([.)]) |(> ?))/.exec(line);
  if (!found) return null;
  const [whole, indent = "", bullet, task, number, stop, quote] = found;
  if (line === whole) return { from, to: start, insert: "", start: from, end: from };
  const mark = bullet ? `${bullet} ${task ? "[ ] " : ""}` : number ? `${Number(number) + 1}${stop} ` : (quote ?? "");
  const insert = `\n${indent}${mark}`;
  return { from: start, to: start, insert, start: start + insert.length, end: start + insert.length };
}

/** The command that a key asks for; null when it asks for none. */
export function commandOf(event: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "code">) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  return (
    COMMANDS.find(({ shortcut }) => shortcut?.code === event.code && (shortcut.shift ?? false) === event.shiftKey) ??
    null
  );
}
