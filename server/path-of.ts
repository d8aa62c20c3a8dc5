import type { IncomingMessage } from "node:http";

/** Path of a request as it was sent, without its query. */
export function pathOf({ url = "/" }: Pick<IncomingMessage, "url">): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}
