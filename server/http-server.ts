import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import { SECOND } from "#runtime/time-units";

/** Milliseconds until a connection must have asked for something; Node's own limits begin with its first byte. */
const SILENCE = 15 * SECOND;

/** Time that the body of a request may take: so many milliseconds, and more for what is large. */
export type BodyPatience = { least: number; bytesPerSecond: number };
/** A file of 200 MB has an hour, a form of texts some seconds. */
const BODY_PATIENCE: BodyPatience = { least: 30 * SECOND, bytesPerSecond: 64 * 1024 };

type Limits = {
  /** Milliseconds after which a connection that has asked for nothing is closed. */
  silence?: number;
  body?: BodyPatience;
};

/** A web server with limits: how long a client may take, and what it may ask of a connection. */
export function createHttpServer({ silence = SILENCE, body = BODY_PATIENCE }: Limits = {}): Server {
  const server = createServer({
    headersTimeout: 10 * SECOND,
    // One limit for all would cut off large files or let everybody take their time: below each has its own.
    requestTimeout: 0,
    keepAliveTimeout: 5 * SECOND,
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
  // Without a listener Node drops these without a word.
  server.on("connect", (_request, socket) => {
    socket.on("error", () => {});
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  });
  return server;
}

/** Ends the connection of a request whose body does not come in the time that its announced length gives it. */
function endSlowBody(request: IncomingMessage, { least, bytesPerSecond }: BodyPatience): void {
  const { "content-length": length, "transfer-encoding": chunked } = request.headers;
  if (length === undefined && chunked === undefined) return;
  const time = least + (Number(length ?? 0) / bytesPerSecond) * SECOND;
  const end = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, time).unref();
  request.once("close", () => clearTimeout(end));
}
