import { type ChildProcess, spawn } from "node:child_process";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { copyCurrentBuild, renameCurrentBuild } from "#tests/builds/renamed-build";

type Build = "a" | "b";

/** One site, and the build that it serves. */
export type Site = {
  origin: string;
  /** Switches the site to that build; nothing of the other remains. */
  deploy: (build: Build) => void;
  close: () => void;
};

/**
 * Two builds of the app, each with its own process: the one under test, and one with a change in a shared file, which
 * renames all scripts and changes the build id. Building it takes 40 s of CPU time.
 */
export async function startTwoBuilds() {
  const folders = { a: copyCurrentBuild("a"), b: renameCurrentBuild("b") };
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

/** A server on its own port and the database of the site under test, which it only reads. */
function serve(folder: string): Promise<{ process: ChildProcess; port: number }> {
  const env = { ...process.env, NODE_ENV: "production" as const, PORT: "0", DATA_DIR: resolve(".cache/e2e-data") };
  // A site without the other build's files: the worst case.
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

/** A port that leads to build a, until the other one is deployed. */
function openSite(ports: Record<Build, number>): Promise<Site> {
  let build: Build = "a";
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    // A new connection, because the server may be closing an idle one.
    const to = { port: ports[build], host: "127.0.0.1", method, path: url, headers, agent: false };
    const onward = request(to, (answer) => {
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
