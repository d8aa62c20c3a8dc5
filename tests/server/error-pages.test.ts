import { STATUS_CODES } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalPage } from "#server/reply/refusal-page";
import { createWorld, ORIGIN, type World } from "#tests/world/world";
import { rawRequest } from "./raw-request";
import { type Served, serveWorld } from "./serve-world";

let world: World;
let served: Served;

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world);
});
afterAll(async () => {
  await served.close();
  await world.close();
});

/** The sentences of an error page: status code with status message, and description. */
function saidIn(html: string): { status: string; description: string } {
  const main = /<main[\s\S]*<\/main>/.exec(html.replaceAll("<!-- -->", ""))?.[0] ?? "";
  const paragraphs = [...main.matchAll(/<p[^>]*>([^<]+)<\/p>/g)].map(([, text = ""]) => text.trim());
  const status = paragraphs.find((text) => /^\d{3} /.test(text)) ?? "";
  return { status, description: paragraphs.find((text) => text !== status) ?? "" };
}

describe("a form sent to a page that takes none", () => {
  test.each(["/", "/about", "/case", "/zhiku", "/nowhere"])("%s", async (path) => {
    const headers = { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" };
    const answer = await fetch(served.url + path, { method: "POST", headers, body: "" });
    expect(answer.status).toBe(405);
    const { status, description } = saidIn(await answer.text());
    expect(status).toBe("405 Method Not Allowed");
    expect(description).toMatch(/[一-鿿]/);
    expect(description).not.toContain("服务器出了点问题");
  });
});

test("missing content of zhiku, which has its own words", async () => {
  const cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
  const answer = await served.get("/zhiku/orders/NOSUCH", { cookie });
  expect(answer.status).toBe(404);
  const { status, description } = saidIn(await answer.text());
  expect(status).toBe("404 Page Not Found");
  expect(description).toMatch(/[一-鿿]/);
});

describe("a request that never reaches the app", () => {
  const head = "Host: 127.0.0.1\r\nConnection: close\r\n";
  test.each([
    ["a foreign form", 403, `POST / HTTP/1.1\r\n${head}Origin: https://evil.example\r\nContent-Length: 0\r\n\r\n`],
    ["an unknown method", 405, `DELETE / HTTP/1.1\r\n${head}\r\n`],
    ["a long address", 414, `GET /${"a".repeat(9000)} HTTP/1.1\r\n${head}\r\n`],
    ["a strange address", 400, `GET /%zz HTTP/1.1\r\n${head}\r\n`],
    ["a large form", 413, `POST / HTTP/1.1\r\n${head}Origin: ${ORIGIN}\r\nContent-Length: 99999999\r\n\r\n`],
  ])("%s", async (_, status, request) => {
    const answer = await rawRequest(served.port, request);
    expect(answer.status).toBe(status);
    expect(saidIn(answer.text).status).toBe(`${status} ${STATUS_CODES[status]}`);
  });

  test.each([400, 403, 405, 411, 413, 414, 429, 500, 503])("is refused with %s and its message", (status) => {
    const page = refusalPage({ status, message: "原因" }, true);
    expect(saidIn(page)).toEqual({ status: `${status} ${STATUS_CODES[status]}`, description: "原因" });
  });
});
