import type { LoaderFunctionArgs } from "@remix-run/node";
import { env } from "#app/server/env.server";
import { notFound } from "#app/server/errors/page-error.server";
import { isUpstreamReady } from "#app/server/gateway/upstream-ready.server";
import { isLiving } from "#runtime/health";

/** Health checks under remix-serve; server.ts handles both itself. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { upstreamUrl } = env();
  // The upstream is embedded, so this is server.ts: only a request for data of `/readyz`, which is no page, leads here.
  if (upstreamUrl === null) throw notFound();
  const ok = isLiving(new URL(request.url).pathname) || (await isUpstreamReady(upstreamUrl).catch(() => false));
  return new Response(ok ? "ok\n" : "unavailable\n", {
    status: ok ? 200 : 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
