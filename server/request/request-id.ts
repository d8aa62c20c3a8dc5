import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Format of a request id assigned by our proxy. */
const REQUEST_ID = /^[\w-]{8,64}$/;

const ids = new WeakMap<IncomingMessage, string>();

/** Id of a request in the log: our proxy's, else a new one. */
export function requestIdOf(request: IncomingMessage, trustProxy: number): string {
  const known = ids.get(request);
  if (known) return known;
  const given = trustProxy > 0 ? request.headers["x-request-id"]?.toString() : undefined;
  const id = given && REQUEST_ID.test(given) ? given : randomUUID();
  ids.set(request, id);
  return id;
}
