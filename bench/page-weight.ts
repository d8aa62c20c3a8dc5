import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/short-id.server";
import { fetchPage } from "./answers";
import { startServer } from "./server-process";
import { printTable } from "./table";

const PORT = 41_005;
const ASSETS = "build/client/assets";
const KILOBYTE = 1000;
/** `import … from "./x.js"`, `export … from "./x.js"`, `import "./x.js"`: what is loaded before the module runs. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;

type Row = { kind: string; scripts: number; own: number; styles: number; html: number; files: string[] };

/**
 * What a reader's page loads in the end, gzipped: the scripts that the page names (it starts them when it is idle)
 * with all that they import, the styles, and the page itself.
 */
export async function measurePageWeight(folder: string): Promise<Row[]> {
  const pages = {
    home: paths.home(),
    question: paths.question(encodeId(1)),
    article: paths.article(encodeId(1)),
    "question list": paths.questions(),
    "article list": paths.articles(),
    search: paths.search("all", "数据"),
    author: paths.userAnswers(1),
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
  const loaded = named.map(([, html]) => closure(scriptsNamedIn(html)));
  const shared = loaded.reduce((a, b) => a.filter((file) => b.includes(file)));
  const rows = named.map(([kind, html, bytes], n) => {
    const files = loaded[n] ?? [];
    const styles = [...new Set(html.match(/\/assets\/[\w.-]+\.css/g))].map((path) => basename(path));
    return {
      kind,
      scripts: sizeOf(files),
      own: sizeOf(files.filter((file) => !shared.includes(file))),
      styles: sizeOf(styles),
      html: bytes / KILOBYTE,
      files,
    };
  });
  printTable(
    "What a page loads, kB gzipped (aim: scripts ≤ 100, styles ≤ 20)",
    ["", "scripts", "of these not in every page", "styles", "page (br)"],
    rows.map((row) => [row.kind, row.scripts, row.own, row.styles, row.html]),
  );
  return rows;
}

function inflate(headers: readonly string[], body: Buffer): string {
  const encoding = headers[headers.findIndex((name) => name.toLowerCase() === "content-encoding") + 1];
  return (encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body).toString(
    "utf8",
  );
}

function scriptsNamedIn(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))].map((path) => basename(path));
}

/** The modules with everything that they import, and so on. */
function closure(files: readonly string[]): string[] {
  const known = new Set(files);
  for (const file of known) {
    for (const [, imported = ""] of readFileSync(join(ASSETS, file), "utf8").matchAll(STATIC_IMPORT))
      known.add(imported);
  }
  return [...known].sort();
}

const sizeOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(ASSETS, file)), { level: 9 }).byteLength, 0) / KILOBYTE;
