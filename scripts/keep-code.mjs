// Keeps what V8 compiles of the built programs until a new site has answered its first pages: see compiled-code.mjs.
import { execFileSync, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Milliseconds; it takes three seconds where nothing else runs. */
const LIMIT = 60_000;
/** Of any site, also of one without a single text. */
const PAGES = ["/", "/question", "/login"];

/** Writes the code into `dist/`. Programs run without it as well, but start more slowly; then it prints why. */
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
  // Nothing of this process's own settings: the site of whoever builds is left alone.
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
  // Without an owner a site shows no page but one.
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
