import type { LoaderFunctionArgs } from "@remix-run/node";
import { upstreamAnswers } from "#app/server/upstream-objects.server";

/** Health under remix-serve; server.ts answers both itself, before it comes to this. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const isAsked = new URL(request.url).pathname === "/readyz";
  const ok = !isAsked || (await upstreamAnswers());
  return new Response(ok ? "ok\n" : "unavailable\n", {
    status: ok ? 200 : 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
