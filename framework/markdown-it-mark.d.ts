declare module "markdown-it-mark" {
  import type { MarkdownIt } from "markdown-it";
  /** Markdown syntax `==words==` for `<mark>`; the package has no types of its own. */
  export default function mark(md: MarkdownIt): void;
}
