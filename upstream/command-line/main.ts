import { text } from "node:stream/consumers";
import { createUpstream } from "#upstream/app";
import { readUpstreamConfig } from "#upstream/config";
import { runCommandLine } from "./run-command-line";

// `npm run admin -- NOUN VERB`: what keepers of a server do without a browser.
void runCommandLine(process.argv.slice(2), {
  config: () => readUpstreamConfig(process.env),
  // What a server tells its log of what is asked is no answer to whoever typed.
  open: (config) => createUpstream({ ...config, logLevel: config.logLevel === "info" ? "warn" : config.logLevel }),
  // npm goes to the project's folder first; what was typed is meant from where it was typed.
  from: process.env.INIT_CWD ?? ".",
  input: () => text(process.stdin),
  print: (line) => console.log(line),
  complain: (what) => console.error(what),
}).then((code) => {
  process.exitCode = code;
});
