import { type ChildProcess, fork } from "node:child_process";
import { get } from "node:http";
import type { Usage } from "./agent";

const START_LIMIT = 30_000;

export type Measured = {
  origin: string;
  pid: number;
  /** Milliseconds from starting the process to the first page with status 200. */
  firstPage: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
};

/** Our built programs next to this one. */
const program = (name: string): string => new URL(`./${name}.js`, import.meta.url).pathname;

/** Starts the built server in a separate process, on a port below those that systems give to outgoing connections. */
export function startServer(port: number, env: Record<string, string>): Promise<Measured> {
  return start("dist/server.js", port, { PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, ...env });
}

/** Starts a plain node:http server that sends the responses in a file (see raw-server.ts). */
export function startRaw(port: number, answers: string): Promise<Measured> {
  return start(program("raw-server"), port, { BENCH_ANSWERS: answers });
}

async function start(file: string, port: number, env: Record<string, string>): Promise<Measured> {
  const started = performance.now();
  const child = fork(file, {
    execArgv: ["--import", program("agent")],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "error", PORT: String(port), ...env },
  });
  const origin = `http://127.0.0.1:${port}`;
  while ((await statusOf(origin)) !== 200) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode} before it answered`);
    if (performance.now() - started > START_LIMIT) throw new Error(`${file} does not answer on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    origin,
    pid: child.pid ?? 0,
    firstPage: performance.now() - started,
    usage: () => ask(child),
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function ask(child: ChildProcess): Promise<Usage> {
  return new Promise((resolve, reject) => {
    child.once("message", (usage) => resolve(usage as Usage));
    child.send("usage", (error) => error && reject(error));
  });
}

function statusOf(origin: string): Promise<number> {
  return new Promise((resolve) => {
    get(origin, { agent: false }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    }).on("error", () => resolve(0));
  });
}
