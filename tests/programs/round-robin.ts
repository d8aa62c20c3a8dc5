import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CUT } from "./plain-browser";

/** A proxy that distributes requests among several processes in turn. */
export type RoundRobin = {
  origin: string;
  /** Sets the processes for further requests. */
  lead(urls: readonly string[]): void;
  close(): void;
};

/**
 * Starts a proxy that behaves like nginx with our sample: unreachable processes are skipped; a read whose connection
 * breaks is retried at the next one, a write is not.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  let targets: readonly string[] = [];
  let turn = 0;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    turn += 1;
    const first = turn % Math.max(1, targets.length);
    const left = [...targets.slice(first), ...targets.slice(0, first)];
    const isReading = incoming.method === "GET";
    const headers = { ...incoming.headers, "x-forwarded-for": "127.0.0.1", connection: "close" };
    const next = (): void => {
      const url = left.shift();
      if (!url) return void outgoing.writeHead(CUT).end();
      const { hostname: host, port } = new URL(url);
      const where = { host, port, path: incoming.url, method: incoming.method, headers, agent: false as const };
      const onward = request(where, (answer) => {
        outgoing.writeHead(answer.statusCode ?? CUT, answer.rawHeaders);
        answer.on("error", () => outgoing.destroy()).pipe(outgoing);
      });
      onward.on("error", (error: NodeJS.ErrnoException) => {
        if (outgoing.headersSent) outgoing.destroy();
        else if (error.code === "ECONNREFUSED" || isReading) next();
        else outgoing.writeHead(CUT).end();
      });
      outgoing.once("close", () => onward.destroy());
      onward.end(body);
    };
    next();
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(urls) {
      targets = urls;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
