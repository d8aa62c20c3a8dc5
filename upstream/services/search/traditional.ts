import { createRequire } from "node:module";

type Convert = (text: string) => string;
let loaded: { characters: Convert; words: Convert } | null = null;

/** OpenCC's tables, about 1 MB; they wait for the first use. */
function openCC() {
  if (loaded) return loaded;
  const { Converter } = createRequire(import.meta.url)("opencc-js") as typeof import("opencc-js");
  loaded = { characters: Converter({ from: "t", to: "cn" }), words: Converter({ from: "twp", to: "cn" }) };
  return loaded;
}

const HAN = /\p{sc=Han}/u;

/**
 * A text in simplified characters and the mainland's words (軟體 is 软件); null where no character is traditional:
 * Taiwan's 文件 is 文档, and 文件 here is another word.
 */
export function simplified(text: string): string | null {
  if (!HAN.test(text)) return null;
  const { characters, words } = openCC();
  return characters(text) === text ? null : words(text);
}
