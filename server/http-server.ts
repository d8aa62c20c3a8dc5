import { createServer, type Server } from "node:http";

const SECOND = 1000;

/** A web server with limits: how long a client may take, and what it may ask of a connection. */
export function createHttpServer(): Server {
  const server = createServer({
    headersTimeout: 10 * SECOND,
    requestTimeout: 30 * SECOND,
    keepAliveTimeout: 5 * SECOND,
  });
  server.maxRequestsPerSocket = 10_000;
  // Without a listener Node drops these without a word.
  server.on("connect", (_request, socket) => {
    socket.on("error", () => {});
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  });
  return server;
}
