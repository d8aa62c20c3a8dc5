import type { IncomingMessage } from "node:http";
import { tokenIn } from "#app/server/cookies/session.server";
import { clientIp } from "./client-ip";
import { isReading } from "./is-reading";
import { pathOf } from "./path-of";
import { isFile } from "./paths-by-facts";
import { kindOf, type ReadKind } from "./read-kind";
import { requestIdOf } from "./request-id";

/** Sender of a request, by its own claims, and what kind of resource it asks for. */
export type Caller = {
  ip: string;
  /** Request id in the log. */
  requestId: string;
  token: string | null;
  userAgent: string;
  cookie: string | undefined;
  /** Kind of read; null for a form submission. */
  kind: ReadKind | null;
  /** Whether it is a file instead of a page, such as robots.txt or a feed. */
  file: boolean;
};

/** Reads who sent a request; nothing of it is verified yet. */
export function callerOf(request: IncomingMessage, trustProxy: number): Caller {
  const { cookie } = request.headers;
  const path = pathOf(request);
  return {
    ip: clientIp(request, trustProxy),
    requestId: requestIdOf(request, trustProxy),
    token: tokenIn(cookie),
    userAgent: request.headers["user-agent"] ?? "",
    cookie,
    kind: isReading(request) ? kindOf(path) : null,
    file: isFile(path),
  };
}
