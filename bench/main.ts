import { writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { CACHE, demoData } from "./datasets";
import { measureFreshness } from "./freshness";
import { measureHitRate } from "./hit-rate";
import { measureLighthouse } from "./lighthouse";
import { measureMembers } from "./members";
import { measurePageWeight } from "./page-weight";
import { measureConsole, measureScale } from "./scale";
import { measureScrapers } from "./scrapers";
import { measureStart } from "./start-time";
import { measureThroughput } from "./throughput";
import { measureWorkers } from "./workers";

const sections: Record<string, (demo: string) => Promise<unknown>> = {
  throughput: measureThroughput,
  start: measureStart,
  weight: measurePageWeight,
  scale: () => measureScale(),
  console: () => measureConsole(),
  members: measureMembers,
  scrapers: measureScrapers,
  workers: measureWorkers,
  hits: () => measureHitRate(),
  freshness: measureFreshness,
  lighthouse: (demo) => measureLighthouse(demo, process.env.CHROMIUM ?? ""),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length) {
  console.error(`There is no ${unknown.join(", ")}; there are ${Object.keys(sections).join(", ")}`);
  process.exit(2);
}
const started = Date.now();
const [busy = 0] = loadavg();
const GIGABYTE = 1024 ** 3;
const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${(totalmem() / GIGABYTE).toFixed(0)} GB; load before the start ${busy.toFixed(1)}`;
console.log(machine);
const results: Record<string, unknown> = { machine, at: new Date().toISOString() };
const demo = await demoData();
for (const [name, measure] of Object.entries(sections)) {
  if (wanted.length && !wanted.includes(name)) continue;
  results[name] = await measure(demo).catch((error: Error) => {
    console.error(`\n${name} failed: ${error.stack}`);
    process.exitCode = 1;
    return { failed: error.message };
  });
}
const file = join(CACHE, "last.json");
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s; the figures are in ${file}`);
// Servers of a failed section are still running; they end with this process (see agent.ts).
process.exit();
