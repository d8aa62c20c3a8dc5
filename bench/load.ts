import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CACHE } from "./datasets";
import { type Ask, sentOf } from "./exchange";
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
  const asks = paths.map((path) => ({ name: "reading", path, headers }));
  return loadOf(origin, asks, seconds);
}

/** `load` of any requests. The list is read from its beginning, and repeated if it is too short. */
export const loadOf = (origin: string, asks: readonly Ask[], seconds: number): Promise<Load> =>
  (wrk ? loadByWrk : loadByAutocannon)(origin, asks, seconds);

async function loadByWrk(origin: string, asks: readonly Ask[], seconds: number): Promise<Load> {
  const script = join(CACHE, "load.lua");
  writeFileSync(
    script,
    `local requests, n = {}, 0
function init()
  for _, ask in ipairs({${asks.map((ask) => luaOf(origin, ask)).join()}}) do
    requests[#requests + 1] = wrk.format(ask[1], ask[2], ask[3], ask[4])
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

/** A request as a table of Lua: method, path, headers, body. */
function luaOf(origin: string, ask: Ask): string {
  const { method, headers, body } = sentOf(origin, ask);
  const named = Object.entries(headers).map(([name, value]) => `["${name}"]=${JSON.stringify(value)}`);
  return `{"${method}",${JSON.stringify(ask.path)},{${named.join()}},${body === undefined ? "nil" : JSON.stringify(body)}}`;
}

async function loadByAutocannon(origin: string, asks: readonly Ask[], seconds: number): Promise<Load> {
  const job = { url: origin, connections: CONNECTIONS, duration: seconds };
  const requests = asks.map((ask) => ({ path: ask.path, ...sentOf(origin, ask) }));
  const autocannon = JSON.stringify(fileURLToPath(import.meta.resolve("autocannon")));
  const script = join(CACHE, "load.cjs");
  // By itself each connection would go through the whole list, and all would ask for the same page at once.
  writeFileSync(
    script,
    `const requests = ${JSON.stringify(requests)};
let clients = 0;
const setupClient = (client) => {
  const own = clients++;
  client.setRequests(requests.filter((_, n) => n % ${CONNECTIONS} === own % Math.min(${CONNECTIONS}, requests.length)));
};
require(${autocannon})({ ...${JSON.stringify(job)}, setupClient }).then((result) => console.log(JSON.stringify(result)));
`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 16 * 1024 * 1024 });
  const { requests: sent, latency, duration, errors, ...statuses } = JSON.parse(stdout);
  return {
    requests: sent.total,
    perSecond: sent.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    failed: statuses["4xx"] + statuses["5xx"] + errors,
  };
}
