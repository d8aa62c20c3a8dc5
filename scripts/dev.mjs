// `npm run dev`: esbuild rebuilds and restarts the server and the upstream when they change; Vite serves the app with
// hot module replacement on the same port.
import "./load-env.mjs";
import { spawn } from "node:child_process";
import { context } from "esbuild";
import { programOptions } from "./programs.mjs";

const FOLDER = ".cache/dev";

/** @type {import("node:child_process").ChildProcess | undefined} */
let server;

function restart() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return start();
  // After several changes in a row, only the last one starts it.
  server.removeAllListeners("exit").once("exit", start);
  server.kill("SIGTERM");
}

function start() {
  server = spawn(process.execPath, ["--enable-source-maps", `${FOLDER}/server.js`], {
    stdio: "inherit",
    // A process group of its own, so that Ctrl-C reaches it once, from here, and not from the terminal as well.
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
    // Vite ends the process with its own exit code.
    server.removeAllListeners("exit").once("exit", () => process.exit(0));
    server.kill("SIGTERM");
  });
}
