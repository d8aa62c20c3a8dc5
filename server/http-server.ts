import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { SECOND } from "#runtime/time-units";

/** Milliseconds until a connection must have asked for something; Node's own limits begin with its first byte. */
const SILENCE = 15 * SECOND;

/**
 * A web server with limits: how long a client may take, and what it may ask of a connection.
 * @param silence milliseconds after which a connection that has asked for nothing is closed
 */
export function createHttpServer(silence = SILENCE): Server {
  const server = createServer({
    headersTimeout: 10 * SECOND,
    requestTimeout: 30 * SECOND,
    keepAliveTimeout: 5 * SECOND,
  });
  server.maxRequestsPerSocket = 10_000;
  const silent = new WeakMap<Socket, NodeJS.Timeout>();
  server.on("connection", (socket) => {
    const close = setTimeout(() => socket.destroy(), silence).unref();
    silent.set(socket, close);
    socket.once("close", () => clearTimeout(close));
  });
  server.on("request", ({ socket }) => clearTimeout(silent.get(socket)));
  // Without a listener Node drops these without a word.
  server.on("connect", (_request, socket) => {
    socket.on("error", () => {});
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  });
  return server;
}
