import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { forgetEndedLogin } from "#app/server/cookies/session.server";
import type { AppEnv, configureApp } from "#app/server/env.server";

/** `app/entry.server.tsx`, with our exports beyond what Remix requires. */
type Entry = ServerBuild["entry"]["module"] & { configureApp: typeof configureApp };

/** Remix's request handler as the web server calls it. */
export type AppHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Creates Remix's request handler. It also clears the session cookie on every kind of response (page, data, action,
 * file) once the upstream has rejected the token. Under another server the routes do this themselves (`guardBuild`).
 * @param settings the app's settings; without them the app reads the environment, as it does under another server
 */
export function createAppHandler(
  build: ServerBuild,
  mode: "production" | "development",
  settings?: AppEnv,
): AppHandler {
  // The build is a separate bundle with its own copy of the settings.
  const entry = build.entry.module as Entry;
  if (settings) entry.configureApp(settings);
  const remix = createRequestHandler(build, mode);
  return async (request, context) => {
    const response = await remix(request, context);
    if (!context.loginEnded) return response;
    // A thrown response's headers are immutable.
    const headers = new Headers(response.headers);
    forgetEndedLogin(headers, context);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  };
}
