import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import type { AppEnv, configureApp } from "#app/server/env.server";
import { forgetEndedLogin } from "#app/server/session.server";

/** `app/entry.server.tsx`, with what it exports beyond what Remix asks for. */
type Entry = ServerBuild["entry"]["module"] & { configureApp: typeof configureApp };

/** Remix as the web server calls it. */
export type AppHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Remix, and what holds for all its answers alike, pages, data, actions and files: a token that was refused on the way
 * is taken away. Under another server the routes themselves see to it (`guardBuild`), one by one.
 * @param settings what the app is set to; without them it reads the environment, as it does under another server
 */
export function createAppHandler(
  build: ServerBuild,
  mode: "production" | "development",
  settings?: AppEnv,
): AppHandler {
  // The build is a bundle of its own, with its own copy of the settings.
  const entry = build.entry.module as Entry;
  if (settings) entry.configureApp(settings);
  const remix = createRequestHandler(build, mode);
  return async (request, context) => {
    const response = await remix(request, context);
    if (!context.loginEnded) return response;
    // The headers of what was thrown may not be changed.
    const headers = new Headers(response.headers);
    forgetEndedLogin(headers, context);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  };
}
