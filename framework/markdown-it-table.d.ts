declare module "markdown-it/lib/rules_block/table.mjs" {
  import type { StateBlock } from "markdown-it";

  const table: (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;
  export default table;
}
