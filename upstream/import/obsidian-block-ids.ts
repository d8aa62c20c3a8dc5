import { outsideCode } from "#upstream/text/outside-code";

/** Names that Obsidian gives to blocks that are linked to: `… ^37066d`. */
const BLOCK_ID = /(?:^|(?<=\S)[ \t]{1,9})\^[0-9a-f]{6}[ \t]{0,9}$/gm;

/** Removes Obsidian's names of blocks, which links lead to and nobody reads. */
export const dropBlockIds = (markdown: string): string =>
  markdown.includes("^") ? outsideCode(markdown, (text) => text.replace(BLOCK_ID, "")) : markdown;
