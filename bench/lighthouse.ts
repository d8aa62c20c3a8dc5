import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { startServer } from "./server-process";
import { printTable } from "./table";

const PORT = 21_007;
/** Lighthouse would be a quarter of all packages, so it is downloaded on first use. */
const LIGHTHOUSE = { version: "12.8.2", folder: ".cache/lighthouse" };
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<
    string,
    { numericValue?: number; score: number | null; title: string; scoreDisplayMode: string } | undefined
  >;
};

/** Runs Lighthouse with its phone settings, once per page: scores from 0 to 100, and the largest contentful paint. */
export async function measureLighthouse(folder: string, chromium: string) {
  const program = fetchLighthouse();
  const server = await startServer(PORT, { DATA_DIR: folder });
  const pages = {
    home: paths.home(),
    question: paths.question(encodeId(1)),
    article: paths.article(encodeId(1)),
    search: paths.search("all", "数据"),
  };
  const results = [];
  for (const [kind, path] of Object.entries(pages)) {
    const report = await audit(program, `${server.origin}${path}`, chromium);
    const scores = CATEGORIES.map((category) => Math.round((report.categories[category]?.score ?? 0) * 100));
    const seconds = (name: string) => (report.audits[name]?.numericValue ?? Number.NaN) / 1000;
    const missed = Object.entries(report.audits)
      .filter(([, one]) => one?.scoreDisplayMode === "binary" && one.score === 0)
      .map(([name]) => name);
    results.push({
      kind,
      scores,
      lcp: seconds("largest-contentful-paint"),
      tbt: seconds("total-blocking-time") * 1000,
      missed,
    });
  }
  await server.stop();
  printTable(
    "Lighthouse, mobile (aim: 100, but performance ≥ 99; largest paint ≤ 1.2 s)",
    ["", ...CATEGORIES, "largest paint s", "blocked ms"],
    results.map(({ kind, scores, lcp, tbt }) => [kind, ...scores.map(String), lcp, tbt]),
  );
  for (const { kind, missed } of results) if (missed.length) console.log(`${kind}: ${missed.join(", ")}`);
  return results;
}

/** Path of Lighthouse's program, installed first if missing. */
function fetchLighthouse(): string {
  const { version, folder } = LIGHTHOUSE;
  const program = `${folder}/${version}/node_modules/lighthouse/cli/index.js`;
  if (!existsSync(program)) {
    const install = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", `${folder}/${version}`];
    execFileSync("npm", [...install, `lighthouse@${version}`], { stdio: "inherit" });
  }
  return program;
}

async function audit(program: string, url: string, chromium: string): Promise<Report> {
  const command = [
    program,
    url,
    "--output=json",
    "--quiet",
    `--only-categories=${CATEGORIES.join()}`,
    "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
  ];
  const env = { ...process.env, ...(chromium ? { CHROME_PATH: chromium } : {}) };
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Report;
}
