import { CODE } from "#upstream/text/image-marks";
import { outsideCode } from "#upstream/text/outside-code";
import { linkByName, nameTarget } from "./link-by-name";

/** Code between tags of Hexo and Jekyll, whose language can be given in several ways. */
const HEXO_CODE = String.raw`^\{%-?\s*(?<hexo>codeblock|code|highlight)\b(?<hexoWords>[^%]*)-?%\}[ \t]*\n(?<hexoCode>[\s\S]*?)\n?\{%-?\s*end\k<hexo>\s*-?%\}[ \t]*$`;
/** Code between tags of Hugo. */
const HUGO_CODE = String.raw`^\{\{[<%]\s*highlight\s+(?<hugoWords>[^>%]*?)[>%]\}\}[ \t]*\n(?<hugoCode>[\s\S]*?)\n?\{\{[<%]\s*\/highlight\s*[>%]\}\}[ \t]*$`;
const CODE_BLOCK = new RegExp(`${HEXO_CODE}|${HUGO_CODE}`, "gm");
const NOTE = /^\{%-?\s*note\b[ \t]*(?<words>[^%]*?)-?%\}[ \t]*\n?(?<body>[\s\S]*?)\n?\{%-?\s*endnote\s*-?%\}[ \t]*$/gm;
const HEXO_TAG = String.raw`\{%-?\s*(?<hexo>\w+)(?<hexoWords>[^%]*?)-?%\}`;
const HUGO_TAG = String.raw`\{\{[<%]\s*(?<hugo>\/?\w[\w-]*)(?<hugoWords>[^>%]*?)[>%]\}\}`;
const MARKS = new RegExp(`${CODE}|${HEXO_TAG}|${HUGO_TAG}`, "gim");
/** Variables that Jekyll puts before the path of a text. */
const SITE = /\{\{-?\s*site\.(?:base)?url\s*-?\}\}(?=\{%)/g;
const ARGUMENT = /(?:(?<name>\w+)=)?(?<value>"[^"]*"|'[^']*'|\S+)/g;
const QUOTES = /^(["'])(.*)\1$/s;
const CALLOUTS: Record<string, string> = { primary: "note", default: "note", "": "note" };
const KNOWN_CALLOUTS = /^(?:note|info|tip|success|important|warning|danger|error|caution)$/;

/**
 * Converts tags of site generators to Markdown: code to fences, notes to callouts, pictures to pictures, links to
 * other texts to links by name; purely presentational tags are removed.
 * @param unknown receives each tag without a counterpart; it is kept as is
 */
export function translateTags(markdown: string, unknown: (tag: string) => void): string {
  if (!markdown.includes("{%") && !markdown.includes("{{<") && !markdown.includes("{{%")) return markdown;
  const blocks = outsideCode(markdown, translateBlocks, ["fence"]);
  return outsideCode(blocks, (text) =>
    text.replace(SITE, "").replace(MARKS, (whole: string, ...rest: unknown[]) => {
      const { hexo, hexoWords, hugo, hugoWords } = groupsOf(rest);
      const name = hexo ?? hugo;
      if (name === undefined) return whole;
      const replaced = translate(name.toLowerCase(), hexoWords ?? hugoWords ?? "");
      if (replaced === null) unknown(whole.length > 60 ? `${whole.slice(0, 60)}…` : whole);
      return replaced ?? whole;
    }),
  );
}

/** Named groups of a match, which `replace` passes last. */
const groupsOf = (rest: readonly unknown[]) => rest.at(-1) as Record<string, string | undefined>;

function translateBlocks(text: string): string {
  return text
    .replace(CODE_BLOCK, (_, ...rest: unknown[]) => {
      const { hexo, hexoWords, hexoCode, hugoWords, hugoCode } = groupsOf(rest);
      const code = hexoCode ?? hugoCode ?? "";
      const words = (hexoWords ?? hugoWords ?? "").trim();
      const isFirst = hugoWords !== undefined || hexo === "highlight";
      const language = /\blang:\s*(\w[\w+#-]*)/.exec(words)?.[1] ?? (isFirst ? (words.split(/\s/)[0] ?? "") : "");
      const fence = "`".repeat(Math.max(3, ...[...code.matchAll(/^`{3,}/gm)].map(([run]) => run.length + 1)));
      return `${fence}${language}\n${code}\n${fence}`;
    })
    .replace(NOTE, (_, ...rest: unknown[]) => {
      const { words = "", body } = groupsOf(rest);
      const [kind = "", ...title] = words.trim().split(/\s+/);
      const name = CALLOUTS[kind] ?? (KNOWN_CALLOUTS.test(kind) ? kind : "note");
      return `${`:::${name} ${title.join(" ").replace(/^["']|["']$/g, "")}`.trimEnd()}\n${body}\n:::`;
    });
}

function translate(name: string, words: string): string | null {
  const { named, plain } = argumentsOf(words);
  if (name === "raw" || name === "endraw" || name === "more") return "";
  if (name === "figure" || name === "image" || name === "img" || name === "asset_img") {
    const source = named.src ?? plain.find((word) => /[./]/.test(word));
    if (!source) return null;
    const title = named.alt ?? named.caption ?? named.title ?? plain.at(plain.indexOf(source) + 1) ?? "";
    return `![${plain.indexOf(source) === plain.length - 1 && !named.src ? "" : title.replace(/[[\]]/g, "")}](<${source}>)`;
  }
  if (name === "post_link") {
    const [file = "", ...title] = plain;
    return linkByName(title.filter((word) => !/^(?:true|false)$/.test(word)).join(" "), file);
  }
  const file = named.path ?? plain[0] ?? "";
  if (/^(?:post_path|post_url|ref|relref)$/.test(name) || (name === "link" && /\.(?:md|markdown)$/i.test(file)))
    return nameTarget(file);
  if (name === "link" || name === "btn") {
    const address = plain.find((word) => /^https?:/.test(word));
    const label = plain.filter((word) => word !== address && !/^_?(?:external|blank|self)$/.test(word)).join(" ");
    return address ? `[${label || address}](${address})` : null;
  }
  return null;
}

function argumentsOf(words: string): { named: Record<string, string>; plain: string[] } {
  const named: Record<string, string> = {};
  const plain: string[] = [];
  for (const { groups } of words.matchAll(ARGUMENT)) {
    const { name, value = "" } = groups ?? {};
    const unquoted = value.replace(QUOTES, "$2");
    if (name) named[name] = unquoted;
    else plain.push(unquoted);
  }
  return { named, plain };
}
