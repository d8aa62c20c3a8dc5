import { writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { CACHE, demoData } from "./datasets";
import { printGates } from "./gates";
import { type Results, SECTIONS, type SectionName } from "./sections";

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(SECTIONS, name));
if (unknown.length) {
  console.error(`There is no ${unknown.join(", ")}; there are ${Object.keys(SECTIONS).join(", ")}`);
  process.exit(2);
}
const started = Date.now();
const [busy = 0] = loadavg();
const GIGABYTE = 1024 ** 3;
const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${(totalmem() / GIGABYTE).toFixed(0)} GB; load before the start ${busy.toFixed(1)}`;
console.log(machine);
const demo = await demoData();
const results: Results = {};
/** Messages of sections that could not be measured. */
const failures: Partial<Record<SectionName, string>> = {};
for (const [name, measure] of Object.entries(SECTIONS) as [SectionName, (demo: string) => Promise<unknown>][]) {
  if (wanted.length && !wanted.includes(name)) continue;
  try {
    Object.assign(results, { [name]: await measure(demo) });
  } catch (error) {
    console.error(`\n${name} failed: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
    failures[name] = String(error);
  }
}
printGates(results);
const file = join(CACHE, "last.json");
writeFileSync(file, `${JSON.stringify({ machine, at: new Date().toISOString(), ...results, failures }, null, 2)}\n`);
console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s; the figures are in ${file}`);
// Servers of a failed section are still running; they end with this process (see agent.ts).
process.exit();
