import { createRequire } from "node:module";
import type { Jieba } from "@node-rs/jieba";

let loaded: Jieba | null = null;

/**
 * The dictionary is 5 MB and takes about 150 ms and 60 MB to load, so it waits for the first use:
 * the one that comes first waits for it, and a process in which nobody searches or publishes goes without.
 */
export function jieba(): Jieba {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  const { Jieba } = require("@node-rs/jieba") as typeof import("@node-rs/jieba");
  const { dict } = require("@node-rs/jieba/dict") as typeof import("@node-rs/jieba/dict");
  loaded = Jieba.withDict(dict);
  return loaded;
}
