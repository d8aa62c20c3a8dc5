declare module "markdown-it/lib/rules_block/table.mjs" {
  import type { StateBlock } from "markdown-it";

  const table: (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;
  export default table;
}

declare module "markdown-it/lib/rules_inline/text.mjs" {
  import type { StateInline } from "markdown-it";

  const text: (state: StateInline, silent: boolean) => boolean;
  export default text;
}

declare module "markdown-it/lib/rules_block/list.mjs" {
  import type { RuleBlock } from "markdown-it/lib/parser_block.mjs";

  const list: RuleBlock;
  export default list;
}
