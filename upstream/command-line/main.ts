import { text } from "node:stream/consumers";
import { createUpstream } from "#upstream/app";
import { readUpstreamConfig } from "#upstream/config";
import { patient } from "./patient";
import { runCommandLine } from "./run-command-line";

// `npm run admin -- NOUN VERB`: administration without a browser.
void runCommandLine(process.argv.slice(2), {
  config: () => patient(readUpstreamConfig(process.env)),
  // Log lines are not part of a command's output.
  open: (config) => createUpstream({ ...config, logLevel: config.logLevel === "info" ? "warn" : config.logLevel }),
  // npm changes to the project's folder, but paths are relative to where the command was typed.
  from: process.env.INIT_CWD ?? ".",
  input: () => text(process.stdin),
  stopSignal() {
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    return stop.signal;
  },
  print: (line) => console.log(line),
  complain: (what) => console.error(what),
}).then((code) => {
  // What is printed is complete; a silent service may still be waited for.
  process.stdout.write("", () => process.exit(code));
});
