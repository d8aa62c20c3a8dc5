import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createWorld, ORIGIN, type World } from "#tests/world/world";
import { type Served, serveWorld } from "./serve-world";

const SMALL = 100;
const LARGE = 100 * 1024;
/** As many of a stranger's requests as are rendered at a time. */
const MANY = 32;
const TYPE = "application/x-www-form-urlencoded";
/** Status of the answer to a login with a wrong password: the form was read. */
const REFUSED = 422;

let world: World;
let served: Served;
const open = new Set<Socket>();

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world, { config: { pageCacheBytes: 0, trustProxy: 1 } });
});
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});
afterAll(async () => {
  await served.close();
  await world.close();
});

const fieldsOf = (bytes: number) => `intent=password&phone=13800000001&password=${"x".repeat(bytes)}`.slice(0, bytes);

/** Begins to send a form. @returns a function that sends its end, for the status of the answer */
async function begin(bytes: number, ip: string): Promise<() => Promise<number>> {
  const socket = connect(served.port, "127.0.0.1");
  open.add(socket);
  socket.on("error", () => {});
  const answered = new Promise<number>((resolve) => {
    socket.once("data", (chunk) => resolve(Number(String(chunk).slice(9, 12))));
    socket.once("close", () => {
      open.delete(socket);
      resolve(0);
    });
  });
  const head = [
    "POST /login HTTP/1.1",
    "Host: a",
    `Origin: ${ORIGIN}`,
    `X-Forwarded-For: ${ip}`,
    `Content-Type: ${TYPE}`,
  ];
  const body = fieldsOf(bytes);
  const begun = `${[...head, `Content-Length: ${bytes}`].join("\r\n")}\r\n\r\n${body.slice(0, -10)}`;
  await new Promise<void>((resolve) => socket.write(begun, () => resolve()));
  return () => {
    socket.write(body.slice(-10));
    return answered;
  };
}

const submit = async (bytes: number, ip: string) => (await begin(bytes, ip))();
const read = async (path: string, ip: string) => (await served.get(path, { "x-forwarded-for": ip })).status;

test("forms that arrive slowly keep nobody from a page, and are answered once they are there", async () => {
  const slow = await Promise.all(Array.from({ length: MANY }, () => begin(SMALL, "203.0.113.7")));
  expect(await read("/healthz", "203.0.113.8")).toBe(200);
  for (const ip of ["203.0.113.7", "198.51.100.1"]) {
    expect(await read("/question", ip)).toBe(200);
    expect(await submit(SMALL, ip)).toBe(REFUSED);
  }
  expect(open.size, "none was cut off").toBeGreaterThanOrEqual(MANY);
  expect(await slow[0]?.()).toBe(REFUSED);
});

test("a network may send eight large forms at a time", async () => {
  const slow = await Promise.all(Array.from({ length: 8 }, () => begin(LARGE, "203.0.113.7")));
  await expect.poll(() => submit(LARGE, "203.0.113.7")).toBe(429);
  expect(await submit(SMALL, "203.0.113.7")).toBe(REFUSED);
  expect(await submit(LARGE, "198.51.100.1")).toBe(REFUSED);
  expect(await slow[0]?.()).toBe(REFUSED);
  expect(await submit(LARGE, "203.0.113.7")).toBe(REFUSED);
  const [gone] = open;
  gone?.destroy();
  await expect.poll(() => submit(LARGE, "203.0.113.7")).toBe(REFUSED);
});

test("a refused form is received to its end, since a client that still sends does not read why", async () => {
  await Promise.all(Array.from({ length: 8 }, () => begin(LARGE, "203.0.113.7")));
  await expect.poll(() => submit(LARGE, "203.0.113.7")).toBe(429);
  expect(await submit(10 * 1024 * 1024, "203.0.113.7")).toBe(429);
});

test("all strangers together may send 32 large forms at a time", async () => {
  const networks = Array.from({ length: 4 }, (_, n) => `203.0.${n}.7`);
  await Promise.all(networks.flatMap((ip) => Array.from({ length: 8 }, () => begin(LARGE, ip))));
  await expect.poll(() => submit(LARGE, "198.51.100.1")).toBe(503);
  expect(await submit(SMALL, "198.51.100.1")).toBe(REFUSED);
});
