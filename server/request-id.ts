import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Number of a request that a proxy of ours has given it. */
const REQUEST_ID = /^[\w-]{8,64}$/;

const ids = new WeakMap<IncomingMessage, string>();

/** Number by which the log has a request: that of our proxy, else one of its own. */
export function requestIdOf(request: IncomingMessage, trustProxy: number): string {
  const known = ids.get(request);
  if (known) return known;
  const given = trustProxy > 0 ? request.headers["x-request-id"]?.toString() : undefined;
  const id = given && REQUEST_ID.test(given) ? given : randomUUID();
  ids.set(request, id);
  return id;
}
