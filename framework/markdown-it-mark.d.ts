declare module "markdown-it-mark" {
  import type { MarkdownIt } from "markdown-it";
  /** `==words==` as `<mark>`; the package has no types of its own. */
  export default function mark(md: MarkdownIt): void;
}
