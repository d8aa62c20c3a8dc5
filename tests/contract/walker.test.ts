import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allEndpoints } from "#app/contract";
import { MESSAGES } from "#app/contract/codes";
import type { Endpoint } from "#app/contract/endpoint";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { giveRole, staffToken } from "#tests/upstream/support/staff";
import { countEndpoints, type EndpointRow, endpointRows } from "#upstream/endpoint-table";
import { putZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { createOffer } from "#upstream/modules/zhiku/rights/offers";
import { ACCESS, type Access, expectedCode } from "./access";
import { type AccessWorld, CALLERS, type Caller, createAccessWorld, SECRETS } from "./access-world";
import { type SampleInput, sampleInput } from "./sample-input";
import { SPECIFIED_CALLS } from "./specified-calls";

const rows = endpointRows();
/** Calls whose valid input is a current code, or a list of members. */
const PROVING = new Set([
  "admin.console.confirmFactor",
  "admin.console.confirmNewFactor",
  "admin.console.verify",
  "admin.console.sudo",
  "admin.right.import",
  // Its sample names one person twice.
  "admin.person.merge",
]);
const named = (list: EndpointRow[]) => list.map((row) => [row.name, row] as const);

let upstream: TestUpstream;
let caller: number;
/** New for each test of every endpoint, since some calls end their session. */
let token: string;

beforeAll(async () => {
  upstream = await createTestUpstream();
  // Samples use id 1 everywhere; the caller is someone else, who can follow the first member.
  await upstream.addUser("第一人");
  caller = await upstream.addUser("林致远");
  // The profile's number is that of the samples, so it needs no verification.
  const profile = { name: "", company: "", department: "", position: "", phone: "13800000000", email: "" };
  await putZhikuProfile(upstream.services.db, upstream.services, caller, profile);
  await giveRole(upstream, caller, "owner");
  const offer = {
    name: "全库一年",
    description: "",
    categoryId: null,
    price: 100,
    days: 365,
    position: 0,
    onSale: true,
  };
  await createOffer(upstream.services.db, offer);
});
afterAll(() => upstream.close());

describe("the contract", () => {
  test("has every call of the specification once, and no others outside /api/ext", () => {
    const described = allEndpoints()
      .filter(({ name }) => !/^(?:ext|admin)\./.test(name))
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(SPECIFIED_CALLS).toHaveLength(142);
    expect([...described].sort()).toEqual([...SPECIFIED_CALLS].sort());
  });

  test("keeps what goes beyond the specification under /api/ext", () => {
    for (const row of rows.filter(({ name }) => /^(?:ext|admin)\./.test(name))) {
      expect(row.path).toMatch(row.name.startsWith("ext.") ? /^\/api\/ext\/(?!admin)/ : /^\/api\/ext\/admin\//);
    }
  });

  test("is fully implemented", () => {
    expect(countEndpoints(rows)).toEqual({ implemented: 142, left: 0 });
  });
});

describe("every endpoint", () => {
  beforeEach(async () => {
    // The caller has all permissions of the console, too.
    token = await staffToken(upstream, caller);
  });

  test.each(named(rows.filter((row) => row.auth !== "anyone")))(
    "%s refuses a caller without a token",
    async (_, row) => {
      expect(await codeOf(row.endpoint, sampleInput(row.endpoint))).toBe("NOT_LOGIN");
      expect(await codeOf(row.endpoint, sampleInput(row.endpoint), "x".repeat(43))).toBe("NOT_LOGIN");
    },
  );

  const enveloped = rows.filter((row) => row.endpoint.reply === "envelope" || !row.implemented);
  test.each(named(enveloped))("%s replies with an envelope whose code has a message", async (_, row) => {
    const code = await codeOf(row.endpoint, sampleInput(row.endpoint), token);
    expect(Object.keys(MESSAGES)).toContain(code);
    if (row.implemented) expect(code).not.toBe("NOT_IMPLEMENTED");
    else expect(code).toBe("NOT_IMPLEMENTED");
  });

  const sampled = rows.filter((row) => row.implemented && !PROVING.has(row.name));
  test.each(named(sampled))("%s accepts its sample input", async (_, row) => {
    // Nothing exists yet, so lookups may fail; the input itself is valid.
    expect(await codeOf(row.endpoint, sampleInput(row.endpoint), token)).not.toBe("INVALID_PARAMS");
  });

  test.each(named(rows.filter((row) => row.implemented)))("%s survives junk", async (_, row) => {
    const whole = sampleInput(row.endpoint);
    for (const [at, junk] of JUNK.entries()) {
      await codeOf(row.endpoint, replaced(whole, junk), token);
      // All endpoints refuse an invalid body in the same way, so each gets only some of them.
      const isWhole = row.endpoint.body && (rows.indexOf(row) + at) % BODIES_STEP === 0;
      if (isWhole) await codeOf(row.endpoint, { ...whole, body: junk as SampleInput["body"] }, token);
    }
    // Nothing is sent with a GET.
    if (row.endpoint.method === "GET") return;
    for (const body of ["", "{", "null", "[]", '"text"', `${"[".repeat(50_000)}`, "\0"]) {
      await answer(row.endpoint, whole, { bearer: token, body });
    }
  });
});

describe("who may call what", () => {
  let access: AccessWorld;
  beforeAll(async () => {
    access = await createAccessWorld();
  });
  afterAll(() => access.close());

  const own = rows.filter(({ name, implemented }) => implemented && !/^(?:zhiku|admin)\./.test(name));

  test("is declared for every endpoint", () => {
    expect(Object.keys(ACCESS).sort()).toEqual(own.map(({ name }) => name).sort());
  });

  const cases = own.flatMap((row) => CALLERS.map((caller) => [row.name, caller, row] as const));
  test.each(cases)("%s replies to %s as access.ts says", async (name, caller, { endpoint }) => {
    const row = ACCESS[name];
    if (!row) throw new Error(`tests/contract/access.ts has no row for ${name}`);
    await access.forgetLimits();
    const input = { ...sampleInput(endpoint), ...(await row.input?.(access)) };
    const bearer = await access.tokenOf(caller);
    const expected = expectedCode(endpoint, row, caller);
    const changes = endpoint.method !== "GET" && /^(NOT_LOGIN|NOT_FOUND|FORBIDDEN|PHONE_REQUIRED)$/.test(expected);
    const before = changes ? await access.state() : {};
    const response = await answer(endpoint, input, { bearer, of: access.upstream });
    const text = await response.text();
    const { code, data } = isFile(endpoint, response)
      ? { code: "SUCCESS", data: null as never }
      : (JSON.parse(text) as { code: string; data: never });
    expect(code).toBe(expected);
    if (changes) expect(await access.state(), "a refused call changed something").toEqual(before);
    if (code === "SUCCESS") row.shows?.(data, caller, access);
    expectSecretsKept(text, row, caller, name);
  });

  /** The owner finds the promised secrets; nobody else finds any of them, anywhere. */
  function expectSecretsKept(text: string, { tells = [] }: Access, caller: Caller, name: string) {
    for (const [secret, words] of Object.entries(SECRETS)) {
      // The demo's inbox shows messages to all numbers; it does not exist in production.
      if (name === "ext.dev.inbox" && secret === "phone") continue;
      const told = text.includes(words);
      if (caller !== "owner") expect(told, `tells the owner's ${secret}`).toBe(false);
      else if ((tells as readonly string[]).includes(secret)) expect(told, `tells of the ${secret}`).toBe(true);
    }
  }
});

const BODIES_STEP = 6;
const JUNK: unknown[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "%",
  "%E0%A4%A",
  "'; drop table users; --",
  "-1",
  "0",
  "1.5",
  "1e309",
  "9007199254740993",
  "99999999999999999999",
  "NaN",
  "__proto__",
  "constructor",
  "[object Object]",
  "x".repeat(5_000),
  "𠮷".repeat(200),
  null,
  true,
  -1,
  [],
  [[null]],
  {},
  { toString: 1, __proto__: null, constructor: { prototype: 1 } },
];

/** Replaces every field of an input with junk, one by one and all at once; also adds extra fields. */
function replaced(input: SampleInput, junk: unknown): SampleInput {
  const part = (fields: Record<string, unknown> | undefined) =>
    fields && { ...Object.fromEntries(Object.keys(fields).map((key) => [key, junk])), page: junk, cursor: junk };
  return { params: part(input.params), query: part(input.query ?? {}), body: part(input.body) };
}

/** Whether the reply is an existing file. */
const isFile = ({ reply }: Endpoint, { headers }: Response): boolean =>
  reply === "blob" && !headers.get("content-type")?.startsWith("application/json");

/** Returns the envelope's code. Fails if there is no valid envelope: another status, another shape. */
async function codeOf(endpoint: Endpoint, input: SampleInput, bearer?: string): Promise<string> {
  const response = await answer(endpoint, input, { bearer });
  // A path that no longer matches this endpoint: the router's own 404.
  if (response.status === 404) return "NOT_FOUND";
  if (isFile(endpoint, response)) return "SUCCESS";
  const envelope = (await response.json()) as Record<string, unknown>;
  if (endpoint.reply === "raw") return String(envelope.code);
  expect(Object.keys(envelope).sort()).toEqual(["code", "data", "message"]);
  expect(envelope.message).toEqual(expect.any(String));
  // Error messages are in Chinese.
  const { fields = {} } = (envelope.data ?? {}) as { fields?: Record<string, string> };
  if (envelope.code === "INVALID_PARAMS") {
    for (const [field, message] of Object.entries(fields)) expect(message, field).toMatch(/\p{Script=Han}/u);
  }
  return String(envelope.code);
}

type AnswerOptions = { bearer?: string | undefined; body?: string; of?: TestUpstream };

async function answer(
  endpoint: Endpoint,
  input: SampleInput,
  { bearer, body, of = upstream }: AnswerOptions,
): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encoded(input.params?.[name]));
  const query = Object.entries(input.query ?? {}).map(([key, value]) => `${key}=${encoded(value)}`);
  const multipart = endpoint.encoding === "multipart";
  const headers = new Headers(multipart ? {} : { "content-type": "application/json" });
  if (bearer) headers.set("authorization", `Bearer ${bearer}`);
  const request = new Request(`http://upstream.test${path}?${query.join("&")}`, {
    method: endpoint.method,
    headers,
    body:
      endpoint.method === "GET" ? null : (body ?? (multipart ? formOf(input.body) : JSON.stringify(input.body ?? {}))),
  });
  const response = await of.program.fetch(request);
  // Only other parties' protocols may refuse by HTTP status.
  const statuses = endpoint.reply === "raw" ? [200, 401, 404] : [200, 404];
  // Tens of thousands of calls, so nothing is asserted of one that is as it should be.
  if (!statuses.includes(response.status)) expect.fail(`${endpoint.method} ${path}: ${response.status}`);
  return response;
}

function formOf(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(fields)))
    form.set(name, value instanceof Blob ? value : (JSON.stringify(value) ?? ""));
  return form;
}

/** Encodes a value for a URL; badly encoded junk stays so, and what can't be encoded is left raw. */
function encoded(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  if (/^%/.test(text)) return text;
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}
