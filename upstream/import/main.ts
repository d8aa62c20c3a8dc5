import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { startFailure } from "#runtime/start-failure";
import { createUpstream } from "#upstream/app";
import { readUpstreamConfig } from "#upstream/config";
import { importFolder } from "./import-folder";

const USAGE = `用法：npm run import -- 文件夹 [--author 昵称] [--create-classifications]
把文件夹里的 Markdown 文件（和它们的图片）导入站点，格式见 docs/operations.md
  --author 昵称              没有写作者的文件算谁的
  --create-classifications   站点没有的分类会新建`;
const BAR = 30;

/** `npm run import -- FOLDER`: brings the Markdown files of a folder into the site's database. */
async function main(): Promise<void> {
  const { folder, author, createClassifications } = readArguments();
  if (!folder || !existsSync(folder) || !statSync(folder).isDirectory()) {
    console.error(folder ? `没有这个文件夹：${folder}\n${USAGE}` : USAGE);
    process.exitCode = 2;
    return;
  }
  const upstream = await createUpstream(readUpstreamConfig(process.env));
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const started = Date.now();
  const report = await importFolder(upstream.services, folder, {
    progress: showProgress,
    author,
    createClassifications,
    signal: stop.signal,
  });
  await upstream.close();
  const { imported, unchanged, bad, stopped } = report;
  for (const { file, reason } of bad) console.error(`✗ ${file}：${reason}`);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`导入 ${imported} 个文件，${unchanged} 个已导入过，${bad.length} 个有问题，用时 ${seconds} 秒`);
  if (stopped) console.error("已中断；再运行一次会接着导入。");
  if (imported + unchanged + bad.length === 0) console.error("文件夹里没有 Markdown 文件（.md、.markdown）。");
  if (bad.length || stopped) process.exitCode = 1;
}

type Arguments = { folder?: string | undefined; author?: string | undefined; createClassifications: boolean };

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { author: { type: "string" }, "create-classifications": { type: "boolean", default: false } },
    });
    const [folder] = positionals;
    // npm goes to the project's folder first; what was typed is meant from where it was typed.
    const from = process.env.INIT_CWD ?? ".";
    const createClassifications = values["create-classifications"];
    return { folder: folder && resolve(from, folder), author: values.author, createClassifications };
  } catch {
    return { createClassifications: false };
  }
}

let lastTenth = 0;

/** A bar that redraws itself on a terminal; elsewhere a line for each tenth. */
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
  console.error(startFailure(error));
  process.exitCode = 1;
});
