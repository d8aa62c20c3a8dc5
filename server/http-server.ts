import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import { SECOND } from "#runtime/time-units";

/**
 * Milliseconds a connection may stay silent before its first request; Node's own limits only start at the first byte.
 */
const SILENCE = 15 * SECOND;

/** Time limit for a request body: a minimum in milliseconds, plus time proportional to its length. */
export type BodyPatience = { least: number; bytesPerSecond: number };
/** A file of 200 MB gets about an hour, a form 30 seconds. */
const BODY_PATIENCE: BodyPatience = { least: 30 * SECOND, bytesPerSecond: 64 * 1024 };

/**
 * Milliseconds that a connection is kept without a request after the last one: of a reader, who opens another one at
 * once, and of a proxy, which must not send a request just as we close; by default nginx keeps connections for 60 s.
 */
const IDLE = { reader: 5 * SECOND, proxy: 75 * SECOND };

/** Milliseconds that connections are kept, behind so many proxies. */
export const idleBehind = (proxies: number): number => (proxies > 0 ? IDLE.proxy : IDLE.reader);

type Limits = {
  /** Milliseconds after which a connection without a request is closed. */
  silence?: number;
  /** Milliseconds after which a connection is closed on which the last request was answered. */
  idle?: number;
  body?: BodyPatience;
};

/** Creates an HTTP server with limits on how long a client may take, and what it may do with a connection. */
export function createHttpServer({ silence = SILENCE, idle = IDLE.reader, body = BODY_PATIENCE }: Limits = {}): Server {
  const server = createServer({
    headersTimeout: 10 * SECOND,
    // One limit for all would cut off large files or let everybody take long; each request gets its own below.
    requestTimeout: 0,
    keepAliveTimeout: idle,
  });
  server.maxRequestsPerSocket = 10_000;
  const silent = new WeakMap<Socket, NodeJS.Timeout>();
  server.on("connection", (socket) => {
    const close = setTimeout(() => socket.destroy(), silence).unref();
    silent.set(socket, close);
    socket.once("close", () => clearTimeout(close));
  });
  server.on("request", (request) => {
    clearTimeout(silent.get(request.socket));
    endSlowBody(request, body);
  });
  // Without a listener Node drops these silently.
  server.on("connect", (_request, socket) => {
    socket.on("error", () => {});
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  });
  return server;
}

/** Closes the connection of a request whose body takes longer than its announced length allows. */
function endSlowBody(request: IncomingMessage, { least, bytesPerSecond }: BodyPatience): void {
  const { "content-length": length, "transfer-encoding": chunked } = request.headers;
  if (length === undefined && chunked === undefined) return;
  const time = least + (Number(length ?? 0) / bytesPerSecond) * SECOND;
  const end = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, time).unref();
  request.once("close", () => clearTimeout(end));
}
