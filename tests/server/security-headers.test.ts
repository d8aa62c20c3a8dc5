import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DOCUMENT_RULES } from "#app/features/prefetch/documents-ahead";
import { securityHeaders } from "#app/server/headers/security-headers.server";
import { publicPages } from "#tests/world/page-kinds";
import type { Seed } from "#tests/world/seed-world";
import { createWorld, type World } from "#tests/world/world";
import { observatoryScore } from "./observatory";
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

/** One response of every kind. */
const ANSWERS: [string, string][] = [
  ["a page", "/about"],
  ["a page that is not there", "/nowhere"],
  ["a redirect", "/policy"],
  ["a page's data", "/about.data"],
  ["a refused request", "/%"],
  ["an API path", "/api/article/list"],
  ["health", "/healthz"],
  ["readiness", "/readyz"],
  ["a built file", "/favicon.svg"],
  ["a built file that is gone", "/assets/gone-12345678.js"],
  ["icons", "/icons/sq.json?icons=home"],
  ["the build", "/builds/latest.json"],
  ["robots.txt", "/robots.txt"],
  ["the site map", "/sitemap.xml"],
  ["a feed", "/feed.xml"],
  ["an object that is not there", "/oss/demo/nothing.webp"],
];

describe.each(ANSWERS)("%s", (_, path) => {
  let headers: Headers;
  let status: number;
  beforeAll(async () => {
    const response = await served.get(path);
    ({ headers, status } = response);
    await response.arrayBuffer();
  });

  test("is no server error", () => expect(status).toBeLessThan(500));
  test("X-Content-Type-Options", () => expect(headers.get("x-content-type-options")).toBe("nosniff"));
  test("Referrer-Policy keeps the origin, so that our own forms are recognized", () =>
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin"));
  test("Cross-Origin-Opener-Policy", () => expect(headers.get("cross-origin-opener-policy")).toBe("same-origin"));
  test("Cross-Origin-Resource-Policy", () =>
    expect(headers.get("cross-origin-resource-policy")).toMatch(/^(same-origin|cross-origin)$/));
  test("X-Frame-Options and frame-ancestors", () => {
    expect(headers.get("x-frame-options")).toBe("DENY");
    if (!path.startsWith("/oss/")) expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
  test("Permissions-Policy", () => expect(headers.get("permissions-policy")).toContain("camera=()"));
  test("Content-Security-Policy starts from 'none' and has no unsafe source", () => {
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(policy).not.toMatch(/(^|[ ;])(\*|https?:)($|[ ;])/);
  });
  test("Content-Type has a charset, and no header names the software", () => {
    const type = headers.get("content-type");
    if (type?.startsWith("text/")) expect(type).toMatch(/charset=utf-8/i);
    if (status !== 204 && status < 300) expect(type).toBeTruthy();
    expect(headers.has("x-powered-by")).toBe(false);
    expect(headers.has("server")).toBe(false);
  });
  test("there is no CORS for anybody, and no HSTS on plain http", () => {
    expect(headers.has("access-control-allow-origin")).toBe(false);
    expect(headers.has("strict-transport-security")).toBe(false);
  });
  test("no header is sent twice", async () => {
    const response = await served.get(path);
    await response.arrayBuffer();
    for (const name of ["content-security-policy", "x-content-type-options", "cache-control", "content-type"]) {
      // Duplicate headers are joined with a comma.
      if (name === "cache-control") expect(response.headers.get(name)).not.toMatch(/(no-cache|no-store).*max-age/);
      else expect(response.headers.get(name) ?? "").not.toContain(", ");
    }
  });
});

describe("the policy of a page", () => {
  const NAMES = publicPages({} as Seed).map(([name]) => name);

  test.each(NAMES)("%s: each inline script is allowed by its hash, and nothing else is", async (name) => {
    const path = new Map(publicPages(world.seed)).get(name) ?? "";
    const response = await served.get(path);
    const html = await response.text();
    const policy = response.headers.get("content-security-policy") ?? "";
    const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
    const scripts = inline.filter(([, attributes = ""]) => !/type="application\/(?:ld\+)?json"/.test(attributes));
    expect(scripts.length).toBeGreaterThan(0);
    // One of them adds the speculation rules.
    const contents = [...scripts.map(([, , content = ""]) => content), DOCUMENT_RULES];
    const hashes = contents.map((content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`);
    const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ") ?? [];
    expect(new Set(sources)).toEqual(new Set(["'self'", ...hashes]));
    expect(html).not.toMatch(/ nonce=/);
    expect(html).not.toMatch(/ on[a-z]+="/);
    for (const directive of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "style-src 'self'"]) {
      expect(policy.split("; ")).toContain(directive);
    }
  });

  test("is the same for the same bytes, also with a 304", async () => {
    const first = await served.get("/about");
    await first.arrayBuffer();
    const again = await served.get("/about", { "if-none-match": first.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    expect(again.headers.get("content-security-policy")).toBe(first.headers.get("content-security-policy"));
  });
});

test("every kind of page and response scores at least 150 points by the rules of Mozilla's Observatory", async () => {
  const secure = await serveWorld(world, { config: { secure: true } });
  const paths = [...publicPages(world.seed), ...ANSWERS].filter(([, path]) => !path.startsWith("/oss/"));
  for (const [name, path] of paths) {
    const answer = await secure.get(path);
    expect(observatoryScore(answer.headers, await answer.text()), `${name} ${path}`).toBeGreaterThanOrEqual(150);
  }
  const nothing = new Headers({ "content-type": "text/html" });
  expect(observatoryScore(nothing, '<script src="https://cdn.example/a.js">')).toBeLessThan(0);
  await secure.close();
});

describe("over https", () => {
  test("HSTS is sent for a year, with subdomains", () => {
    const value = new Map(securityHeaders(true)).get("Strict-Transport-Security") ?? "";
    expect(Number(/max-age=(\d+)/.exec(value)?.[1])).toBeGreaterThanOrEqual(31_536_000);
    expect(value).toContain("includeSubDomains");
  });

  test("HSTS is sent with every response", async () => {
    const secure = await serveWorld(world, { config: { secure: true } });
    for (const path of ["/about", "/%", "/favicon.svg", "/healthz", "/oss/demo/nothing.webp", "/policy"]) {
      const response = await secure.get(path);
      await response.arrayBuffer();
      expect(response.headers.get("strict-transport-security"), path).toMatch(/max-age=31536000/);
    }
    await secure.close();
  });
});
