import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CACHE } from "./datasets";
import { BROWSER_HEADERS } from "./replies";

/** Latencies in milliseconds. */
export type Load = { requests: number; perSecond: number; p50: number; p99: number; failed: number };

const CONNECTIONS = 16;
const wrk = spawnSync("wrk", ["-v"]).error === undefined;
export const GENERATOR = `${wrk ? "wrk" : "autocannon"}, ${CONNECTIONS} connections, one thread`;

/** Settings of a measured server: this generator reads faster than any person. */
export const UNLIMITED = { PAGES_PER_MINUTE: "0", SEARCHES_PER_MINUTE: "0" };

type Headers = Readonly<Record<string, string>>;

/** Requests the paths in turn, as fast as responses arrive, from a separate process. */
export function load(
  origin: string,
  paths: readonly string[],
  seconds: number,
  headers: Headers = BROWSER_HEADERS,
): Promise<Load> {
  return (wrk ? loadByWrk : loadByAutocannon)(origin, paths, seconds, headers);
}

async function loadByWrk(origin: string, paths: readonly string[], seconds: number, sent: Headers): Promise<Load> {
  const script = join(CACHE, "load.lua");
  const headers = Object.entries(sent).map(([name, value]) => `["${name}"]="${value}"`);
  writeFileSync(
    script,
    `local requests, n = {}, 0
function init()
  for _, path in ipairs({${paths.map((path) => JSON.stringify(path)).join()}}) do
    requests[#requests + 1] = wrk.format("GET", path, {${headers.join()}})
  end
end
function request() n = n % #requests + 1; return requests[n] end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("\\nRESULT %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`,
  );
  const command = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}`, "--timeout", "10s", "-s", script, origin];
  const { stdout } = await promisify(execFile)("wrk", command);
  const [requests = 0, duration = 1, p50 = 0, p99 = 0, failed = 0] = (/RESULT (.*)/.exec(stdout)?.[1] ?? "")
    .split(" ")
    .map(Number);
  return { requests, perSecond: requests / (duration / 1e6), p50: p50 / 1000, p99: p99 / 1000, failed };
}

async function loadByAutocannon(
  origin: string,
  paths: readonly string[],
  seconds: number,
  headers: Headers,
): Promise<Load> {
  const job = {
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests: paths.map((path) => ({ path })),
    headers,
  };
  const autocannon = JSON.stringify(fileURLToPath(import.meta.resolve("autocannon")));
  const code = `require(${autocannon})(${JSON.stringify(job)}).then((result) => console.log(JSON.stringify(result)))`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", code], { maxBuffer: 16 * 1024 * 1024 });
  const { requests, latency, duration, non2xx, errors } = JSON.parse(stdout);
  return {
    requests: requests.total,
    perSecond: requests.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    failed: non2xx + errors,
  };
}
