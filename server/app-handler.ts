import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { clearToken, setsToken } from "#app/server/session.server";

export type AppHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/** Remix, and what holds for all its routes alike, pages, data, actions and files: no route has to remember it. */
export function createAppHandler(build: ServerBuild, mode: "production" | "development"): AppHandler {
  const remix = createRequestHandler(build, mode);
  return async (request, context) => {
    const url = new URL(request.url);
    const home = leadsNowhere(url.pathname) ? leadHome(url, request, context) : null;
    const answer = await (home ?? remix(request, context));
    return context.loginEnded ? withoutToken(answer) : answer;
  };

  /** What a navigation fetches is answered by the root's loader, whichever loaders were asked for; actions find nothing. */
  function leadHome(url: URL, request: Request, context: AppLoadContext): Promise<Response> | Response | null {
    if (!url.pathname.endsWith(".data")) return new Response(null, { status: 302, headers: { location: "/" } });
    if (request.method !== "GET") return null;
    return remix(new Request(new URL("/undefined.data", url), request), context);
  }
}

/** A link that was made of something missing. */
export const leadsNowhere = (pathname: string): boolean => pathname.includes("undefined");

/** A token was refused: the browser forgets it, unless this very answer brings another. */
function withoutToken(answer: Response): Response {
  if (answer.headers.getSetCookie().some(setsToken)) return answer;
  // The headers of what was thrown may not be changed.
  const headers = new Headers(answer.headers);
  headers.append("set-cookie", clearToken());
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
