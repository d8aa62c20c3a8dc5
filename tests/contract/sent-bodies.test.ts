import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { allEndpoints } from "#app/contract";
import type { outgoingCall as OutgoingCall } from "#app/server/gateway/outgoing-call.server";
import { sampleInput } from "./sample-input";

const withBody = allEndpoints().filter(({ endpoint }) => endpoint.body && endpoint.encoding === "json");

let outgoingCall: typeof OutgoingCall;

beforeAll(async () => {
  vi.resetModules();
  vi.stubEnv("UPSTREAM_API_URL", "http://upstream.invalid");
  ({ outgoingCall } = await import("#app/server/gateway/outgoing-call.server"));
});
afterAll(() => vi.unstubAllEnvs());

/** Body that a separate upstream gets. */
function sentBody(endpoint: (typeof withBody)[number]["endpoint"], body: unknown): unknown {
  const request = new Request("http://site.test/question", { headers: { cookie: `token=${"t".repeat(43)}` } });
  const context: AppLoadContext = { requestId: "request-1", clientIp: "192.0.2.7", dependsOn: new Set<string>() };
  return JSON.parse(outgoingCall({ request, context }, endpoint, { body }).body ?? "null");
}

/** A sample as a form has it: numbers are text. */
function typed(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(typed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, typed(one)]));
}

describe("a separate upstream gets each body as the contract has it", () => {
  test.each(withBody.map(({ name, endpoint }) => [name, endpoint] as const))("%s", (_, endpoint) => {
    const { body } = sampleInput(endpoint);
    const sent = sentBody(endpoint, body);
    // What was read can be read again, and says the same.
    expect(endpoint.body?.parse(sent)).toEqual(endpoint.body?.parse(body));
    const asTyped = typed(body);
    if (endpoint.body?.safeParse(asTyped).success) expect(sentBody(endpoint, asTyped)).toEqual(sent);
  });
});

test("most ids may be typed, so that the test above compares something", () => {
  const ofIds = withBody.filter(({ endpoint }) => JSON.stringify(sampleInput(endpoint).body).includes('d":1'));
  const read = ofIds.filter(({ endpoint }) => endpoint.body?.safeParse(typed(sampleInput(endpoint).body)).success);
  expect(ofIds.length).toBeGreaterThan(50);
  expect(read.length / ofIds.length).toBeGreaterThan(0.7);
});

test("a body that the contract does not allow is refused in the upstream's words, and not sent", () => {
  const login = withBody.find(({ endpoint }) => endpoint.path === "/api/user/loginOrRegisterByPhone");
  if (!login) throw new Error("no login");
  const refused = () => sentBody(login.endpoint, { phone: "123", code: " １２３４５６ " });
  expect(refused).toThrow(expect.objectContaining({ code: "INVALID_PARAMS", fields: { phone: "请输入正确的手机号" } }));
  const sent = sentBody(login.endpoint, { phone: "+86 139-0000 0101", code: " １２３４５６ " });
  expect(sent).toMatchObject({ phone: "13900000101", code: "123456" });
});
