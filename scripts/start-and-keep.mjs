// The built server, which on request saves its compiled code and exits: see keep-code.mjs.
import { fileURLToPath } from "node:url";
import { compile } from "./compiled-code.mjs";

const beside = (/** @type {string} */ name) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
const { run, keep } = compile(beside("programs.cjs"), beside("programs.code"));
process.once("message", () => {
  keep();
  process.exit();
});
await run().programs.server();
