import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { headerList, pipeBody, toRequest } from "#runtime/fetch-bridge";

/** Possible faults of an upstream; `well` forwards everything to the real one. */
export const FAULTS = {
  refused: "takes no connections",
  reset: "resets every connection",
  "reset in the body": "resets the connection in the middle of an answer",
  "cut short": "closes before the length that it promised",
  garbage: "answers what is no HTTP",
  hang: "never answers",
  "hang in the body": "sends headers and nothing more",
  drip: "sends a byte every now and then",
  "500": "answers 500 with an envelope",
  "502": "answers 502 with a proxy's page",
  "204": "answers 204 with nothing",
  redirect: "redirects elsewhere",
  html: "answers a page in place of JSON",
  empty: "answers nothing",
  "half JSON": "answers JSON that ends too early",
  "no envelope": "answers JSON that is no envelope",
  "wrong data": "answers a success whose data are not the contract's",
  huge: "answers 50 MB",
  "endless nesting": "answers JSON too deep to read",
} as const;

export type Fault = keyof typeof FAULTS;

export type FaultUpstream = {
  url: string;
  set(fault: Fault | "well"): Promise<void>;
  /** Number of open connections. */
  sockets(): number;
  /** Number of requests since the last `set`. */
  requests(): number;
  /** Whether a redirect was followed. */
  followed(): boolean;
  close(): Promise<void>;
};

/** Creates a real upstream on a real port, with switchable faults. */
export async function createFaultUpstream(well: {
  fetch(request: Request): Promise<Response>;
}): Promise<FaultUpstream> {
  let fault: Fault | "well" = "well";
  let requests = 0;
  let followed = false;
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    requests += 1;
    if (request.url === "/elsewhere") followed = true;
    answer(request, response).catch(() => response.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    switch (fault) {
      case "well": {
        const real = await well.fetch(toRequest(request, response, "http://upstream.test"));
        response.writeHead(real.status, headerList(real).flat());
        return pipeBody(real, response);
      }
      case "refused":
      case "reset":
        socket.resetAndDestroy();
        return;
      case "reset in the body":
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"code":"SUCCESS",', () => socket.resetAndDestroy());
        return;
      case "cut short":
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
        response.write('{"code":', () => socket.end());
        return;
      case "garbage":
        socket.end("\0\xff garbage\r\n\r\n");
        return;
      case "hang":
        return;
      case "hang in the body":
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"code":"SUCCESS"');
        return;
      case "drip": {
        response.writeHead(200, { "content-type": "application/json" });
        const timer = setInterval(() => response.write(" "), 20);
        timers.add(timer);
        socket.once("close", () => clearInterval(timer));
        return;
      }
      case "500":
        return json(500, { code: "INTERNAL", message: "panic: secret", data: null });
      case "502":
        response.writeHead(502, { "content-type": "text/html" });
        response.end("<h1>Bad Gateway secret</h1>");
        return;
      case "204":
        response.writeHead(204);
        response.end();
        return;
      case "redirect":
        response.writeHead(302, { location: "/elsewhere" });
        response.end();
        return;
      case "html":
        response.writeHead(200, { "content-type": "text/html" });
        response.end("<!DOCTYPE html><h1>secret</h1>");
        return;
      case "empty":
        return json(200, "");
      case "half JSON":
        return json(200, '{"code":"SUCCESS","message":"","data":{');
      case "no envelope":
        return json(200, { ok: true, secret: 1 });
      case "wrong data":
        return json(200, { code: "SUCCESS", message: "", data: { list: "secret", total: null, title: 3 } });
      case "huge": {
        response.writeHead(200, { "content-type": "application/json" });
        const block = Buffer.alloc(1024 * 1024, 0x20);
        await pipeline(Readable.from(Array(50).fill(block)), response);
        return;
      }
      case "endless nesting":
        return json(200, "[".repeat(200_000));
    }
  }

  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async set(wanted) {
      const before = fault;
      fault = wanted;
      requests = 0;
      if (wanted === "refused" && before !== "refused") await stop();
      if (wanted !== "refused" && before === "refused") await listen(port);
    },
    sockets: () => sockets.size,
    requests: () => requests,
    followed: () => followed,
    async close() {
      for (const timer of timers) clearInterval(timer);
      if (server.listening) await stop();
    },
  };
}
