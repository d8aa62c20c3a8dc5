import type { IncomingMessage, ServerResponse } from "node:http";
import type { Refusal } from "#app/server/write-guard.server";
import { clientIp } from "./client-ip";
import { isPublicUpstream } from "./public-upstream";
import { kindOf, type ReadLimits } from "./read-limits";
import { isReading } from "./sender";

type Parts = {
  limits: ReadLimits;
  trustProxy: number;
  refuseWith: (request: IncomingMessage, response: ServerResponse, refusal: Refusal) => void;
};

const TOO_MANY: Refusal = { status: 429, message: "请求太频繁，请稍后再试" };

/** Makes what refuses whoever has read too much of a kind within a minute. It returns whether it did. */
export function createHasteGuard({ limits, trustProxy, refuseWith }: Parts) {
  return (request: IncomingMessage, response: ServerResponse, path: string): boolean => {
    if (!isReading(request)) return false;
    const kind = isPublicUpstream(path) ? "picture" : kindOf(path);
    if (kind === "picture" && !request.url?.includes("x-oss-process=")) return false;
    const ip = clientIp(request, trustProxy);
    const wait = limits.enter(ip, kind);
    // Whether a picture has been made over before is the upstream's to know.
    if (wait === 0 && kind === "picture") limits.charge(ip, kind);
    if (wait === 0) return false;
    response.setHeader("Retry-After", String(wait));
    refuseWith(request, response, TOO_MANY);
    return true;
  };
}
