import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { gzippedSize, inlineScriptsOf, scriptsOf, stylesOf } from "./loaded-files";
import { fetchPage } from "./replies";
import { startServer } from "./server-process";
import { printTable } from "./table";

const PORT = 21_005;
const KILOBYTE = 1000;
/** From 2026-11-22, when the framework was loaded immediately. */
const BEFORE = { scripts: 98.3, article: 118 };

type Row = {
  kind: string;
  /** Inline, compressed by itself. */
  untouched: number;
  scripts: number;
  own: number;
  styles: number;
  html: number;
  /** Before the first interaction, without pictures: the page and its styles. */
  whole: number;
  files: string[];
};

/**
 * Measures what a visitor's page loads before the first interaction, and in total, gzipped: scripts with their imports,
 * styles, and the page itself.
 */
export async function measurePageWeight(folder: string): Promise<Row[]> {
  const pages = {
    home: paths.home(),
    question: paths.question(encodeId(1)),
    article: paths.article(encodeId(1)),
    "question list": paths.questions(),
    "article list": paths.articles(),
    search: paths.search("all", "数据"),
    author: paths.writtenBy("answer", 1),
    case: paths.case(1),
    about: paths.about(),
  };
  const server = await startServer(PORT, { DATA_DIR: folder });
  const named: [string, string, number][] = [];
  for (const [kind, path] of Object.entries(pages)) {
    const page = await fetchPage(server.origin, path).catch((error: Error) => {
      console.log(`  ${kind}: left out (${error.message})`);
      return null;
    });
    if (!page) continue;
    named.push([kind, inflate(page.headers, page.body), page.body.byteLength]);
  }
  await server.stop();
  const loaded = named.map(([, html]) => scriptsOf(html));
  const shared = loaded.reduce((a, b) => a.filter((file) => b.includes(file)));
  const rows = named.map(([kind, html, bytes], n) => {
    const files = loaded[n] ?? [];
    const styles = gzippedSize(stylesOf(html)) / KILOBYTE;
    return {
      kind,
      untouched: brotliCompressSync(inlineScriptsOf(html).join("\n")).byteLength / KILOBYTE,
      scripts: gzippedSize(files) / KILOBYTE,
      own: gzippedSize(files.filter((file) => !shared.includes(file))) / KILOBYTE,
      styles,
      html: bytes / KILOBYTE,
      whole: bytes / KILOBYTE + styles,
      files,
    };
  });
  printTable(
    "What a page loads in the end, kB compressed (aim: scripts ≤ 100, styles ≤ 20)",
    ["", "scripts", "of these not in every page", "styles", "page (br)"],
    rows.map((row) => [row.kind, row.scripts, row.own, row.styles, row.html]),
  );
  const article = rows.find(({ kind }) => kind === "article")?.whole ?? Number.NaN;
  printTable(
    "What a visitor's page loads before it is touched, kB compressed",
    ["", "before", "now", "gate", "aim"],
    [
      ["scripts, of the kind that has most", BEFORE.scripts, Math.max(...rows.map((row) => row.untouched)), 5, 2],
      ["an article whole, without pictures", BEFORE.article, article, 60, 35],
    ],
  );
  return rows;
}

function inflate(headers: readonly string[], body: Buffer): string {
  const encoding = headers[headers.findIndex((name) => name.toLowerCase() === "content-encoding") + 1];
  return (encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body).toString(
    "utf8",
  );
}
