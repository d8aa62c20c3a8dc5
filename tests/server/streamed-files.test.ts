import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceErrors, loggedLines } from "#tests/runner/console-errors";
import { createWorld, type World } from "#tests/world/world";
import { rawRequest } from "./raw-request";
import { type Served, serveWorld } from "./serve-world";

const MIB = 1024 * 1024;
const SIZE = 100 * MIB;
const NAME = 'attachment; filename="original.pdf"';

setFlagsFromString("--expose-gc");
/** Live memory is measured, not garbage. */
const collectGarbage = runInNewContext("gc") as () => void;

let world: World;
let served: Served;
let given = 0;
let stopped = false;

/** A page that answers with a file of 100 MiB, without a length if the query says so. */
async function answerWithFile(request: Request): Promise<Response> {
  given = 0;
  stopped = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (given === SIZE) return controller.close();
      if (given > 0 && request.url.endsWith("?broken")) return controller.error(new Error("the row is unreadable"));
      controller.enqueue(new Uint8Array(MIB));
      given += MIB;
    },
    cancel() {
      stopped = true;
    },
  });
  const length: Record<string, string> = request.url.endsWith("?unknown") ? {} : { "content-length": String(SIZE) };
  const headers = { "content-type": "text/csv", "content-disposition": NAME, "set-cookie": "a=1", ...length };
  return new Response(body, { headers });
}

beforeAll(async () => {
  world = await createWorld();
  const untilLeft = ({ signal }: Request) =>
    new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  served = await serveWorld(
    { ...world, remix: answerWithFile },
    { onRender: (request) => (request.url.endsWith("?left") ? untilLeft(request) : undefined) },
  );
});
afterAll(async () => {
  await served.close();
  await world.close();
});

test("a file is read as fast as its reader takes it, and no faster", async () => {
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const socket = connect(served.port, "127.0.0.1");
  socket.pause();
  socket.write("GET /account/export?unknown HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  // Until the socket takes no more, or everything was read.
  let last = 0;
  const isStill = () => {
    const still = given > 0 && given === last;
    last = given;
    return still;
  };
  await expect.poll(isStill, { interval: 300 }).toBe(true);
  collectGarbage();
  expect(process.memoryUsage().arrayBuffers - before, "the file was in memory whole").toBeLessThan(50 * MIB);
  expect(given).toBeLessThan(SIZE);
  let received = 0;
  socket.on("data", (chunk) => {
    received += chunk.byteLength;
  });
  socket.resume();
  await new Promise((resolve) => socket.once("end", resolve));
  expect(received).toBeGreaterThan(SIZE);
});

test("it has the headers of its page and those of all, and is not compressed", async () => {
  const reply = await served.get("/account/export", { "accept-encoding": "gzip, br" });
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "text/csv",
    "content-disposition": NAME,
    "content-length": String(SIZE),
    "cache-control": "private, no-cache",
    "set-cookie": "a=1",
    "x-content-type-options": "nosniff",
  });
  expect([reply.headers.get("etag"), reply.headers.get("content-encoding")]).toEqual([null, null]);
  expect((await reply.arrayBuffer()).byteLength).toBe(SIZE);
});

test("a HEAD request gets the headers, and a reader who leaves ends the reading", async () => {
  const head = await rawRequest(served.port, "HEAD /account/export HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  expect([head.status, head.headers.get("content-length"), head.body]).toEqual([200, String(SIZE), ""]);
  expect(stopped).toBe(true);
  const reply = await served.get("/account/export");
  const reader = reply.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(() => stopped).toBe(true);
  stopped = false;
  const gone = new AbortController();
  const renders = served.renders();
  const left = fetch(`${served.url}/account/export?left`, { signal: gone.signal });
  await expect.poll(served.renders).toBe(renders + 1);
  gone.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(() => stopped).toBe(true);
});

test("a file that can't be read to its end is logged as a failed request, one whose reader leaves is not", async () => {
  announceErrors(/request_failed/);
  await expect(served.get("/account/export?broken").then((reply) => reply.arrayBuffer())).rejects.toThrow();
  await expect.poll(loggedLines).toHaveLength(1);
  expect(loggedLines()).toMatchObject([{ event: "request_failed", call: "GET /account/export" }]);
  const reader = (await served.get("/account/export")).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(() => stopped).toBe(true);
  expect(loggedLines()).toHaveLength(1);
});
