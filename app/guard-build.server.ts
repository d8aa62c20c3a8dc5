import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, type ServerBuild } from "@remix-run/node";
import { refusedResult } from "#app/forms/attempt.server";
import { isPlainForm } from "#app/forms/is-plain-form.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { hasInit } from "#framework/server/data-with-init";
import type { RouteFacts } from "./route-facts";
import { hasBrokenToken } from "./server/cookies/session.server";
import { env } from "./server/env.server";
import { notice, type PageErrorData } from "./server/errors/page-error.server";
import { addMissingHeaders } from "./server/headers/security-headers.server";
import { noteSecurity } from "./server/log.server";
import { clientAddressOf } from "./server/request/client-address.server";
import { foreignWriteOf, type Refusal, refuseBody, refuseForeignWrite } from "./server/request/write-guard.server";
import { endAction } from "./server/request-scope.server";
import { factsOf, leadsNowhere } from "./server/urls/route-facts.server";

/**
 * Wraps every action of the build in the write guards and every loader in the guard of broken links, and adds our
 * headers to whatever routes return themselves, so that they apply under any server. Routes are described in
 * `app/routes.ts`. Called by the patch `guards-around-routes` (framework/).
 * @throws Error if a route does not exist
 */
export function guardBuild(routes: ServerBuild["routes"]): void {
  for (const route of Object.values(routes)) {
    if (!route) continue;
    const { loader, action, ...module } = route.module;
    const isPage = module.default !== undefined || module.ErrorBoundary !== undefined;
    const facts = factsOf(route.id);
    const guarded = facts?.writes !== "anywhere";
    const begin = ({ request, context }: ServerArgs) => {
      if (facts?.cache === "never") context.personal = true;
      // What it states is public and the same for all, so it must not set a cookie.
      if (facts?.cache !== "stated" && hasBrokenToken(request)) context.loginEnded = true;
    };
    route.module = {
      ...module,
      ...(loader && {
        loader(args: LoaderFunctionArgs) {
          begin(args);
          const isNowhere = leadsNowhere(new URL(args.request.url).pathname);
          return finish(() => (isNowhere ? redirect("/") : loader(args)), args, isPage);
        },
      }),
      ...(action && {
        action(args: ActionFunctionArgs) {
          begin(args);
          const refusal = guarded ? refuseWrite(args, facts?.body ?? "fields") : null;
          const answered = finish(() => (refusal ? refusalResponse(refusal, isPage) : action(args)), args, isPage);
          return answered.finally(() => endAction(args.context));
        },
      }),
    };
  }
}

/** Logs a write from another site; our own server refuses and logs it before the build is called. */
export function noteForeignWrite(args: ActionFunctionArgs): void {
  const { method, headers, url } = args.request;
  const write = { method, path: new URL(url).pathname, address: clientAddressOf(args) };
  noteSecurity(
    "cross_site_write_refused",
    foreignWriteOf(write, (name) => headers.get(name)),
  );
}

function refuseWrite(args: ActionFunctionArgs, body: RouteFacts["body"]): Refusal | null {
  const { publicOrigin, mode } = env();
  if (args.request.method !== "POST") return { status: 405, message: "不支持的请求方法" };
  const header = (name: string) => args.request.headers.get(name);
  const foreign = refuseForeignWrite(header, publicOrigin);
  if (foreign) noteForeignWrite(args);
  const refusal = foreign ?? refuseBody(header, body);
  if (refusal || mode === "demo" || clientAddressOf(args) !== null) return refusal;
  return { status: 503, message: "网站没有设置 TRUST_PROXY，认不出读者的地址，暂时不能提交" };
}

function refusalResponse({ status, message }: Refusal, isPage: boolean): Response {
  if (isPage) throw notice(status, message);
  return plainText(message, { status });
}

function plainText(message: string, init: ResponseInit | null): Response {
  const response = new Response(`${message}\n`, init ?? {});
  response.headers.set("content-type", "text/plain; charset=utf-8");
  return response;
}

/** Response with a notice where there is no page to show it, for browsers and for our scripts. */
function noticeResponse({ message, code }: PageErrorData, init: ResponseInit | null, request: Request): Response {
  if (request.method !== "POST" || isPlainForm(request)) return plainText(message, init);
  return Response.json(refusedResult({ code, message, fields: {} }), init ?? {});
}

/**
 * Runs a loader or action; the result of a route without a page becomes JSON with its status. On direct requests by
 * scripts, Remix would make it JSON as well, but drops the status and logs a warning each time. A thrown notice would
 * become an "Unexpected Server Error".
 */
async function finish(run: () => unknown, { request, context }: ServerArgs, isPage: boolean): Promise<unknown> {
  const add = (response: Response) => {
    // Page data requested in Remix's own format has its own headers.
    if (!isPage && !response.headers.has("cache-control")) context.personal = true;
    addMissingHeaders(response.headers, context, !isPage);
    return response;
  };
  try {
    const result = await run();
    if (result instanceof Response) return add(result);
    if (isPage) return result;
    return add(hasInit(result) ? Response.json(result.data, result.init ?? {}) : Response.json(result));
  } catch (thrown) {
    if (thrown instanceof Response) throw add(thrown);
    if (isPage || !hasInit(thrown)) throw thrown;
    const response = add(noticeResponse(thrown.data as PageErrorData, thrown.init, request));
    if (request.method === "POST") return response;
    throw response;
  }
}
