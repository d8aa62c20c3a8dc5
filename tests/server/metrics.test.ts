import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { mergedMetrics } from "#runtime/merged-metrics";
import { createMetrics, type Metrics } from "#runtime/metrics";
import { serveMetrics } from "#runtime/metrics-server";
import { watchProcess } from "#runtime/process-metrics";
import { loggedLines } from "#tests/runner/console-errors";
import { freePort } from "#tests/support/free-port";
import { createWorld, type World } from "#tests/world/world";
import { observeUpstream } from "#upstream/jobs/observe-upstream";
import { type Served, serveWorld } from "./serve-world";

let world: World;
let metrics: Metrics;
let served: Served;

beforeAll(async () => {
  world = await createWorld();
  metrics = createMetrics();
  watchProcess(metrics);
  observeUpstream(world.upstream.services, metrics, 60_000);
  served = await serveWorld(world, { metrics, config: { accessLog: true, slowRequest: 60_000, trustProxy: 1 } });
});
afterAll(async () => {
  await served.close();
  await world.close();
});

/** Log lines about answered requests, once there are enough. */
async function answered(count: number) {
  const lines = () => loggedLines().filter(({ event }) => event === "request_answered");
  await expect.poll(() => lines().length).toBe(count);
  return lines();
}

test("counters, gauges and histograms are written in Prometheus's format", async () => {
  const own = createMetrics();
  const count = own.counter("things_total", "Things.");
  count({ kind: 'a"b\\c\nd' });
  count({ kind: 'a"b\\c\nd' }, 2);
  const took = own.histogram("took_seconds", "Time.", [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 7]) took(value, { kind: "x" });
  own.gauge("open", "Open.", () => [{ value: 3 }]);
  own.gauge("broken", "Can't be read.", () => Promise.reject(new Error("gone")));
  expect(await own.render()).toBe(`# HELP things_total Things.
# TYPE things_total counter
things_total{kind="a\\"b\\\\c\\nd"} 3
# HELP took_seconds Time.
# TYPE took_seconds histogram
took_seconds_bucket{kind="x",le="0.1"} 2
took_seconds_bucket{kind="x",le="1"} 3
took_seconds_bucket{kind="x",le="+Inf"} 4
took_seconds_sum{kind="x"} 7.65
took_seconds_count{kind="x"} 4
# HELP open Open.
# TYPE open gauge
open 3
# HELP broken Can't be read.
# TYPE broken gauge
`);
});

test("samples of several processes are labelled by process, under one name", () => {
  const text = (requests: number) => `# HELP things_total Things.
# TYPE things_total counter
things_total{kind="a {b} c"} ${requests}
# HELP open Open.
# TYPE open gauge
open ${requests}
`;
  expect(
    mergedMetrics(new Map([...["1", "2"].map((n): [string, string] => [n, text(Number(n))]), ["3", ""]])),
  ).toBe(`# HELP things_total Things.
# TYPE things_total counter
things_total{worker="1",kind="a {b} c"} 1
things_total{worker="2",kind="a {b} c"} 2
# HELP open Open.
# TYPE open gauge
open{worker="1"} 1
open{worker="2"} 2
`);
});

test("requests are counted by kind and status, and logged without their query", async () => {
  const given = "proxy-gave-this-one";
  await (
    await served.get("/question?phone=13812345678", { "x-request-id": given, "x-forwarded-for": "203.0.113.9" })
  ).text();
  await (await served.get("/healthz")).text();
  await (await served.get(`/nothing/13812345678/${"t".repeat(43)}`, { "x-request-id": "no good: spaces" })).text();
  const [page, health, none] = await answered(3);
  expect(page).toMatchObject({
    call: "GET /question",
    kind: "page",
    status: 200,
    requestId: given,
    address: "203.0.113.9",
  });
  expect(health).toMatchObject({ kind: "health", status: 200 });
  expect(none).toMatchObject({ call: "GET /nothing/138****5678/[token]", status: 404 });
  expect(none?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  const text = await metrics.render();
  expect(text).toContain('shequ_http_requests_total{kind="page",status="200"} 1');
  expect(text).toContain('shequ_http_requests_total{kind="page",status="404"} 1');
  expect(text).toMatch(/shequ_http_request_seconds_count\{kind="health"\} 1/);
  expect(text).toMatch(/^shequ_sql_statement_seconds_count [1-9]/m);
  expect(text).toContain('shequ_state{state="review.waiting"}');
});

test("a slow request is logged, even where requests are not", async () => {
  const slow = await serveWorld(world, { config: { slowRequest: 0 } });
  await (await slow.get("/question?word=secret")).text();
  await expect.poll(() => loggedLines().filter(({ event }) => event === "slow_request").length).toBe(1);
  expect(loggedLines()).toMatchObject([{ level: "warn", call: "GET /question", milliseconds: expect.any(Number) }]);
  expect(JSON.stringify(loggedLines())).not.toContain("secret");
  await slow.close();
});

test("the metrics port serves nothing else", async () => {
  const port = await freePort();
  const server = await serveMetrics(metrics, { host: "127.0.0.1", port, taken });
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.headers.get("content-type")).toContain("version=0.0.4");
  expect(await response.text()).toContain("# TYPE process_resident_memory_bytes gauge");
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect((await served.get("/metrics")).status, "where readers are").toBe(404);
  server.closeAllConnections();
  server.close();
});

test("a port that another process has is told once, and taken when it is free", async () => {
  const port = await freePort();
  const told: string[] = [];
  const at = { host: "127.0.0.1", port, triedEvery: 20, taken: ({ message }: Error) => void told.push(message) };
  const first = await serveMetrics(createMetrics(), at);
  const second = await serveMetrics(metrics, at);
  // Five attempts, of which only the first is told.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(told).toEqual([expect.stringMatching(/^METRICS_PORT=\d+: 已被占用/)]);
  first.close();
  await expect.poll(() => second.listening).toBe(true);
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain("process_resident_memory_bytes");
  second.closeAllConnections();
  second.close();
});

const taken = () => expect.unreachable();
const target = z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() });
/**
 * Grafana's required dashboard fields.
 * https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model
 */
const dashboard = z.object({
  uid: z.string().max(40),
  title: z.string(),
  schemaVersion: z.number().int(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.literal("datasource") })) }),
  panels: z.array(
    z.object({
      id: z.number().int(),
      type: z.literal("timeseries"),
      title: z.string(),
      gridPos: z.object({ h: z.number(), w: z.number().max(24), x: z.number().max(23), y: z.number() }),
      targets: z.array(target).min(1),
    }),
  ),
});
const alerts = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

test("every metric of the dashboard and the alerts exists, and the handbook has each alert", async () => {
  const { panels } = dashboard.parse(JSON.parse(readFileSync("deploy/watch/grafana-dashboard.json", "utf8")));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const rules = alerts
    .parse(parse(readFileSync("deploy/watch/alerts.yaml", "utf8")))
    .groups.flatMap((group) => group.rules);
  const asked = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...rules.map(({ expr }) => expr)];
  const named = new Set(asked.flatMap((expr) => expr.match(/\b(?:shequ|process|nodejs)_\w+/g) ?? []));
  const there = new Set([...(await metrics.render()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const missing = [...named].filter((name) => !there.has(name.replace(/_(?:bucket|count|sum)$/, "")));
  expect(missing).toEqual([]);
  const handbook = readFileSync("docs/operations/watch.md", "utf8");
  expect(rules.map(({ alert }) => alert).filter((alert) => !handbook.includes(`| ${alert} |`))).toEqual([]);
});
