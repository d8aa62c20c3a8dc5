import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { forgetEndedLogin } from "#app/server/session.server";

export type AppHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Remix, and what holds for all its answers alike, pages, data, actions and files: a token that was refused on the way
 * is taken away. Under another server the routes themselves see to it (`guardBuild`), one by one.
 */
export function createAppHandler(build: ServerBuild, mode: "production" | "development"): AppHandler {
  const remix = createRequestHandler(build, mode);
  return async (request, context) => {
    const answer = await remix(request, context);
    if (!context.loginEnded) return answer;
    // The headers of what was thrown may not be changed.
    const headers = new Headers(answer.headers);
    forgetEndedLogin(headers, context);
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
  };
}
