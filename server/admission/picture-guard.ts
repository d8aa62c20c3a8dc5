import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "#app/server/request/write-guard.server";
import { clientIp } from "#server/request/client-ip";
import { isReading } from "#server/request/is-reading";
import type { ReadLimits } from "./read-limits";

type Parts = {
  limits: ReadLimits;
  trustProxy: number;
  refuseWith: (request: IncomingMessage, response: ServerResponse, refusal: Refusal) => void;
};

const TOO_MANY: Refusal = { status: 429, message: "请求太频繁，请稍后再试" };

/** Whether a URL asks for a conversion; the name of the parameter may be encoded. */
function isConversion(url = ""): boolean {
  const at = url.indexOf("?");
  return at >= 0 && new URLSearchParams(url.slice(at)).has("x-oss-process");
}

/**
 * Creates the guard against readers who request too many image conversions per minute. It returns whether it refused
 * the request. Only the upstream knows whether a picture was converted before, so every request is charged.
 */
export function createPictureGuard({ limits, trustProxy, refuseWith }: Parts) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!isReading(request) || !isConversion(request.url)) return false;
    const wait = limits.take({ class: "stranger", ip: clientIp(request, trustProxy), toll: null }, "picture");
    if (wait === 0) return false;
    response.setHeader("Retry-After", String(wait));
    refuseWith(request, response, TOO_MANY);
    return true;
  };
}
