import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AppLoadContext } from "@remix-run/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { CAPABILITIES, SPECIFIED } from "#app/contract/capabilities";
import { articleApi } from "#app/contract/content/article";
import { tagApi } from "#app/contract/reading/tag";
import { siteStateApi } from "#app/contract/site/site-state";
import type { gateway as Gateway } from "#app/server/gateway/gateway.server";
import type { missingOf as MissingOf } from "#app/server/site/capabilities.server";

const BEYOND = CAPABILITIES.filter((name) => !SPECIFIED.includes(name));
const NOT_FOUND_PAGE = "<h1>Not Found</h1>";

type Answer = (response: ServerResponse) => unknown;
const status = (code: number) => (response: ServerResponse) => response.writeHead(code).end("no");
const coded = (code: string) => (response: ServerResponse) =>
  response.end(JSON.stringify({ code, message: "接口不存在", data: null }));

let server: Server;
let gateway: typeof Gateway;
let missingOf: typeof MissingOf;
/** Answer to every call beyond the specified ones. */
let beyond: Answer;
let asked: { path: string; authorization: string | undefined }[] = [];

beforeAll(async () => {
  server = createServer(({ url = "", headers }: IncomingMessage, response) => {
    asked.push({ path: new URL(url, "http://upstream.invalid").pathname, authorization: headers.authorization });
    if (url.startsWith("/api/ext/")) beyond(response);
    else response.end(JSON.stringify({ code: "NOT_FOUND", message: "", data: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  asked = [];
  await waitAtMost(30_000);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Loads the gateway anew. @param milliseconds after which an upstream counts as silent */
async function waitAtMost(milliseconds: number): Promise<void> {
  vi.resetModules();
  vi.stubEnv("UPSTREAM_API_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("UPSTREAM_TIMEOUT_MS", String(milliseconds));
  ({ gateway } = await import("#app/server/gateway/gateway.server"));
  ({ missingOf } = await import("#app/server/site/capabilities.server"));
}

/** Arguments of a member's page. */
function page() {
  const context: AppLoadContext = { requestId: "request-1", clientIp: "192.0.2.7", dependsOn: new Set<string>() };
  const request = new Request("http://site.test/question", { headers: { cookie: `token=${"t".repeat(43)}` } });
  return { request, context };
}

const codeOf = (asking: Promise<unknown>) =>
  asking.then(
    () => "SUCCESS",
    (error: { code: string }) => error.code,
  );

describe.each<[string, Answer]>([
  ["HTTP 404", status(404)],
  ["HTTP 501", status(501)],
  ["HTTP 403", status(403)],
  ["HTTP 400", status(400)],
  ["a redirect", (response) => response.writeHead(302, { location: "/login" }).end()],
  ["NOT_IMPLEMENTED", coded("NOT_IMPLEMENTED")],
  ["NOT_FOUND", coded("NOT_FOUND")],
  ["FORBIDDEN", coded("FORBIDDEN")],
  ["NOT_LOGIN", coded("NOT_LOGIN")],
  ["a code of its own", coded("E40400")],
  ["a success without data", coded("SUCCESS")],
  ["a page", (response) => response.end(NOT_FOUND_PAGE)],
])("an upstream that answers unknown calls with %s", (_, answer) => {
  beforeEach(() => {
    beyond = answer;
  });

  test("has only the specified calls, which is asked once a minute, without a login", async () => {
    for (let i = 0; i < 3; i += 1) expect(await missingOf(page())).toEqual(BEYOND);
    expect(asked).toEqual([{ path: "/api/ext/capabilities", authorization: undefined }]);
  });

  test("gets no call that would be in vain, and ends no login by one", async () => {
    const first = page();
    const { call, stream } = gateway(first);
    expect(await codeOf(call(tagApi.popular, {}))).toBe("NOT_IMPLEMENTED");
    expect(await codeOf(stream(siteStateApi.siteIcon, { query: { use: "favicon" } }))).toBe("NOT_IMPLEMENTED");
    expect(await codeOf(call(articleApi.get, { params: { id: 1 } }))).toBe("NOT_FOUND");
    expect(asked.map(({ path }) => path)).toEqual(["/api/ext/capabilities", "/api/article/1"]);
    expect(first.context.loginEnded).toBeUndefined();
  });
});

test.each<[string, Answer]>([
  ["HTTP 500", status(500)],
  ["HTTP 503", status(503)],
  ["HTTP 429", status(429)],
  ["RATE_LIMITED", coded("RATE_LIMITED")],
  ["INTERNAL", coded("INTERNAL")],
  ["nothing", () => {}],
])("%s says nothing about what an upstream has, and it is asked again", async (name, answer) => {
  if (name === "nothing") await waitAtMost(500);
  beyond = answer;
  for (let i = 0; i < 2; i += 1) expect(await missingOf(page())).toEqual([]);
  expect(asked).toHaveLength(2);
});

test("calls beyond the specified ones do not wait while an upstream is asked again", async () => {
  await waitAtMost(3_000);
  beyond = (response) =>
    response.end(JSON.stringify({ code: "SUCCESS", message: "", data: { capabilities: CAPABILITIES } }));
  expect(await missingOf(page())).toEqual([]);
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(120_000);
  beyond = (response) => (response.req.url === siteStateApi.capabilities.path ? null : coded("FORBIDDEN")(response));
  let isKnown = false;
  const again = missingOf(page()).then(() => {
    isKnown = true;
  });
  expect(await codeOf(gateway(page()).call(tagApi.popular, {}))).toBe("FORBIDDEN");
  expect(isKnown).toBe(false);
  await again;
});

test.each<[string, Answer]>([
  ["a page of something in between", (response) => response.end(NOT_FOUND_PAGE)],
  ["HTTP 403", status(403)],
  ["HTTP 503", status(503)],
])("an upstream that has named its capabilities keeps them after %s", async (_, answer) => {
  const named = (response: ServerResponse) =>
    response.end(JSON.stringify({ code: "SUCCESS", message: "", data: { capabilities: CAPABILITIES } }));
  beyond = named;
  expect(await missingOf(page())).toEqual([]);
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(120_000);
  beyond = answer;
  expect(await missingOf(page())).toEqual([]);
  vi.advanceTimersByTime(120_000);
  beyond = status(404);
  expect(await missingOf(page())).toEqual(BEYOND);
  expect(asked).toHaveLength(3);
});
