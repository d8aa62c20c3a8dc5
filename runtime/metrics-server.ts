import { createServer, type Server } from "node:http";
import { listenFailure } from "./listen-failure";
import type { Metrics } from "./metrics";

/** Serves metrics to their collector on an address of its own, which readers can't reach. */
export async function serveMetrics(
  metrics: Pick<Metrics, "render">,
  { host, port, setting = "METRICS_PORT" }: { host: string; port: number; setting?: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    void metrics.render().then((text) => {
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(listenFailure(error, { host, port, settings: { host: "METRICS_HOST", port: setting } })),
    );
    server.listen(port, host, resolve);
  });
  // Does not keep the process alive.
  server.unref();
  return server;
}
