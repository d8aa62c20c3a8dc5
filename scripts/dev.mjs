// `npm run dev`: esbuild rebuilds the server and the upstream when they change and restarts them; Vite serves the
// app with hot module replacement on the same port.
import "./load-env.mjs";
import { spawn } from "node:child_process";
import { context } from "esbuild";
import { programOptions } from "./programs.mjs";

const FOLDER = ".cache/dev";

/** @type {import("node:child_process").ChildProcess | undefined} */
let server;

function restart() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return start();
  // Of several changes in a row the last one starts it.
  server.removeAllListeners("exit").once("exit", start);
  server.kill("SIGTERM");
}

function start() {
  server = spawn(process.execPath, ["--enable-source-maps", `${FOLDER}/server.js`], {
    stdio: "inherit",
    // A group of its own: Ctrl-C reaches it once, from here, and not from the terminal too.
    detached: true,
    env: { ...process.env, NODE_ENV: "development" },
  });
}

const watching = await context({
  ...programOptions,
  outdir: FOLDER,
  entryPoints: { server: "server.ts" },
  plugins: [
    ...(programOptions.plugins ?? []),
    {
      name: "restart",
      setup(build) {
        build.onEnd((result) => {
          if (result.errors.length === 0) restart();
        });
      },
    },
  ],
});
await watching.watch();
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.once(signal, async () => {
    await watching.dispose();
    if (!server || server.exitCode !== null) return process.exit(0);
    // Vite ends the process with a code of its own.
    server.removeAllListeners("exit").once("exit", () => process.exit(0));
    server.kill("SIGTERM");
  });
}
