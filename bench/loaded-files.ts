import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";

const ASSETS = "build/client/assets";
/** `import … from "./x.js"`, `export … from "./x.js"`, `import "./x.js"`: modules loaded before this one runs. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;

/** Names of all scripts that a page eventually loads, including their imports. */
export function scriptsOf(html: string): string[] {
  const files = new Set(namedIn(html, /\/assets\/[\w.-]+\.js/g));
  for (const file of files) {
    for (const [, imported = ""] of readFileSync(join(ASSETS, file), "utf8").matchAll(STATIC_IMPORT))
      files.add(imported);
  }
  return [...files].sort();
}

export const stylesOf = (html: string): string[] => namedIn(html, /\/assets\/[\w.-]+\.css/g);

const namedIn = (html: string, path: RegExp) => [...new Set(html.match(path))].map((one) => basename(one));

/** Size of built files over the network, in bytes. */
export const gzippedSize = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(ASSETS, file)), { level: 9 }).byteLength, 0);

/** Inline scripts of a page that run; others are data. */
export const inlineScriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = "", text = ""]) =>
    attributes.includes('type="application/') ? [] : [text],
  );
