import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "#tests/support/free-port";
import type { RoundRobin } from "./round-robin";
import { newFolder } from "./run";

/** The sample configuration, but on loopback without TLS, in a temporary folder, in front of these processes. */
function configuration(folder: string, port: number, urls: readonly string[]): string {
  const servers = urls.map((url) => `server ${new URL(url).host} max_fails=2 fail_timeout=5s;`).join("\n    ");
  const sample = readFileSync("deploy/nginx.conf", "utf8");
  const changed = [
    [/worker_processes auto;/, "worker_processes 1;"],
    [/include mime\.types;/, "include /etc/nginx/mime.types;"],
    [/access_log \S+ shequ;/, `access_log ${join(folder, "access.log")} shequ;`],
    [/server 127\.0\.0\.1:3000 [^;]+;/, servers],
    [/ {2}server \{\n {4}listen 80;[^}]+\}\n/, ""],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/ *listen \[::\]:443 ssl http2;\n/, ""],
    [/server_name example\.com;/, "server_name 127.0.0.1;"],
    [/(?: *ssl_\w+ [^;]+;\n)+/, ""],
    // The port is not a default one here, so it is part of the host.
    [/Host \$host;/g, "Host $http_host;"],
  ] as const;
  return changed.reduce((text, [what, instead]) => {
    if (text.search(what) < 0) throw new Error(`the sample of nginx has no ${what}`);
    return text.replace(what, instead);
  }, sample);
}

const listens = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    ({ status }) => status === 502,
    () => false,
  );

/** Starts nginx with our sample in front of processes set by `lead`. */
export async function startNginx(): Promise<RoundRobin> {
  const folder = newFolder();
  const file = join(folder, "nginx.conf");
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let program: ChildProcess | null = null;
  mkdirSync(join(folder, "logs"));
  const write = (urls: readonly string[]) => writeFileSync(file, configuration(folder, port, urls));
  const isRoot = process.getuid?.() === 0;
  const globals = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;${isRoot ? " user root;" : ""}`;
  // Nothing listens there: until processes are set, it answers 502.
  write([`http://127.0.0.1:${await freePort()}`]);
  program = spawn("nginx", ["-p", folder, "-c", file, "-g", globals], { stdio: "inherit" });
  await once(program, "spawn");
  while (!(await listens(origin))) await setTimeout(20);
  return {
    origin,
    lead(urls) {
      write(urls);
      program?.kill("SIGHUP");
    },
    close() {
      program?.kill("SIGTERM");
    },
  };
}
