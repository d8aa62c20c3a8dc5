import { createServer, type Server } from "node:http";
import { listenFailure } from "./listen-failure";
import type { Metrics } from "./metrics";
import { SECOND } from "./time-units";

/** Milliseconds until a port that another process has is tried again. */
const TRIED_EVERY = 10 * SECOND;

type Options = {
  host: string;
  port: number;
  setting?: string;
  /** Called once if another process has the port: readers are served nevertheless, and the port is tried again. */
  taken: (error: Error) => void;
  triedEvery?: number;
};

/**
 * Serves metrics to their collector on an address of its own, which readers can't reach.
 * @throws ConfigError if it is not an address of this machine, or not allowed
 */
export async function serveMetrics(
  metrics: Pick<Metrics, "render">,
  { host, port, setting = "METRICS_PORT", taken, triedEvery = TRIED_EVERY }: Options,
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
  const settings = { host: "METRICS_HOST", port: setting };
  let isTold = false;
  await new Promise<void>((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => {
      const failure = listenFailure(error, { host, port, settings });
      if (error.code !== "EADDRINUSE") return reject(failure);
      if (!isTold) taken(failure);
      isTold = true;
      setTimeout(() => server.listen(port, host), triedEvery).unref();
      resolve();
    });
    server.listen(port, host, resolve);
  });
  // Does not keep the process alive.
  server.unref();
  return server;
}
