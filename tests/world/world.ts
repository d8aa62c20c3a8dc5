import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import { type AppHandler, createAppHandler } from "#server/app-handler";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import type { UpstreamConfig } from "#upstream/config";
import { type Seed, seedWorld } from "./seed-world";
import { type DataResponse, readData } from "./single-fetch";

/** PUBLIC_ORIGIN by default, unless a test file sets it before its first world. */
export const ORIGIN = process.env.PUBLIC_ORIGIN ?? "http://127.0.0.1:3000";

export type PageResponse = {
  status: number;
  headers: Headers;
  text: string;
  location: string | null;
  /** Version keys of everything that the response was made from. */
  dependsOn: string[];
  /** Whether a part of the page could not be loaded. */
  incomplete: boolean;
  /** Milliseconds since 1970 at which the page changes by itself; undefined if it does not. */
  until: number | undefined;
};

type Extra = { headers?: Record<string, string> };

/** A reader's browser with its cookies, JavaScript off (`get`, `submit`) or on (`data`). Redirects are not followed. */
export type Reader = {
  get(path: string, extra?: Extra): Promise<PageResponse>;
  /** Data request of a navigation; `routes` restricts it to the loaders of these route ids. */
  data(path: string, extra?: Extra & { routes?: readonly string[] }): Promise<PageResponse & DataResponse>;
  submit(path: string, fields: Record<string, string> | FormData, extra?: Extra): Promise<PageResponse>;
  /** A form submitted by our scripts; the response is data. */
  send(path: string, fields: Record<string, string>, extra?: Extra): Promise<PageResponse & DataResponse>;
  cookies: Map<string, string>;
};

export type World = {
  build: ServerBuild;
  remix: AppHandler;
  upstream: TestUpstream;
  write: Writer;
  seed: Seed;
  /** A reader: this user (id), or anonymous. */
  as(userId: number | null): Promise<Reader>;
  close(): Promise<void>;
};

/** The build as loaded by the server; settings are read from the environment at the first request. */
export async function loadBuild(): Promise<ServerBuild> {
  return (await import(/* @vite-ignore */ pathToFileURL(resolve("build/server/index.js")).href)) as ServerBuild;
}

/** Creates the real app on the real upstream, both in this process, with a small community. */
export async function createWorld({
  clock,
  config,
}: {
  clock?: () => Date;
  config?: Partial<UpstreamConfig>;
} = {}): Promise<World> {
  const build = await loadBuild();
  const remix = createAppHandler(build, "production");
  const upstream = await createTestUpstream({
    ...(clock ? { clock } : {}),
    config: { publicOrigin: ORIGIN, ...config },
  });
  const write = createWriter(upstream);
  const seed = await seedWorld(upstream, write);
  return {
    build,
    remix,
    upstream,
    write,
    seed,
    as: async (userId) =>
      createReader(remix, upstream.program, userId === null ? null : await upstream.tokenOf(userId)),
    close: () => upstream.close(),
  };
}

const cookieName = ORIGIN.startsWith("https://") ? "__Host-token" : "token";

function createReader(remix: World["remix"], program: TestUpstream["program"], token: string | null): Reader {
  const cookies = new Map<string, string>(token ? [[cookieName, token]] : []);
  async function ask(path: string, init: RequestInit, extra: Extra | undefined): Promise<[Response, PageResponse]> {
    const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0" };
    const headers = new Headers({ ...agent, "sec-fetch-site": "same-origin", ...extra?.headers });
    if (cookies.size) headers.append("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const dependsOn = new Set<string>();
    const context: AppLoadContext = { upstream: program, requestId: "test", clientIp: "192.0.2.1", dependsOn };
    const response = await remix(new Request(new URL(path, ORIGIN), { ...init, headers }), context);
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    const text = await response.clone().text();
    return [
      response,
      {
        status: response.status,
        headers: response.headers,
        text,
        location: response.headers.get("location"),
        dependsOn: [...dependsOn],
        incomplete: context.incomplete === true,
        until: context.until,
      },
    ];
  }
  return {
    cookies,
    get: async (path, extra) => (await ask(path, {}, extra))[1],
    async data(path, extra) {
      const [response, answer] = await ask(dataPath(path, extra?.routes), {}, extra);
      return { ...answer, ...(await readData(response)) };
    },
    submit: async (path, fields, extra) =>
      (
        await ask(
          path,
          { method: "POST", body: fields instanceof FormData ? fields : new URLSearchParams(fields) },
          { headers: { "sec-fetch-mode": "navigate", ...extra?.headers } },
        )
      )[1],
    async send(path, fields, extra) {
      const headers = { "sec-fetch-mode": "cors", ...extra?.headers };
      const init = { method: "POST", body: new URLSearchParams(fields) };
      const [response, answer] = await ask(dataPath(path), init, { headers });
      return { ...answer, ...(await readData(response)) };
    },
  };
}

/** The URL of a page's data: `/a?b` gives `/a.data?b`. */
export function dataPath(path: string, routes?: readonly string[]): string {
  const url = new URL(path, ORIGIN);
  url.pathname = url.pathname === "/" ? "/_root.data" : `${url.pathname.replace(/\/$/, "")}.data`;
  if (routes) url.searchParams.set("_routes", routes.join(","));
  return url.pathname + url.search;
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/max-age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
