import { CODE } from "#upstream/text/image-marks";
import { outsideCode } from "#upstream/text/outside-code";
import { linkByName, nameTarget } from "./link-by-name";

/** Code between tags of Hexo, Jekyll and Hugo; the language can be given in several ways. */
const CODE_BLOCK =
  /^\{%-?\s*(codeblock|code|highlight)\b([^%]*)-?%\}[ \t]*\n([\s\S]*?)\n?\{%-?\s*end\1\s*-?%\}[ \t]*$|^\{\{[<%]\s*highlight\s+([^>%]*?)[>%]\}\}[ \t]*\n([\s\S]*?)\n?\{\{[<%]\s*\/highlight\s*[>%]\}\}[ \t]*$/gm;
const NOTE = /^\{%-?\s*note\b[ \t]*([^%]*?)-?%\}[ \t]*\n?([\s\S]*?)\n?\{%-?\s*endnote\s*-?%\}[ \t]*$/gm;
const TAG = /\{%-?\s*(\w+)([^%]*?)-?%\}|\{\{[<%]\s*(\/?\w[\w-]*)([^>%]*?)[>%]\}\}/g;
const MARKS = new RegExp(`${CODE}|(?<tag>${TAG.source})`, "gim");
/** Variables that Jekyll puts before the path of a text. */
const SITE = /\{\{-?\s*site\.(?:base)?url\s*-?\}\}(?=\{%)/g;
const ARGUMENT = /(\w+)=(?:"([^"]*)"|'([^']*)'|(\S+))|"([^"]*)"|'([^']*)'|(\S+)/g;
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
      if ((rest.at(-1) as { tag?: string }).tag === undefined) return whole;
      const [, hexo, hexoWords = "", hugo, hugoWords = ""] = new RegExp(TAG.source).exec(whole) ?? [];
      const replaced = translate((hexo ?? hugo ?? "").toLowerCase(), hexoWords || hugoWords);
      if (replaced === null) unknown(whole.length > 60 ? `${whole.slice(0, 60)}…` : whole);
      return replaced ?? whole;
    }),
  );
}

function translateBlocks(text: string): string {
  return text
    .replace(
      CODE_BLOCK,
      (_, name: string | undefined, options: string, code: string, hugo: string, hugoCode: string) => {
        const text = code ?? hugoCode ?? "";
        const words = (options ?? hugo ?? "").trim();
        const language =
          /\blang:\s*(\w[\w+#-]*)/.exec(words)?.[1] ??
          (hugo || name === "highlight" ? (words.split(/\s/)[0] ?? "") : "");
        const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/^`{3,}/gm)].map(([run]) => run.length + 1)));
        return `${fence}${language}\n${text}\n${fence}`;
      },
    )
    .replace(NOTE, (_, options: string, body: string) => {
      const [kind = "", ...title] = options.trim().split(/\s+/);
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
  for (const [, name, double, single, bare, quoted, apostrophes, word] of words.matchAll(ARGUMENT)) {
    const value = double ?? single ?? bare ?? quoted ?? apostrophes ?? word ?? "";
    if (name) named[name] = value;
    else plain.push(value);
  }
  return { named, plain };
}
