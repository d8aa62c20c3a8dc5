import { outsideCode } from "#upstream/text/outside-code";

/** Block id that Obsidian appends to a block which is linked to: `… ^37066d`. */
const BLOCK_ID = /(?:^|(?<=\S)[ \t]{1,9})\^[0-9a-f]{6}[ \t]{0,9}$/gm;

/** Removes Obsidian's block ids, which are link targets and no text to read. */
export const dropBlockIds = (markdown: string): string =>
  markdown.includes("^") ? outsideCode(markdown, (text) => text.replace(BLOCK_ID, "")) : markdown;
