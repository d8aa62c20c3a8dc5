import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpServer } from "#server/http-server";

/** Milliseconds until a silent socket is closed: long enough for an immediate request on a busy machine. */
const SILENCE = 1_000;
/** A body has half a second, and a second for each hundred bytes. */
const server = createHttpServer({ silence: SILENCE, body: { least: 500, bytesPerSecond: 100 } });
const closed = (socket: Socket) => new Promise<string>((resolve) => socket.once("close", () => resolve("closed")));
let port: number;
let asked = () => {};
let answer = () => {};

beforeAll(async () => {
  server.on("request", (request, response) => {
    if (request.method === "POST") return request.on("end", () => response.end("has it")).resume();
    if (request.url !== "/slow") return response.end("at once");
    answer = () => response.end("at last");
    asked();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("connections that send nothing are closed, all of them", async () => {
  const sockets = Array.from({ length: 200 }, () => connect(port, "127.0.0.1"));
  expect(await Promise.all(sockets.map(closed))).toEqual(sockets.map(() => "closed"));
});

test("a connection with half a request line is closed as well", async () => {
  const socket = connect(port, "127.0.0.1", () => socket.write("GET / HT"));
  expect(await closed(socket)).toBe("closed");
});

test("a connection with a request gets its response, however long that takes, and stays usable", async () => {
  const heardOf = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const socket = connect(port, "127.0.0.1", () => socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"));
  let heard = "";
  const hears = (text: string) =>
    new Promise<void>((resolve) => {
      socket.on("data", (chunk) => {
        heard += chunk.toString();
        if (heard.includes(text)) resolve();
      });
    });
  await heardOf;
  // A later silent connection is closed meanwhile.
  await closed(connect(port, "127.0.0.1"));
  answer();
  await hears("at last");
  const next = hears("at once");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await next;
  socket.destroy();
});

test("a body is given the time that its length requires, and no more", async () => {
  const send = (bytes: number) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`),
    );
    return socket;
  };
  const large = send(100_000);
  const heard = new Promise<string>((resolve) => large.once("data", (chunk) => resolve(chunk.toString())));
  expect(await closed(send(10))).toBe("closed");
  large.write(Buffer.alloc(100_000));
  expect(await heard).toContain("has it");
  large.destroy();
});
