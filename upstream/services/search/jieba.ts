import { createRequire } from "node:module";
import type { Jieba } from "@node-rs/jieba";
import { newerWords } from "./newer-words";

let loaded: Jieba | null = null;

/**
 * Loads the dictionary on first use, because its 5 MB take about 150 ms and 60 MB of memory, which processes without
 * searches or publishing don't need.
 */
export function jieba(): Jieba {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  const { Jieba } = require("@node-rs/jieba") as typeof import("@node-rs/jieba");
  const { dict } = require("@node-rs/jieba/dict") as typeof import("@node-rs/jieba/dict");
  loaded = Jieba.withDict(dict);
  loaded.loadDict(newerWords());
  return loaded;
}
