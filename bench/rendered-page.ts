import { createServer } from "node:http";
import type { AppLoadContext } from "@remix-run/node";
import { dayEnd } from "#app/components/ui/format-time";
import { readAppEnv } from "#app/server/env.server";
import type { RenderedPage } from "#app/server/request-scope.server";
import type { Upstream } from "#upstream/app";
import type { Page } from "../server/pages/page";
import { loadRemix } from "../server/remix-build";
import { PHONE } from "./in-process";

/** Renders a page for visitors at a given time, as the web server does for the cache. */
export async function createRenderer(upstream: Upstream, clock: () => Date): Promise<(path: string) => Promise<Page>> {
  const remix = await loadRemix({ development: false, server: createServer(), settings: readAppEnv(process.env) });
  return async (path) => {
    const rendered: RenderedPage = { bytes: null };
    const dependsOn = new Set<string>();
    const now = clock();
    const until = dayEnd(now.getTime());
    const context: AppLoadContext = { upstream, clientIp: "127.0.0.1", dependsOn, rendered, now, until };
    const request = new Request(`http://127.0.0.1:3000${path}`, { headers: { "user-agent": PHONE } });
    const { status } = await remix.handle(request, context);
    if (status !== 200 || !rendered.bytes) throw new Error(`${path} answered ${status}`);
    return {
      status,
      headers: [["content-type", "text/html; charset=utf-8"]],
      body: rendered.bytes,
      incomplete: false,
      unshared: false,
      cacheable: true,
      dependsOn: [...dependsOn],
      ...(context.until === undefined ? {} : { until: context.until }),
      shown: true,
      counts: [],
    };
  };
}
