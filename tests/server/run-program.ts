import { type ChildProcess, spawn } from "node:child_process";

export type Program = {
  child: ChildProcess;
  /** Output so far. */
  output(): string;
  /** Resolves to the URL that the program prints. @throws if it ends before that */
  ready(): Promise<string>;
  /** Resolves to the exit code, or the signal that ended the program. */
  ended: Promise<number | NodeJS.Signals | null>;
};

/** The build under plain remix-serve. */
export const REMIX_SERVE = ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"];

/** Starts a built program with only the given environment, in `folder` if given. */
export function runProgram(command: string[], env: Record<string, string>, folder?: string): Program {
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", LOG_LEVEL: "silent", ENV_FILE: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return watchProgram(child);
}

/** Watches a program's output. */
export function watchProgram(child: ChildProcess): Program {
  let output = "";
  const heard = new Set<() => void>();
  const listen = (text: string) => {
    output += text;
    for (const each of heard) each();
  };
  child.stdout?.setEncoding("utf8").on("data", listen);
  child.stderr?.setEncoding("utf8").on("data", listen);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  return {
    child,
    output: () => output,
    ended,
    ready: () =>
      new Promise((resolve, reject) => {
        const look = () => {
          // The setup link of a site without an owner is a URL, too.
          const url = /http:\/\/(?:127\.0\.0\.1|localhost):\d+(?!\d|\/setup)/.exec(output)?.[0];
          if (url) resolve(url.replace("localhost", "127.0.0.1"));
        };
        heard.add(look);
        look();
        void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
      }),
  };
}

/** Adds a site's first owner on the command line, so that it is open to readers. @returns the given settings */
export async function owned<Env extends Record<string, string>>(env: Env): Promise<Env> {
  const program = runProgram(["dist/admin.js", "owner", "add", "--phone", "13900000000"], env);
  if ((await program.ended) !== 0) throw new Error(program.output());
  return env;
}
