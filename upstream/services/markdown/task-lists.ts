import type { MarkdownIt } from "markdown-it";

const MARK = /^\[([ xX])\]\s+/;

/** Renders `- [ ]` and `- [x]` as disabled check boxes. */
export function taskLists(md: MarkdownIt): void {
  md.core.ruler.push("task_lists", ({ src, tokens, Token }) => {
    if (!/\[[ x]\]/i.test(src)) return;
    tokens.forEach((token, index) => {
      const item = tokens[index - 2];
      const first = token.children?.[0];
      if (token.type !== "inline" || item?.type !== "list_item_open" || first?.type !== "text") return;
      const mark = MARK.exec(first.content);
      if (!mark) return;
      first.content = first.content.slice(mark[0].length);
      item.attrSet("class", "task");
      const box = new Token("task_box", "input", 0);
      box.meta = { done: mark[1] !== " " };
      token.children?.unshift(box);
    });
  });
  md.renderer.rules.task_box = (tokens, index) =>
    tokens[index]?.meta.done
      ? '<input type="checkbox" disabled checked aria-label="已完成"> '
      : '<input type="checkbox" disabled aria-label="未完成"> ';
}
