// Runs one of our programs (see programs.mjs), building it first if it is out of date: `node scripts/run.mjs import
// FOLDER`.
import "./load-env.mjs";
import { buildIfStale } from "./build.mjs";
import { programs } from "./programs.mjs";

const [name = "", ...rest] = process.argv.slice(2);
if (!Object.hasOwn(programs, name)) {
  console.error(`Which program? ${Object.keys(programs).join(", ")}`);
  process.exit(2);
}
process.env.NODE_ENV ??= "production";
await buildIfStale();
process.argv = [process.argv[0] ?? "node", name, ...rest];
await import(new URL(`../dist/${name}.js`, import.meta.url).href);
