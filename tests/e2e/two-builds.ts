import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";

type Build = "a" | "b";

/** One site, and which build answers there. */
export type Site = {
  origin: string;
  /** From now on the site is that build, and nothing is left of the other. */
  deploy: (build: Build) => void;
  close: () => void;
};

const FOLDER = resolve(".cache/two-builds");
/** The mark of build b on every page, in what React writes on the server and in the browser. */
const LANGUAGE = /(?<=[{,]\s*)lang:\s?"zh-CN"/g;

/**
 * Two builds of the app, each served by its own process: the one under test, and what a change of something that all files
 * need would have made of it, another name for each script and another build's id. Building that takes 40 s of a processor.
 */
export async function startTwoBuilds() {
  const folders = { a: copyCurrentBuild(), b: renameCurrentBuild() };
  const [a, b] = await Promise.all([serve(folders.a), serve(folders.b)]);
  const ports = { a: a.port, b: b.port };
  return {
    openSite: () => openSite(ports),
    stop() {
      a.process.kill();
      b.process.kill();
    },
  };
}

function copyCurrentBuild(build: Build = "a"): string {
  const folder = join(FOLDER, build);
  rmSync(folder, { recursive: true, force: true });
  for (const each of ["build", "dist"]) cpSync(each, join(folder, each), { recursive: true });
  cpSync("package.json", join(folder, "package.json"));
  return folder;
}

function renameCurrentBuild(): string {
  const folder = copyCurrentBuild("b");
  const { id } = JSON.parse(readFileSync("dist/build.json", "utf8")) as { id: string };
  const assets = join(folder, "build/client/assets");
  const scripts = new Set(readdirSync(assets).filter((name) => name.endsWith(".js")));
  let [marks, ids] = [0, 0];
  for (const at of ["build/client/assets", "build/server", "build/server/assets", "dist"]) {
    for (const name of readdirSync(join(folder, at))) {
      const path = join(folder, at, name);
      // Of what it was before; the server sends what is there.
      if (/\.(?:gz|br)$/.test(name)) rmSync(path);
      if (!/\.c?js$/.test(name)) continue;
      const text = readFileSync(path, "utf8")
        .replace(/[\w.-]+\.js\b/g, (word) => (scripts.has(word) ? word.replace(/\.js$/, "b.js") : word))
        .replace(LANGUAGE, (lang) => {
          marks += 1;
          return `${lang},"data-build":"b"`;
        })
        .replaceAll(id, () => {
          ids += 1;
          return [...id].reverse().join("");
        });
      writeFileSync(path, text);
      if (at === "build/client/assets") renameSync(path, path.replace(/\.js$/, "b.js"));
    }
  }
  if (marks < 2 || ids < 2) throw new Error("the build is written otherwise now: its pages or its id were not found");
  return folder;
}

/** A server on a port of its own, on the database of the site under test, of which it only reads. */
function serve(folder: string): Promise<{ process: ChildProcess; port: number }> {
  const env = { ...process.env, NODE_ENV: "production" as const, PORT: "0", DATA_DIR: resolve(".cache/e2e-data") };
  // A site where nobody kept the files of the other build: the worst case.
  Object.assign(env, { ASSETS_DIR: join(folder, "kept") });
  const child = spawn(process.execPath, ["dist/server.js"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((ready, failed) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const port = /ready: http:\/\/[^:]+:(\d+)/.exec(output)?.[1];
      if (port) ready({ process: child, port: Number(port) });
    });
    child.once("exit", (code) => failed(new Error(`the server in ${folder} ended with ${code}:\n${output}`)));
  });
}

/** A port that leads to build a, until the other one is deployed there. */
function openSite(ports: Record<Build, number>): Promise<Site> {
  let build: Build = "a";
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request({ port: ports[build], host: "127.0.0.1", method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return new Promise((opened) => {
    server.listen(0, "127.0.0.1", () =>
      opened({
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        deploy: (next) => {
          build = next;
        },
        close() {
          server.closeAllConnections();
          server.close();
        },
      }),
    );
  });
}
