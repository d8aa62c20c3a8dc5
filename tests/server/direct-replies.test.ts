import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loggedLines } from "#tests/runner/console-errors";
import { createWorld, ORIGIN, type World } from "#tests/world/world";
import { type Served, serveWorld } from "./serve-world";

let world: World;
let served: Served;
let warned: string[];

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world);
});
afterAll(async () => {
  await served.close();
  await world.close();
});
beforeEach(() => {
  warned = [];
  vi.spyOn(console, "warn").mockImplementation((...parts) => void warned.push(parts.join(" ")));
});

const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(served.url + path, {
    method: "POST",
    headers: { origin: ORIGIN, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", ...headers },
    body: new URLSearchParams(fields),
  });

describe("a route without a page that is asked directly", () => {
  test("returns a refusal with its status, and logs nothing", async () => {
    const seen = await Promise.all([
      send("/actions/sms-code", { intent: "send-code:login", phone: "1" }),
      send("/actions/reaction", { reaction: "like:article:1:on" }),
      send("/actions/accept", { questionId: "1" }),
      send("/actions/delete-comment", { id: "1" }),
      send("/actions/read-news", {}),
    ]);
    for (const answer of seen) {
      const body = (await answer.json()) as { status?: string };
      expect([answer.url, body.status, answer.status >= 400]).toEqual([answer.url, "refused", true]);
      expect(answer.headers.get("content-type")).toContain("application/json");
    }
    expect(warned).toEqual([]);
  });

  test("returns its result, too", async () => {
    const answer = await send("/actions/captcha", { type: "pow" });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.json()).toBeTruthy();
    expect(warned).toEqual([]);
  });
});

test("a HEAD request for a page's data is no action, whatever its Origin", async () => {
  const cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
  for (const path of ["/about.data", "/account/profile.data", "/zhiku/__proto__.data", "/nowhere.data"]) {
    for (const origin of ["https://evil.example", "null", "x", ORIGIN]) {
      const asked = await fetch(served.url + path, { method: "HEAD", headers: { cookie, origin } });
      const plain = await fetch(served.url + path, { headers: { cookie } });
      await plain.arrayBuffer();
      expect([path, origin, asked.status]).toEqual([path, origin, plain.status]);
      expect(asked.status).toBeLessThan(500);
    }
  }
});

describe("reports of a page's policy", () => {
  const report = (blocked: string, page = `${ORIGIN}/question?q=secret`) =>
    JSON.stringify([
      { type: "csp-violation", body: { effectiveDirective: "img-src", blockedURL: blocked, documentURL: page } },
    ]);
  const tell = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${served.url}/reports/policy`, {
      method: "POST",
      headers: { "content-type": "application/reports+json", "sec-fetch-dest": "report", ...headers },
      body,
    });

  test("are announced by every page, and accepted from everywhere", async () => {
    const page = await served.get("/about");
    expect(page.headers.get("reporting-endpoints")).toBe('policy="/reports/policy"');
    expect(page.headers.get("content-security-policy")).toMatch(/report-uri \/reports\/policy; report-to policy$/);
    expect((await tell(report("https://evil.example/x.png?who=13800000001"), { origin: "null" })).status).toBe(204);
    const old = {
      "csp-report": { "effective-directive": "script-src-elem", "blocked-uri": "inline", "document-uri": "/" },
    };
    expect((await tell(JSON.stringify(old), { "content-type": "application/csp-report" })).status).toBe(204);
    expect(loggedLines()).toEqual([
      expect.objectContaining({
        level: "warn",
        event: "policy_broken",
        directive: "img-src",
        blocked: "https://evil.example",
        page: "/question",
      }),
      expect.objectContaining({ directive: "script-src-elem", blocked: "inline", page: "unknown" }),
    ]);
    expect(JSON.stringify(loggedLines())).not.toMatch(/secret|1380000/);
  });

  test("are logged once, and few of them, whatever is sent", async () => {
    for (let i = 0; i < 60; i += 1) await tell(report(`https://${i}.example`));
    for (const body of ["", "{", "[]", "null", '{"csp-report":7}', report("x".repeat(3_000))]) await tell(body);
    expect(loggedLines().length).toBeGreaterThan(5);
    expect(loggedLines().length).toBeLessThanOrEqual(20);
    expect((await tell(" ".repeat(40_000))).status).toBe(413);
  });
});
