import { Agent, get } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { challengeIn, solve } from "#tests/server/solve-toll";
import { production } from "./production";
import { cleanUp, newFolder, start } from "./run";
import { createSmallSite } from "./small-site";

const ORIGIN = "http://127.0.0.1:3000";
/** Scrapers, each of which sends its next request after a response, or waits a moment when delayed. */
const AT_ONCE = 60;
/**
 * Milliseconds; otherwise the test would consist of thousands of refusals a second; with it, still far more are delayed
 * than served.
 */
const PUT_OFF = 100;
const READER = "203.0.113.9";

let folder: string;
let token: string;
let article: string;

cleanUp();
beforeAll(async () => {
  folder = newFolder();
  const site = await createSmallSite(folder, "正文。".repeat(500));
  token = site.token;
  article = site.article.path;
});

/** Requests new pages from a new network each, until it is stopped. */
function scrape(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<number, number>();
  let going = true;
  let n = 0;
  const next = () => {
    if (!going) return;
    n += 1;
    const headers = { "x-forwarded-for": `198.${18 + (n % 2)}.${(n >> 9) % 256}.${(n >> 1) % 256}` };
    const request = get(`${url}/search/all?q=word${n}`, { agent, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      answer.resume().on("end", () => (status === 503 ? setTimeout(next, PUT_OFF) : next()));
    });
    request.on("error", () => {});
  };
  for (let k = 0; k < AT_ONCE; k += 1) next();
  return {
    count: (status: number) => statuses.get(status) ?? 0,
    stop: () => {
      going = false;
      agent.destroy();
    },
  };
}

const read = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { redirect: "manual", headers: { "x-forwarded-for": READER, ...headers } });
const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";

describe("a site that is scraped from many networks", () => {
  test("serves members and cached pages, requires a toll of visitors, and recovers afterwards", {
    timeout: 180_000,
  }, async () => {
    const program = start(["dist/server.js"], {
      ...production(folder),
      ASSETS_DIR: newFolder(),
      PUBLIC_ORIGIN: ORIGIN,
      TRUST_PROXY: "1",
      LOG_LEVEL: "info",
      PRESSURE_WAIT_MS: "50",
      // The only free pages are those that someone waited for.
      UNPAID_PAGES_PER_MINUTE: "1",
    });
    const url = await program.ready();
    const kept = await (await read(url + article)).text();
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(kept)?.[1];
    const scrapers = scrape(url);
    await expect.poll(() => scrapers.count(503), { timeout: 60_000 }).toBeGreaterThan(100);

    let asked = 0;
    for (let n = 0; n < 40; n += 1) {
      const own = await read(`${url}/search/all?q=member${n}`, { cookie: `token=${token}` });
      expect(own.status).toBe(200);
      expect((await read(url + article)).status).toBe(200);
      expect((await read(url + style)).status).toBe(200);
      const stranger = await read(`${url}/search/all?q=stranger${n}`, { "x-forwarded-for": "203.0.113.77" });
      if (stranger.status !== 503) continue;
      asked += 1;
      expect(Number(stranger.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(challengeIn(await stranger.text())).not.toBeNull();
    }
    // One a minute, on a busy machine, too.
    expect(asked).toBeGreaterThan(20);

    // With scripts: a proof of work, a cookie, then the page.
    let paid = "";
    await expect
      .poll(async () => {
        const page = await read(`${url}/search/all?q=worker`, { cookie: paid });
        const work = challengeIn(await page.text());
        if (!work || paid) return page.status;
        const form = new URLSearchParams({ salt: work.salt, number: `${solve(work)}`, to: work.to });
        const headers = { origin: ORIGIN, "sec-fetch-site": "same-origin", "x-forwarded-for": READER };
        const sent = await fetch(`${url}/toll`, { method: "POST", body: form, headers, redirect: "manual" });
        expect([sent.status, sent.headers.get("location")]).toEqual([303, "/search/all?q=worker"]);
        paid = cookieOf(sent);
        return 0;
      })
      .toBe(200);

    // Without scripts: the page reloads itself, with a cookie of the first request's time. A free page is available
    // immediately if nobody else in its network had one for a minute.
    let waits = "";
    let asks = 0;
    const patient = (cookie = "") =>
      read(`${url}/search/all?q=patient${asks}`, { cookie, "x-forwarded-for": "203.0.113.77" });
    await expect
      .poll(async () => {
        asks += 1;
        const page = await patient();
        if (page.status !== 503) return page.status;
        expect(await page.text()).toMatch(/<meta http-equiv="refresh" content="\d+">/);
        waits = cookieOf(page);
        return page.status;
      })
      .toBe(503);
    expect(waits).toMatch(/^toll=t/);
    await expect.poll(async () => (await patient(waits)).status, { timeout: 90_000, interval: 1_000 }).toBe(200);

    scrapers.stop();
    await expect.poll(() => program.output(), { timeout: 60_000, interval: 500 }).toContain("pressure_ended");
    for (let n = 0; n < 5; n += 1) {
      const after = await read(`${url}/search/all?q=after${n}`, { "x-forwarded-for": "203.0.113.77" });
      expect(after.status).toBe(200);
    }
    expect(program.output()).toContain("pressure_began");
  });
});
