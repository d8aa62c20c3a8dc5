import { existsSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { ConfigError } from "#runtime/config-error";
import { startFailure } from "#runtime/start-failure";
import { createUpstream } from "#upstream/app";
import { readUpstreamConfig } from "#upstream/config";
import { rememberSalt } from "#upstream/db/salt-of-data";
import { BadExport } from "./exports/entry";
import { openExport } from "./exports/open-export";
import { importExport } from "./import-export";
import { importFolder } from "./import-folder";
import type { ImportReport } from "./import-options";
import { isReadOnlyNow } from "./is-read-only-now";
import { makeApart } from "./make-apart";
import { isEncoding } from "./text-encoding";

const USAGE = `用法：npm run import -- 文件夹 [--author 昵称] [--create-classifications] [--fetch-pictures] [--dry-run]
把文件夹里的 Markdown 文件（和它们的图片）导入站点，格式见 docs/operations.md；也可以是 WordPress 导出的 .xml、
解开了的 Discourse 备份（有 dump.sql.gz 的文件夹）、解开了的 Halo 备份（有 extensions.data 的文件夹）
  --author 昵称              没有写作者的文件算谁的
  --create-classifications   站点没有的分类会新建
  --fetch-pictures           把文章里的站外图片取到本站；中断后再运行一次会接着取
  --dry-run                  只说会导入什么、哪里有问题，什么也不写
  --report 文件              把有问题的和改动过的逐条写进文件（.json 写成 JSON，其他写成文本）
  --encoding 编码            文件不是 UTF-8、UTF-16、GB18030 时，写明它的编码，如 big5`;
/** Reason and remedy while the site moves, or is read-only for another reason. */
const READ_ONLY =
  "本站现在只能浏览。搬家之后请在新的网站上运行；不搬了，就先运行 npm run admin -- read-only off。再运行一次会接着导入。";
const NO_SALT = "HASHID_SALT: 没有设置，请写上网站用的那一个：导入的文章之间的链接由它算出，写进正文以后不会再变";
const BAR = 30;

/** Heap growth in percent before V8 collects garbage; by default it more than doubles. */
const GROWTH = 20;
/** SQLite cache in KiB: an import reads little twice. */
const CACHED = 8_000;

/** `npm run import -- FOLDER`: imports a folder's Markdown files into the site's database. */
async function main(): Promise<void> {
  const { folder, report: reportFile, wrong, ...options } = readArguments();
  const { encoding } = options;
  const isExport = folder && /\.xml$/i.test(folder) && existsSync(folder) && statSync(folder).isFile();
  const isThere = folder && existsSync(folder) && (isExport || statSync(folder).isDirectory());
  if (!folder || !isThere || (encoding && !isEncoding(encoding))) {
    const why = existsSync(folder ?? "") ? "这是一个文件，请先解压，再写解压出来的文件夹" : "没有这个文件夹";
    console.error(
      !folder ? (wrong ?? "") + USAGE : isThere ? `没有这种编码：${encoding}` : `${why}：${folder}\n${USAGE}`,
    );
    process.exitCode = 2;
    return;
  }
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  const from = await openExport(folder);
  const config = readUpstreamConfig(process.env);
  if (!config.shortIdSalt) throw new ConfigError(NO_SALT);
  const upstream = await createUpstream(config);
  if (!options.dryRun && (await isReadOnlyNow(upstream.services))) {
    console.error(`没有导入：${READ_ONLY}`);
    process.exitCode = 1;
    return upstream.close();
  }
  // Links between the imported texts are made of it, and stay.
  if (config.mode === "production" && !options.dryRun) await rememberSalt(upstream.services.db, config);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const started = Date.now();
  const { services } = upstream;
  services.connection.sqlite?.exec(`PRAGMA cache_size = -${CACHED}`);
  const { make, close } = makeApart(services);
  const chosen = { ...options, make, progress: showProgress, signal: stop.signal };
  const bring = from ? importExport(services, from, chosen) : importFolder(services, folder, chosen);
  const report = await bring.finally(close);
  const isClosed = services.readOnly.isOn();
  await upstream.close();
  const { imported, unchanged, bad, told, fetched, stopped } = report;
  if (reportFile) writeFileSync(reportFile, reportText(report, reportFile));
  for (const { file, reason } of bad) console.error(`✗ ${file}：${reason}`);
  if (!reportFile) for (const { file, reason } of told) console.error(`△ ${file}：${reason}`);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const verb = options.dryRun ? "会导入" : "导入";
  const what = from ? "篇" : "个文件";
  const more = `${told.length} 处有改动${options.fetchPictures ? `，取到 ${fetched} 张站外图片` : ""}`;
  console.log(
    `${verb} ${imported} ${what}，${unchanged} 个已导入过，${bad.length} 个有问题，${more}，用时 ${seconds} 秒`,
  );
  if (reportFile) console.log(`逐条写在 ${reportFile}`);
  if (stopped) console.error(isClosed ? `已中断：${READ_ONLY}` : "已中断；再运行一次会接着导入。");
  if (imported + unchanged + bad.length === 0)
    console.error(from ? "里面没有可以导入的内容。" : "文件夹里没有 Markdown 文件（.md、.markdown）。");
  if (bad.length || stopped) process.exitCode = 1;
}

function reportText(report: ImportReport, file: string): string {
  if (file.endsWith(".json")) return `${JSON.stringify(report, null, 2)}\n`;
  const rows = (mark: string, list: ImportReport["bad"]) =>
    list.map(({ file, reason }) => `${mark} ${file}：${reason}\n`);
  return [...rows("✗", report.bad), ...rows("△", report.told)].join("");
}

type Arguments = {
  /** Line about an option that does not exist or lacks its value. */
  wrong?: string;
  folder?: string | undefined;
  report?: string | undefined;
  author?: string | undefined;
  encoding?: string | undefined;
  createClassifications: boolean;
  fetchPictures: boolean;
  dryRun: boolean;
};

function readArguments(): Arguments {
  try {
    const flag = { type: "boolean", default: false } as const;
    const args = process.argv.slice(2);
    const { values, positionals } = parseArgs({
      args: args[0] === "--" ? args.slice(1) : args,
      allowPositionals: true,
      options: {
        author: { type: "string" },
        encoding: { type: "string" },
        report: { type: "string" },
        "create-classifications": flag,
        "fetch-pictures": flag,
        "dry-run": flag,
      },
    });
    // pnpm passes the `--` on, behind which options would be names of files.
    const [folder, ...more] = positionals;
    if (more.length > 0) throw new Error("more than one folder");
    // npm changes to the project's folder, but paths are relative to where the command was typed.
    const from = process.env.INIT_CWD ?? ".";
    return {
      folder: folder && resolve(from, folder),
      report: values.report && resolve(from, values.report),
      author: values.author,
      encoding: values.encoding,
      createClassifications: values["create-classifications"],
      fetchPictures: values["fetch-pictures"],
      dryRun: values["dry-run"],
    };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [, option = ""] = /'(--?[^' =]*)/.exec(message) ?? [];
    const about = code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" ? `没有选项 ${option}` : `${option} 写得不对`;
    return {
      ...(option && { wrong: `${about}\n` }),
      createClassifications: false,
      fetchPictures: false,
      dryRun: false,
    };
  }
}

let lastTenth = 0;

/** Shows a progress bar on a terminal; elsewhere a line for each tenth. */
function showProgress(done: number, total: number): void {
  if (process.stderr.isTTY) {
    const filled = Math.round((done / total) * BAR);
    process.stderr.write(
      `\r${"█".repeat(filled)}${"░".repeat(BAR - filled)} ${done}/${total}${done === total ? "\n" : ""}`,
    );
    return;
  }
  const tenth = Math.floor((done / total) * 10);
  if (tenth === lastTenth) return;
  lastTenth = tenth;
  console.error(`${done}/${total}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof BadExport ? error.message : startFailure(error));
  process.exitCode = 1;
});
