import { createRequire } from "node:module";

type Convert = (text: string) => string;
let loaded: { characters: Convert; words: Convert } | null = null;

/** Loads OpenCC's tables, about 1 MB, on first use. */
function openCC() {
  if (loaded) return loaded;
  const { Converter } = createRequire(import.meta.url)("opencc-js") as typeof import("opencc-js");
  loaded = { characters: Converter({ from: "t", to: "cn" }), words: Converter({ from: "twp", to: "cn" }) };
  return loaded;
}

const HAN = /\p{sc=Han}/u;

/**
 * Converts a text to simplified characters and mainland vocabulary (軟體 → 软件); null if it has no traditional characters,
 * because some words differ: Taiwan's 文件 is 文档, but 文件 is another word here.
 */
export function simplified(text: string): string | null {
  if (!HAN.test(text)) return null;
  const { characters, words } = openCC();
  return characters(text) === text ? null : words(text);
}
