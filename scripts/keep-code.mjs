// Saves V8's compiled code of the built programs after a new site has answered its first pages: see compiled-code.mjs.
import { execFileSync, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Timeout in milliseconds; it takes three seconds on an idle machine. */
const LIMIT = 60_000;
/** Pages that every site has, even an empty one. */
const PAGES = ["/", "/question", "/login"];

/** Writes the code to `dist/`. Without it programs still run, but start more slowly; then the reason is printed. */
export async function keepCode() {
  const folder = mkdtempSync(join(tmpdir(), "shequ-build-"));
  try {
    await startOnce(folder);
  } catch (error) {
    console.error(`The programs will start more slowly, nothing compiled was kept of them: ${error}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder @returns {Promise<void>} */
function startOnce(folder) {
  // None of this process's settings, so that the builder's own site is not touched.
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    APP_MODE: "production",
    PORT: "0",
    PUBLIC_ORIGIN: "http://127.0.0.1:3000",
    ALLOW_INSECURE_ORIGIN: "1",
    SECRET_KEY: "of a site that is there for a moment",
    HASHID_SALT: "of a site that is there for a moment",
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
  };
  // Without an owner a site shows only one page.
  const owner = ["dist/admin.js", "owner", "add", "--phone", "13900000000"];
  execFileSync(process.execPath, owner, { env, stdio: "pipe", timeout: LIMIT });
  const child = fork(new URL("./start-and-keep.mjs", import.meta.url), {
    env,
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    timeout: LIMIT,
    killSignal: "SIGKILL",
  });
  let output = "";
  let origin = "";
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  child.stdout?.on("data", (chunk) => {
    output += chunk;
    if (origin) return;
    origin = /is ready: (http:\S+)\n/.exec(output)?.[1] ?? "";
    if (origin) askFor(origin).then(() => child.send("keep"), fail);
  });
  /** @param {Error} error */
  function fail(error) {
    output += error.stack;
    child.kill("SIGKILL");
  }
  return new Promise((kept, failed) => {
    child.once("error", failed);
    child.once("close", (code) => (code === 0 ? kept() : failed(new Error(output || `ended with ${code}`))));
  });
}

/** @param {string} origin */
async function askFor(origin) {
  for (const page of PAGES) {
    const answer = await fetch(origin + page);
    if (answer.status !== 200) throw new Error(`${page} is answered with ${answer.status}`);
    await answer.text();
  }
}
