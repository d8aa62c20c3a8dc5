import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createServer as createTcpServer } from "node:net";
import type { AppLoadContext } from "@remix-run/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { MESSAGES, NETWORK_MESSAGE, UNSENT_MESSAGE, UNSURE_MESSAGE } from "#app/contract/codes";
import { endpoint } from "#app/contract/endpoint";
import { captchaApi } from "#app/contract/people/captcha";
import type { gateway as Gateway } from "#app/server/gateway/gateway.server";
import { loggedLines } from "#tests/runner/console-errors";

const TOKEN = "t".repeat(43);
const ok = (data: unknown) => Response.json({ code: "SUCCESS", message: "", data });
const item = z.object({ n: z.number() });
const read = endpoint({
  method: "GET",
  path: "/api/thing/:id",
  summary: "",
  params: z.object({ id: z.union([z.number(), z.string()]) }),
  query: z.object({ q: z.string().optional(), page: z.number().optional() }),
  data: item,
});
const own = endpoint({ method: "GET", path: "/api/own", auth: "user", summary: "", data: item });
const write = endpoint({
  method: "POST",
  path: "/api/thing",
  summary: "",
  body: z.object({ a: z.string() }),
  data: item,
});
const zhiku = endpoint({ method: "GET", path: "/api/pro/thing", summary: "", data: item });
const slow = endpoint({ method: "GET", path: "/api/slow", summary: "", data: item, timeout: 400 });

let gateway: typeof Gateway;

/** Loads a new module instance, because settings are read once. */
async function load(env: Record<string, string>): Promise<void> {
  vi.resetModules();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  ({ gateway } = await import("#app/server/gateway/gateway.server"));
}

/** Arguments of one page's loaders. */
function page(fetch: (request: Request) => Response | Promise<Response>, headers: Record<string, string> = {}) {
  const asked: Request[] = [];
  const context: AppLoadContext = {
    requestId: "request-1",
    clientIp: "192.0.2.7",
    dependsOn: new Set<string>(),
    upstream: {
      fetch: async (request: Request) => {
        asked.push(request.clone() as Request);
        return fetch(request);
      },
    },
  };
  const request = () => new Request("http://site.test/question", { headers });
  return { asked, context, args: () => ({ request: request(), context }) };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("with an embedded upstream", () => {
  beforeEach(() => load({ UPSTREAM_API_URL: "", UPSTREAM_TIMEOUT_MS: "200" }));

  test("a call has the form that the contract defines, and carries the caller's token", async () => {
    const { asked, args } = page(() => ok({ n: 1 }), { cookie: `token=${TOKEN}` });
    expect(await gateway(args()).call(read, { params: { id: "a/b c" }, query: { q: "中 文&", page: 2 } })).toEqual({
      n: 1,
    });
    const [request] = asked;
    expect(new URL(request?.url ?? "").pathname).toBe("/api/thing/a%2Fb%20c");
    expect(Object.fromEntries(new URL(request?.url ?? "").searchParams)).toEqual({ q: "中 文&", page: "2" });
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: "application/json",
      authorization: `Bearer ${TOKEN}`,
      "x-request-id": "request-1",
      "x-client-ip": "192.0.2.7",
    });
  });

  test("calls of zhiku and calls that write send the device", async () => {
    const { asked, args } = page(() => ok({ n: 1 }), {
      "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0",
    });
    await gateway(args()).call(zhiku, {});
    await gateway(args()).call(read, { params: { id: 1 }, query: {} });
    await gateway(args()).call(write, { body: { a: "" } });
    const device = "os=Windows; browser=Chrome";
    expect(asked.map((request) => request.headers.get("x-device"))).toEqual([device, null, device]);
  });

  test("a call that needs a login is not sent without a token", async () => {
    const { asked, args } = page(() => ok({ n: 1 }));
    await expect(gateway(args()).call(own, {})).rejects.toMatchObject({ code: "NOT_LOGIN" });
    expect(asked).toHaveLength(0);
  });

  test("identical reads of a page are sent once for all loaders; other pages send them again", async () => {
    const one = page(() => ok({ n: 1 }));
    const input = { params: { id: 1 }, query: {} };
    await Promise.all([gateway(one.args()).call(read, input), gateway(one.args()).load(read, input)]);
    await gateway(one.args()).call(read, input);
    expect(one.asked).toHaveLength(1);
    await gateway(one.args()).call(read, { params: { id: 2 }, query: {} });
    expect(one.asked).toHaveLength(2);
    const other = page(() => ok({ n: 1 }));
    await gateway(other.args()).call(read, input);
    expect(other.asked).toHaveLength(1);
  });

  test("after a write everything is read again, including reads that began while it ran", async () => {
    let version = 1;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { args } = page(async (request) => {
      if (request.method === "GET") return ok({ n: version });
      await finished;
      version += 1;
      return ok({ n: version });
    });
    const input = { params: { id: 1 }, query: {} };
    const { call } = gateway(args());
    expect(await call(read, input)).toEqual({ n: 1 });
    const writing = call(write, { body: { a: "x" } });
    expect(await call(read, input)).toEqual({ n: 1 });
    finish();
    await writing;
    expect(await call(read, input)).toEqual({ n: 2 });
  });

  test("after a failed write everything is read again, too", async () => {
    let reads = 0;
    const { args } = page((request) => {
      if (request.method !== "GET") return new Response("", { status: 500 });
      reads += 1;
      return ok({ n: reads });
    });
    const { call } = gateway(args());
    await call(read, { params: { id: 1 }, query: {} });
    await expect(call(write, { body: { a: "x" } })).rejects.toMatchObject({ code: "NETWORK" });
    expect(await call(read, { params: { id: 1 }, query: {} })).toEqual({ n: 2 });
  });

  test("a refusal has code, message and fields, and the page may still be cached", async () => {
    const data = { fields: { title: "标题不能为空" } };
    const { context, args } = page(() => Response.json({ code: "INVALID_PARAMS", message: "填写的内容有误", data }));
    const error = await gateway(args())
      .call(write, { body: { a: "" } })
      .catch((reason) => reason);
    expect(error).toMatchObject({ code: "INVALID_PARAMS", message: "填写的内容有误", fields: data.fields });
    expect(context.incomplete).toBeUndefined();
  });

  test.each([
    ["left out", {}],
    ["null", { message: null, data: null }],
  ])("a refusal is one where message and data are %s, and told in words of ours", async (_, rest) => {
    const { context, args } = page(() => Response.json({ code: "FORBIDDEN", ...rest }));
    const error = await gateway(args())
      .call(read, { params: { id: 1 }, query: {} })
      .catch((reason) => reason);
    expect(error).toMatchObject({ code: "FORBIDDEN", message: MESSAGES.FORBIDDEN, fields: {}, data: null });
    expect(context.incomplete).toBeUndefined();
  });

  test("NOT_LOGIN marks the token as rejected", async () => {
    const { context, args } = page(() => Response.json({ code: "NOT_LOGIN" }), { cookie: `token=${TOKEN}` });
    await expect(gateway(args()).call(own, {})).rejects.toMatchObject({ code: "NOT_LOGIN" });
    expect(context.loginEnded).toBe(true);
  });

  test.each([
    ["a status", () => new Response("{}", { status: 502 })],
    ["no JSON", () => new Response("<h1>hello</h1>")],
    ["no envelope", () => Response.json({ data: { n: 1 } })],
    ["other data than the contract's", () => ok({ n: "1" })],
    ["nothing", () => new Response(null)],
    ["too much", () => new Response("x".repeat(6_000_000))],
    ["an exception", () => Promise.reject(new Error("secret"))],
  ] as [string, () => Response | Promise<Response>][])(
    "%s is the network's fault, and the page is not whole",
    async (_, fetch) => {
      const { context, args } = page(fetch);
      const error = await gateway(args())
        .call(read, { params: { id: 1 }, query: {} })
        .catch((reason) => reason);
      expect(error).toMatchObject({ code: "NETWORK", message: NETWORK_MESSAGE });
      expect(context.incomplete).toBe(true);
      const line = { level: "warn", event: "upstream_failed", call: "GET /api/thing/:id", requestId: "request-1" };
      expect(loggedLines()).toMatchObject([line]);
      expect(JSON.stringify(loggedLines())).not.toContain("secret");
    },
  );

  test.each([
    ["a proxy that lost the upstream", () => new Response("{}", { status: 502 }), UNSURE_MESSAGE],
    ["an upstream that lost its database", () => new Response("{}", { status: 504 }), UNSURE_MESSAGE],
    ["an answer that can't be read", () => new Response("<h1>hello</h1>"), UNSURE_MESSAGE],
    ["a success with other data", () => ok({ n: "1" }), UNSURE_MESSAGE],
    ["no answer in time", () => new Promise<Response>(() => {}), UNSURE_MESSAGE],
    ["an upstream that says it failed", () => new Response("{}", { status: 500 }), NETWORK_MESSAGE],
    ["an exception", () => Promise.reject(new Error("secret")), UNSURE_MESSAGE],
  ] as [string, () => Response | Promise<Response>, string][])(
    "what was to be written may have been, or has not: %s",
    async (_, fetch, message) => {
      const { args } = page(fetch);
      const error = await gateway(args())
        .call(write, { body: { a: "x" } })
        .catch((reason) => reason);
      expect(error).toMatchObject({ code: "NETWORK", message });
    },
  );

  test("a captcha call without a reply counts as a read: it is safe to repeat", async () => {
    const { args } = page(() => new Response("{}", { status: 502 }));
    const asked = gateway(args()).call(captchaApi.get, { body: { captchaType: "pow" } });
    await expect(asked).rejects.toMatchObject({ code: "NETWORK", message: NETWORK_MESSAGE });
  });

  test("a page with a rate-limited call is not cached", async () => {
    const { context, args } = page(() => Response.json({ code: "RATE_LIMITED", message: "", data: null }));
    await gateway(args())
      .call(read, { params: { id: 1 }, query: {} })
      .catch(() => {});
    expect(context.incomplete).toBe(true);
  });

  test("an upstream that hangs and ignores the signal is abandoned at the deadline of the page, not of each call", async () => {
    const { args } = page(() => new Promise<Response>(() => {}));
    const { call } = gateway(args());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    let left = 0;
    const leave = (id: number) =>
      expect(call(read, { params: { id }, query: {} }).finally(() => ++left)).rejects.toMatchObject({
        code: "NETWORK",
      });
    const first = leave(1);
    await vi.advanceTimersByTimeAsync(199);
    expect(left).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await first;
    const second = leave(2);
    await vi.advanceTimersByTimeAsync(1);
    await second;
  });

  test("an endpoint with its own timeout gets it", async () => {
    const { args } = page(() => new Promise<Response>((resolve) => setTimeout(() => resolve(ok({ n: 1 })), 300)));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const asked = gateway(args()).call(slow, {});
    await vi.advanceTimersByTimeAsync(300);
    expect(await asked).toEqual({ n: 1 });
  });

  test("dependencies of replies are collected; an unreadable header counts as none", async () => {
    const answers = ["question/1 users", "%E4%BD%A0/2", "%E4%A", ""];
    const { context, args } = page(() => {
      const response = ok({ n: 1 });
      response.headers.set("x-depends-on", answers.shift() ?? "");
      return response;
    });
    for (let id = 1; id <= 4; id += 1) await gateway(args()).call(read, { params: { id }, query: {} });
    expect([...(context.dependsOn ?? [])]).toEqual(["question/1", "users", "你/2"]);
  });

  test("a rejection that no loader awaits does not end the process", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    const { args } = page(() => new Response("", { status: 500 }));
    const { load, call } = gateway(args());
    void load(read, { params: { id: 1 }, query: {} });
    void call(read, { params: { id: 2 }, query: {} });
    void load(own, {});
    await expect.poll(() => loggedLines().length).toBe(2);
    // Node reports them at the end of a turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
  });

  test.each([
    ["NOT_LOGIN", "/question", 302, "/"],
    ["NOT_LOGIN", "/zhiku/history", 302, "/zhiku"],
    ["USER_INFO_INCOMPLETE", "/zhiku/search", 302, "/zhiku/error/401"],
    ["RIGHTS_NOT_SUBSCRIBED", "/zhiku/article/x", 302, "/zhiku/error/403"],
    ["DOCUMENT_NOT_EXIST", "/zhiku/article/x", 302, "/zhiku/error/404"],
    ["USER_INFO_INCOMPLETE", "/question/x", 403, null],
    ["RIGHTS_NOT_SUBSCRIBED", "/question/x", 403, null],
    ["DOCUMENT_NOT_EXIST", "/question/x", 404, null],
    ["NOT_FOUND", "/question/x", 404, null],
    ["INVALID_PARAMS", "/question/x", 404, null],
    ["FORBIDDEN", "/question/x", 403, null],
    ["RATE_LIMITED", "/search/all", 429, null],
    ["SOMETHING_NEW", "/question/x", 500, null],
  ])("%s means to a page at %s: %i %s", async (code, path, status, location) => {
    const { context } = page(() => Response.json({ code, message: "说明", data: null }));
    const { load } = gateway({ request: new Request(`http://site.test${path}`), context });
    const asked = path.startsWith("/zhiku/") ? load(zhiku, {}) : load(read, { params: { id: 1 }, query: {} });
    const thrown = await asked.catch((reason) => reason);
    if (thrown instanceof Response) {
      expect([thrown.status, thrown.headers.get("location")]).toEqual([status, location]);
      // The previous page stays in the history.
      expect(thrown.headers.has("x-remix-replace")).toBe(false);
      expect(context.loginEnded).toBeUndefined();
    } else {
      expect(thrown.init.status).toBe(status);
      expect(thrown.data).toMatchObject({ message: "说明", code });
      // The log has this number for errors that the reader can't fix.
      expect(thrown.data.requestId).toBe(thrown.init.status >= 500 ? "request-1" : undefined);
    }
  });
});

describe("a file", () => {
  beforeEach(() => load({ UPSTREAM_API_URL: "", UPSTREAM_TIMEOUT_MS: "200" }));
  const blob = { method: "POST", summary: "", data: z.unknown(), reply: "blob" } as const;
  const document = endpoint({ ...blob, path: "/api/pro/file", auth: "user" });
  const picture = endpoint({ ...blob, method: "GET", path: "/api/picture" });
  const json = '{"code":"SUCCESS"}';
  const PLAIN = { "content-type": "application/json" };
  const NAMED = 'attachment; filename="a.json"';

  async function streamed(file: typeof document | typeof picture, headers: Record<string, string>) {
    const { asked, context } = page(() => new Response(json, { headers }));
    const request = new Request("http://site.test/", { headers: { cookie: `token=${TOKEN}` } });
    const answer = await gateway({ request, context }).stream(file, {});
    const disposition = answer.headers.get("content-disposition");
    return { accept: asked[0]?.headers.get("accept"), disposition, text: await answer.text() };
  }

  test("may be of any type", async () => {
    const { accept } = await streamed(document, { "content-type": "application/pdf" });
    expect(accept).toBe("*/*");
  });

  test("may be JSON if it is sent as a file, else that is a refusal", async () => {
    const file = await streamed(document, { ...PLAIN, "content-disposition": NAMED });
    expect([file.disposition, file.text]).toEqual([NAMED, json]);
    const refused = { code: "RIGHTS_NOT_SUBSCRIBED", message: "没有权益", data: null };
    for (const disposition of [null, "inline"]) {
      const { context } = page(() =>
        Response.json(refused, disposition ? { headers: { "content-disposition": disposition } } : {}),
      );
      const request = new Request("http://site.test/", { headers: { cookie: `token=${TOKEN}` } });
      await expect(gateway({ request, context }).stream(document, {})).rejects.toMatchObject({ code: refused.code });
    }
  });

  test("of one reader is downloaded unless it says otherwise; a picture for all is shown", async () => {
    const type = { "content-type": "text/html" };
    expect((await streamed(document, type)).disposition).toBe("attachment");
    expect((await streamed(document, { ...type, "content-disposition": "inline" })).disposition).toBe("inline");
    expect((await streamed(picture, { "content-type": "image/png" })).disposition).toBeNull();
  });
});

describe("a token that is refused", () => {
  beforeEach(() => load({ UPSTREAM_API_URL: "", UPSTREAM_TIMEOUT_MS: "200" }));
  const refused = () => Response.json({ code: "NOT_LOGIN", message: "您需要先登录", data: null });

  test.each([
    ["the site's", read, "/question", "/", null],
    ["zhiku's, which replaces the page", zhiku, "/zhiku/history", "/zhiku", "true"],
    ["zhiku's on a page of the site", zhiku, "/question", "/zhiku", "true"],
  ] as const)("to a call of %s", async (_, endpoint, path, location, replaces) => {
    const { context } = page(refused);
    const request = new Request(`http://site.test${path}`, { headers: { cookie: `token=${TOKEN}` } });
    const thrown = await gateway({ request, context })
      .load(endpoint, { params: { id: 1 }, query: {} })
      .catch((reason) => reason);
    expect([thrown.headers.get("location"), thrown.headers.get("x-remix-replace")]).toEqual([location, replaces]);
    expect(context.loginEnded).toBe(true);
  });
});

describe("with an upstream elsewhere", () => {
  let server: Server;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  let port: number;

  beforeAll(async () => {
    server = createServer((request, response) => handle(request, response));
    server.on("connection", (socket) => socket.on("error", () => {}));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const args = () => page(() => ok(null)).args();
  const input = { params: { id: 1 }, query: {} };
  const answer = (response: ServerResponse) =>
    response.end(JSON.stringify({ code: "SUCCESS", message: "", data: { n: 1 } }));

  test("the base URL may have a path; connections are reused", async () => {
    await load({ UPSTREAM_API_URL: `http://127.0.0.1:${port}/base/` });
    const urls: (string | undefined)[] = [];
    const used = new Set<Socket>();
    handle = (request, response) => {
      urls.push(request.url);
      used.add(request.socket);
      answer(response);
    };
    for (let i = 0; i < 5; i += 1) await gateway(args()).call(read, input);
    expect(urls).toEqual(Array(5).fill("/base/api/thing/1"));
    expect(used.size).toBe(1);
  });

  test("a body is sent as JSON with its length", async () => {
    await load({ UPSTREAM_API_URL: `http://127.0.0.1:${port}` });
    let got = "";
    handle = (request, response) => {
      expect(request.headers["content-type"]).toBe("application/json");
      request.on("data", (chunk) => {
        got += chunk;
      });
      request.on("end", () => answer(response));
    };
    await gateway(args()).call(write, { body: { a: "中文" } });
    expect(JSON.parse(got)).toEqual({ a: "中文" });
  });

  describe.each(["reset", "closed"] as const)("a connection that is %s under a request", (way) => {
    test.each([
      ["a read", "a new connection", 0],
      ["a read", "one that was used before", 1],
      ["a write", "a new connection", 0],
      ["a write", "one that was used before", 1],
    ])("is not tried again: %s on %s", async (what, _, before) => {
      const heads: string[] = [];
      let used = 0;
      const raw = createTcpServer((socket) => {
        let answered = 0;
        used += 1;
        socket.on("error", () => {});
        socket.on("data", (bytes) => {
          const [head] = bytes.toString("latin1").split("\r\n");
          // A body may arrive in a separate chunk.
          if (!/ HTTP\/1\.1$/.test(head ?? "")) return;
          heads.push(head ?? "");
          if (answered < before) {
            answered += 1;
            const body = JSON.stringify({ code: "SUCCESS", message: "", data: { n: 1 } });
            socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
          } else if (way === "reset") socket.resetAndDestroy();
          else socket.destroy();
        });
      });
      await new Promise<void>((resolve) => raw.listen(0, "127.0.0.1", resolve));
      await load({ UPSTREAM_API_URL: `http://127.0.0.1:${(raw.address() as AddressInfo).port}` });
      for (let i = 0; i < before; i += 1) await gateway(args()).call(read, { params: { id: 7 }, query: {} });
      const asking =
        what === "a read" ? gateway(args()).call(read, input) : gateway(args()).call(write, { body: { a: "x" } });
      const message = what === "a read" ? NETWORK_MESSAGE : UNSURE_MESSAGE;
      await expect(asking).rejects.toMatchObject({ code: "NETWORK", message });
      expect([heads.length, used]).toEqual([before + 1, 1]);
      await new Promise((resolve) => raw.close(resolve));
    });
  });

  describe("without a connection", () => {
    const closedPort = async () => {
      const closing = createTcpServer();
      await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
      const { port: closed } = closing.address() as AddressInfo;
      await new Promise((resolve) => closing.close(resolve));
      return closed;
    };
    test.each([
      ["nobody listens", "127.0.0.1"],
      ["nobody listens at any address of the name", "localhost"],
      ["the name does not exist", "upstream.invalid"],
    ])("a write was certainly not carried out: %s", async (_, host) => {
      await load({ UPSTREAM_API_URL: `http://${host}:${await closedPort()}` });
      const writing = gateway(args()).call(write, { body: { a: "x" } });
      await expect(writing).rejects.toMatchObject({ code: "NETWORK", message: UNSENT_MESSAGE });
      await expect(gateway(args()).call(read, input)).rejects.toMatchObject({ message: NETWORK_MESSAGE });
    });

    test("in time, neither was one that would have been made later", async () => {
      await load({ UPSTREAM_API_URL: `http://127.0.0.1:${port}` });
      const held: ServerResponse[] = [];
      handle = (_, response) => void held.push(response);
      // All connections of this process are used up: a request beyond waits for one.
      const first = Array.from({ length: 256 }, () => gateway(args()).call(write, { body: { a: "x" } }));
      await expect.poll(() => held.length, { timeout: 9_000 }).toBe(256);
      const late = gateway(args()).call({ ...write, timeout: 100 }, { body: { a: "x" } });
      await expect(late).rejects.toMatchObject({ code: "NETWORK", message: UNSENT_MESSAGE });
      held.map(answer);
      await Promise.all(first);
      expect(held).toHaveLength(256);
    });
  });

  test("the connection is closed at the deadline, even after garbage collection", async () => {
    await load({ UPSTREAM_API_URL: `http://127.0.0.1:${port}`, UPSTREAM_TIMEOUT_MS: "400" });
    const hanging = new Set<Socket>();
    handle = ({ socket }) => {
      hanging.add(socket.once("close", () => hanging.delete(socket)));
    };
    const asking = Promise.allSettled(
      Array.from({ length: 10 }, (_, id) => gateway(args()).call(read, { params: { id }, query: {} })),
    );
    const waste: unknown[] = [];
    const timer = setInterval(
      () =>
        waste.splice(
          0,
          1,
          Array.from({ length: 200_000 }, (_, i) => ({ i })),
        ),
      20,
    );
    const settled = await asking;
    clearInterval(timer);
    expect(settled.every(({ status }) => status === "rejected")).toBe(true);
    await expect.poll(() => hanging.size).toBe(0);
  });
});
