import { createServer } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import { readAppEnv } from "#app/server/env.server";
import type { RenderedPage } from "#app/server/request-scope.server";
import { createUpstream, type Upstream } from "#upstream/app";
import { loadRemix } from "../server/remix-build";
import { configOf } from "./datasets";

export const PHONE =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

/** A site in this process: the upstream on a data folder, and the built app, without a cache. */
export type World = {
  upstream: Upstream;
  /** Calls the API; returns the reply's body. @throws Error unless it is 200 */
  call(path: string): Promise<string>;
  /** Renders a whole page. @throws Error unless it is 200 */
  page(path: string): Promise<string>;
};

/** @param login creates the session token of all requests; without it they are anonymous */
export async function openWorld(folder: string, login?: (upstream: Upstream) => Promise<string>): Promise<World> {
  const upstream = await createUpstream(configOf(folder));
  const token = await login?.(upstream);
  const bearer: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const cookie: Record<string, string> = token ? { cookie: `token=${token}` } : {};
  const remix = await loadRemix({ development: false, server: createServer(), settings: readAppEnv(process.env) });
  const textOf = async (path: string, reply: Response, rendered?: RenderedPage): Promise<string> => {
    const text = rendered?.bytes ? rendered.bytes.toString() : await reply.text();
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 200)}`);
    return text;
  };
  return {
    upstream,
    call: async (path) =>
      textOf(path, await upstream.fetch(new Request(`http://upstream.invalid${path}`, { headers: bearer }))),
    async page(path) {
      const request = new Request(`http://127.0.0.1:3000${path}`, { headers: { "user-agent": PHONE, ...cookie } });
      const rendered: RenderedPage = { bytes: null };
      const context: AppLoadContext = { upstream, clientIp: "127.0.0.1", dependsOn: new Set(), rendered };
      return textOf(path, await remix.handle(request, context), rendered);
    },
  };
}
