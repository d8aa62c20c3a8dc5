import type { HLJSApi, LanguageFn } from "highlight.js";

type Load = () => Promise<{ default: LanguageFn }>;

const LANGUAGES: Record<string, Load> = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
  go: () => import("highlight.js/lib/languages/go"),
  graphql: () => import("highlight.js/lib/languages/graphql"),
  http: () => import("highlight.js/lib/languages/http"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  lua: () => import("highlight.js/lib/languages/lua"),
  makefile: () => import("highlight.js/lib/languages/makefile"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  nginx: () => import("highlight.js/lib/languages/nginx"),
  php: () => import("highlight.js/lib/languages/php"),
  python: () => import("highlight.js/lib/languages/python"),
  r: () => import("highlight.js/lib/languages/r"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  scss: () => import("highlight.js/lib/languages/scss"),
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};
const ALIASES: Record<string, string> = {
  "c++": "cpp",
  "c#": "csharp",
  cs: "csharp",
  console: "bash",
  docker: "dockerfile",
  golang: "go",
  h: "c",
  html: "xml",
  js: "javascript",
  json5: "json",
  jsonc: "json",
  jsx: "javascript",
  kt: "kotlin",
  make: "makefile",
  md: "markdown",
  mysql: "sql",
  pgsql: "sql",
  postgresql: "sql",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sass: "scss",
  sh: "bash",
  shell: "bash",
  svg: "xml",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  vue: "xml",
  yml: "yaml",
  zsh: "bash",
};
/** Longer code stays plain: colouring is for reading, and nobody reads that much of it here. */
const CODE_LENGTH_MAX = 20_000;

let hljs: HLJSApi | null = null;

/** The language that a fence names, as we call it; null for none or one that we don't colour. */
export function languageOf(info: string): string | null {
  const name =
    info
      .trim()
      .split(/[\s{,:]/, 1)[0]
      ?.toLowerCase() ?? "";
  const language = Object.hasOwn(ALIASES, name) ? (ALIASES[name] as string) : name;
  return Object.hasOwn(LANGUAGES, language) ? language : null;
}

/** Loads what `highlight` needs for these languages; a process that shows no code loads nothing. */
export async function loadLanguages(languages: string[]): Promise<void> {
  if (!languages.length) return;
  hljs ??= (await import("highlight.js/lib/core")).default;
  for (const language of languages) {
    const load = LANGUAGES[language];
    if (load && !hljs.getLanguage(language)) hljs.registerLanguage(language, (await load()).default);
  }
}

/** HTML with `hljs-…` classes; null when the language isn't loaded or the code is too long. */
export function highlight(code: string, language: string): string | null {
  if (!hljs?.getLanguage(language) || code.length > CODE_LENGTH_MAX) return null;
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}
