import type { LoaderFunctionArgs } from "@remix-run/node";
import { env } from "#app/server/env.server";
import { isUpstreamReady } from "#app/server/gateway/upstream-ready.server";

/** Health checks under remix-serve; server.ts handles both itself. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { upstreamUrl } = env();
  const isLiving = new URL(request.url).pathname === "/healthz";
  const ok = isLiving || (upstreamUrl !== null && (await isUpstreamReady(upstreamUrl).catch(() => false)));
  return new Response(ok ? "ok\n" : "unavailable\n", {
    status: ok ? 200 : 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
