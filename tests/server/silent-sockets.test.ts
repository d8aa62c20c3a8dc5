import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpServer } from "#server/http-server";

const server = createHttpServer(300);
const closed = (socket: Socket) => new Promise<string>((resolve) => socket.once("close", () => resolve("closed")));
let port: number;

beforeAll(async () => {
  server.on("request", (request, response) => {
    if (request.url === "/slow") setTimeout(() => response.end("at last"), 900);
    else response.end("at once");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("connections that say nothing are closed, all of them", async () => {
  const sockets = Array.from({ length: 200 }, () => connect(port, "127.0.0.1"));
  expect(await Promise.all(sockets.map(closed))).toEqual(sockets.map(() => "closed"));
});

test("so is one that says half a word", async () => {
  const socket = connect(port, "127.0.0.1", () => socket.write("GET / HT"));
  expect(await closed(socket)).toBe("closed");
});

test("one that has asked gets its answer, however long that takes, and may go on", async () => {
  const socket = connect(port, "127.0.0.1", () => socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"));
  let heard = "";
  const hears = (text: string) =>
    new Promise<void>((resolve) => {
      socket.on("data", (chunk) => {
        heard += chunk.toString();
        if (heard.includes(text)) resolve();
      });
    });
  await hears("at last");
  const next = hears("at once");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await next;
  socket.destroy();
});
