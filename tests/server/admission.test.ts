import { describe, expect, test } from "vitest";
import { createMetrics } from "#runtime/metrics";
import { createAdmission, PutOffError } from "#server/admission/admission";
import { createKnownLogins } from "#server/admission/known-logins";
import { createPressure } from "#server/admission/pressure";
import { createProvedCrawlers } from "#server/admission/proved-crawlers";
import { createReadLimits } from "#server/admission/read-limits";
import { createRenderQueue } from "#server/admission/render-queue";
import { createTolls } from "#server/admission/toll";
import type { Caller } from "#server/request/caller";
import { solve } from "./solve-toll";

const RATES = { page: 20, search: 20, picture: 20, crawler: 20, unpaid: 3, toll: 5 };
const BING = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";

function setUp() {
  const clock = { now: 1_800_000_000_000 };
  const metrics = createMetrics();
  const queue = createRenderQueue(100);
  let waited = 0;
  const pressure = createPressure({ waitMax: 1_000, strangersWait: () => waited });
  pressure.leave();
  const tolls = createTolls(Buffer.alloc(32, 1), () => clock.now);
  const crawlers = createProvedCrawlers({
    names: { reverse: async () => ["a.search.msn.com"], addresses: async () => ["192.0.2.1"] },
  });
  const logins = createKnownLogins({ ask: async (token) => token === "good" });
  const limits = createReadLimits(RATES, () => 0);
  const admission = createAdmission({ limits, pressure, tolls, logins, crawlers, queue, metrics });
  const caller: Caller = {
    ip: "203.0.113.7",
    requestId: "r",
    token: null,
    userAgent: "Firefox",
    cookie: undefined,
    kind: "page",
    file: false,
  };
  /** The queue, or the error, of a request. */
  const comes = (more: Partial<Caller> = {}) =>
    admission.laneOf({ ...caller, ...more }).catch((error: PutOffError) => error);
  const press = () => {
    waited = 1_000;
    pressure.look();
  };
  const paid = () => {
    const challenge = tolls.challenge();
    return tolls.pay(challenge.salt, `${solve(challenge)}`)?.split(";")[0] ?? "";
  };
  return { comes, press, paid, tolls, clock, queue, metrics };
}

describe("without pressure", () => {
  test("members and verified crawlers queue in the first lane, visitors in their own", async () => {
    const { comes } = setUp();
    expect(await comes()).toBe("strangers");
    for (const token of ["bad", "good"]) expect(await comes({ token }), "asked for beside").toBe("strangers");
    await new Promise((resolve) => setImmediate(resolve));
    expect(await comes({ token: "bad" })).toBe("strangers");
    expect(await comes({ token: "good" })).toBe("first");
    await comes({ userAgent: BING, ip: "192.0.2.1" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await comes({ userAgent: BING, ip: "192.0.2.1" })).toBe("first");
    await comes({ userAgent: BING, ip: "192.0.2.2" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await comes({ userAgent: BING, ip: "192.0.2.2" })).toBe("strangers");
  });

  test("an address that used up its share is refused, but not with a toll, nor a member or a form", async () => {
    const { comes, paid, tolls, clock } = setUp();
    for (let n = 0; n < 20; n += 1) expect(await comes()).toBe("strangers");
    expect(await comes()).toMatchObject({ name: "PutOffError", reason: "budget", toll: "may begin to wait" });
    expect(await comes({ file: true })).toBeInstanceOf(PutOffError);
    expect(await comes({ kind: null })).toBe("strangers");
    expect(await comes({ token: "good" })).toBe("first");
    expect(await comes({ cookie: paid() })).toBe("strangers");
    const waits = tolls.wait().split(";")[0];
    expect(await comes({ cookie: waits })).toMatchObject({ toll: "waits" });
    clock.now += 5_000;
    expect(await comes({ cookie: waits })).toBe("last");
  });
});

describe("under pressure", () => {
  test("a visitor gets few pages in the last lane, then a toll is required; work pays for some", async () => {
    const { comes, press, paid, metrics } = setUp();
    press();
    for (let n = 0; n < 3; n += 1) expect(await comes()).toBe("last");
    expect(await comes()).toMatchObject({ reason: "pressure", seconds: 5, toll: "may begin to wait" });
    const cookie = paid();
    for (let n = 0; n < 5; n += 1) expect(await comes({ cookie })).toBe("strangers");
    expect(await comes({ cookie })).toMatchObject({ reason: "pressure", seconds: 5 });
    expect(await comes({ cookie: paid() })).toBe("strangers");
    expect(await metrics.render()).toContain('shequ_pages_put_off_total{class="stranger",reason="pressure"} 2');
  });

  test("an address may send as many forms as it may request pages, with an unknown login as well", async () => {
    const { comes } = setUp();
    for (let n = 0; n < 20; n += 1) expect(await comes({ kind: null, token: n % 2 ? "bad" : null })).toBe("strangers");
    for (const token of [null, "bad"]) {
      const putOff = { name: "PutOffError", reason: "budget", toll: null };
      expect(await comes({ kind: null, token })).toMatchObject(putOff);
    }
    expect(await comes(), "pages are counted by themselves").toBe("strangers");
    await new Promise((resolve) => setImmediate(resolve));
    expect(await comes({ kind: null, token: "good" })).toBe("first");
  });

  test("a member may send as many forms as they may request pages, apart from these and from their address", async () => {
    const { comes } = setUp();
    const token = "good";
    await comes({ token, ip: "198.51.100.7" });
    await new Promise((resolve) => setImmediate(resolve));
    for (let n = 0; n < 20; n += 1) expect(await comes({ token, kind: null })).toBe("first");
    for (const ip of ["203.0.113.7", "192.0.2.200"]) {
      expect(await comes({ token, ip, kind: null })).toMatchObject({ reason: "budget", toll: null });
    }
    expect(await comes({ token })).toBe("first");
    expect(await comes({ kind: null })).toBe("strangers");
  });

  test("members, forms and files need no toll", async () => {
    const { comes, press } = setUp();
    press();
    for (let n = 0; n < 10; n += 1) expect(await comes({ token: "good" })).toBe("first");
    for (let n = 0; n < 10; n += 1) expect(await comes({ kind: null })).toBe("strangers");
    for (let n = 0; n < 10; n += 1) expect(await comes({ file: true })).toBe("strangers");
  });

  test("half of the last lane is for those who have paid by waiting", async () => {
    const { comes, press, tolls, clock, queue } = setUp();
    press();
    const waited = tolls.wait().split(";")[0];
    clock.now += 5_000;
    // Two of them are being rendered, and never finish.
    const line = Array.from({ length: 14 }, () => queue.enter(null, "last"));
    await Promise.all(line.slice(0, 2));
    expect(queue.waiting("last")).toBe(12);
    expect(await comes()).toMatchObject({ reason: "pressure", seconds: 5 });
    expect(await comes({ cookie: waited })).toBe("last");
    line.push(...Array.from({ length: 12 }, () => queue.enter(null, "last")));
    expect(await comes({ cookie: waited })).toMatchObject({ reason: "pressure", toll: "waits" });
  });
});
