import type { IncomingMessage } from "node:http";

/** Path of a request exactly as sent, without the query. */
export function pathOf({ url = "/" }: Pick<IncomingMessage, "url">): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}
