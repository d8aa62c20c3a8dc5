import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLog, traceOf } from "#log/log";
import { createServerEvents } from "#log/server-events";
import { respondWith } from "#runtime/fetch-bridge";
import { createHealth, isHealthPath } from "#runtime/health";
import { listenFailure } from "#runtime/listen-failure";
import { listenerUrl } from "#runtime/listener-url";
import { createMetrics } from "#runtime/metrics";
import { serveMetrics } from "#runtime/metrics-server";
import { watchProcess } from "#runtime/process-metrics";
import { exitCleanly } from "#runtime/shutdown";
import { startFailure } from "#runtime/start-failure";
import { readUpstreamConfig } from "./config";
import { createSecretCheck, SECRET_HEADER } from "./http/shared-secret";
import { startUpstream } from "./start";

/** Runs the upstream on its own over HTTP: `npm run upstream`. */
async function main(): Promise<void> {
  const config = readUpstreamConfig(process.env);
  const { listen } = config;
  const noteServer = createServerEvents(createLog(config.logLevel));
  // As in server.ts: a forgotten promise must not end the process for everybody else.
  process.on("unhandledRejection", (reason) => noteServer("unhandled_rejection", { error: traceOf(reason) }));
  const isFromApp = createSecretCheck(config);
  const metrics = createMetrics();
  const upstream = await startUpstream(process.env, { metrics });
  if (config.metrics) {
    watchProcess(metrics);
    const taken = ({ message }: Error) => noteServer("metrics_not_served", { error: message });
    await serveMetrics(metrics, { ...config.metrics, setting: "UPSTREAM_METRICS_PORT", taken });
  }
  const health = createHealth(upstream.ready);
  const origin = listenerUrl(listen.host, listen.port);
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (isHealthPath(path)) {
      void health.reply(path).then(({ status, body }) => response.writeHead(status).end(body));
      return;
    }
    if (!isFromApp(request.headers[SECRET_HEADER])) {
      request.resume();
      response.writeHead(403).end();
      return;
    }
    respondWith(upstream.fetch, { incoming: request, outgoing: response, origin }).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
      const call = `${request.method} ${path.split("?", 1)[0]}`;
      upstream.services.note("call_failed", { call, error: traceOf(error) });
    });
  });
  const settings = { host: "UPSTREAM_HOST", port: "UPSTREAM_PORT" };
  server.once("error", (error) => fail(listenFailure(error, { ...listen, settings })));
  server.listen(listen.port, listen.host, () => {
    const { port } = server.address() as AddressInfo;
    console.log(`Shequ upstream is ready: ${listenerUrl(listen.host, port)}`);
  });
  exitCleanly(server, health.leave, upstream.close);
}

function fail(error: unknown): void {
  console.error(startFailure(error));
  process.exit(1);
}

main().catch(fail);
