import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collections, iconsOf } from "#app/features/icons/collections.server";
import { fetchFromService, isDrawing } from "#app/features/icons/icon-service.server";
import { loader } from "#app/routes/machines/icons";
import { configureApp, readAppEnv } from "#app/server/env.server";
import { announceErrors } from "#tests/runner/console-errors";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";

let world: World;
let reader: Reader;
beforeAll(async () => {
  world = await createWorld();
  reader = await world.as(null);
});
afterAll(() => world.close());

type Body = { prefix: string; icons: Record<string, { body: string }>; not_found?: string[]; width?: number };
async function ask(path: string): Promise<{ status: number; body: Body; cache: string | null }> {
  const { status, text, headers } = await reader.get(path);
  return { status, body: JSON.parse(text) as Body, cache: headers.get("cache-control") };
}

describe("the icon endpoint", () => {
  test("returns the requested icons in Iconify's format", async () => {
    const { status, body, cache } = await ask("/icons/sq.json?icons=home,search");
    expect(status).toBe(200);
    expect(body.prefix).toBe("sq");
    expect(Object.keys(body.icons).sort()).toEqual(["home", "search"]);
    expect(body.icons.home?.body).toMatch(/^<(path|g|circle|rect)/);
    expect(cache).toMatch(/public, max-age=\d{5,}/);
  });

  test("returns both collections completely, a hundred at a time", async () => {
    for (const prefix of ["sq", "sqsvg"] as const) {
      const names = Object.keys(collections[prefix].icons);
      for (let from = 0; from < names.length; from += 50) {
        const some = names.slice(from, from + 50);
        const { status, body } = await ask(`/icons/${prefix}.json?icons=${some.join(",")}`);
        expect(status).toBe(200);
        expect(Object.keys(body.icons)).toEqual(some);
      }
    }
  });

  test("names those that do not exist", async () => {
    const { body } = await ask("/icons/sq.json?icons=home,no-such-icon");
    expect(body.not_found).toEqual(["no-such-icon"]);
  });

  test.each([
    ["/icons/lucide.json?icons=home", 404],
    ["/icons/__proto__.json?icons=home", 400],
    ["/icons/constructor.json?icons=home", 404],
    ["/icons/sq.json", 400],
    ["/icons/sq.json?icons=", 400],
    ["/icons/sq.json?icons=__proto__", 400],
    ["/icons/sq.json?icons=constructor", 200],
    ["/icons/sq.json?icons=Home", 400],
    ["/icons/sq.json?icons=../../etc", 400],
    ["/icons/sq.json?icons=%3Cscript%3E", 400],
    [`/icons/sq.json?icons=${Array.from({ length: 101 }, (_, i) => `i${i}`).join(",")}`, 400],
  ])("%s answers %d", async (path, status) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body.icons).toEqual({});
    else expect(answer.body).toEqual({ message: expect.any(String) });
  });
});

test.each([
  ["", /^public, max-age=\d{5,}$/],
  // Nothing listens there.
  ["http://127.0.0.1:1", /^no-store$/],
])("a reply that lacks icons because of the service (%j) is not kept", async (service, cache) => {
  configureApp(readAppEnv({ ICON_FALLBACK_URL: service }));
  if (service) announceErrors(/Failed to load custom icons/);
  const request = new Request(`${ORIGIN}/icons/sq.json?icons=home,no-such-icon`);
  const answer = await loader({ request, params: { prefix: "sq" }, context: {} } as unknown as LoaderFunctionArgs);
  expect(Object.keys(((await answer.json()) as Body).icons)).toEqual(["home"]);
  expect(answer.headers.get("cache-control")).toMatch(cache);
  configureApp(readAppEnv({}));
});

test.each([
  ["", "/sq.json"],
  ["/", "/sq.json"],
  ["/iconify", "/iconify/sq.json"],
  ["/iconify/v3/", "/iconify/v3/sq.json"],
])("the service may be below a path: %j", async (below, asked) => {
  let url = "";
  const service = createServer((request, response) => {
    url = request.url ?? "";
    response.end(JSON.stringify({ prefix: "sq", icons: { far: { body: '<path d="M0 0h24"/>' } } }));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  configureApp(readAppEnv({ ICON_FALLBACK_URL: `http://127.0.0.1:${port}${below}` }));
  expect(Object.keys((await fetchFromService("sq", ["far"]))?.icons ?? {})).toEqual(["far"]);
  expect(url).toBe(`${asked}?icons=far`);
  configureApp(readAppEnv({}));
  service.closeAllConnections();
  service.close();
});

describe("the collections", () => {
  test("contain our own sixty icons or more, each a drawing and nothing else", () => {
    const all = Object.values(collections).flatMap(({ icons }) => Object.entries(icons));
    expect(all.length).toBeGreaterThanOrEqual(60);
    for (const [name, { body }] of all) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(body).not.toMatch(/<script|on\w+=|href|url\(|<style|<image|<foreignObject/i);
      expect(body.match(/</g)?.length, name).toBe(body.match(/>/g)?.length);
    }
  });

  test("of one colour follow the text in sq", () => {
    for (const [name, { body }] of Object.entries(collections.sq.icons)) {
      expect(body, name).toMatch(/currentColor/);
      expect(body, name).not.toMatch(/#[0-9a-f]{3,8}\b/i);
    }
  });

  test("are not confused by JavaScript's own property names", () => {
    expect(iconsOf("sq", ["constructor", "toString"])).toMatchObject({
      icons: {},
      not_found: ["constructor", "toString"],
    });
  });
});

describe("a drawing of a foreign service", () => {
  test("is accepted if it only draws, as all of ours do", () => {
    for (const { icons } of Object.values(collections)) {
      for (const [name, { body }] of Object.entries(icons)) expect(isDrawing(body), name).toBe(true);
    }
    const gradient = '<defs><linearGradient id="a"><stop offset="1" stop-color="#fff"/></linearGradient></defs>';
    expect(isDrawing(`${gradient}<path fill="url(#a)" d="M0 0h24"/><use href="#a"/>`)).toBe(true);
  });

  test.each([
    "<path/onload=alert(1)>",
    '<path onload="alert(1)" d="M0 0"/>',
    '<iframe srcdoc="<script>alert(1)</script>"/>',
    "<style>*{background:url(//evil.example)}</style>",
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
    '<use href="//evil.example/a.svg#b"/>',
    '<use xlink:href="data:image/svg+xml,x#b"/>',
    '<image href="https://evil.example/a.png"/>',
    '<path fill="url(https://evil.example/a)"/>',
    '<path fill="url( #a)"/>',
    '<path style="fill:red"/>',
    "<foreignObject><b>x</b></foreignObject>",
    "<script>alert(1)</script>",
    '<pa<path d="M0 0"/>th onload="alert(1)"/>',
    "<!-- x -->",
    "words",
    '<path d="&#x6A;"/>',
    "<path d='M0 0'/>",
  ])("is refused if it could do more: %s", (body) => expect(isDrawing(body)).toBe(false));

  test("is checked quickly, however long it is", () => {
    expect(isDrawing(`<path ${'d="a" '.repeat(50_000)}`)).toBe(false);
    expect(isDrawing(`<path ${" ".repeat(100_000)}x`)).toBe(false);
  });
});
