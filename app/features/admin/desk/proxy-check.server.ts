import type { ServerArgs } from "#app/server/server-args.server";

/** Private and local addresses. */
const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd]|::ffff:(?:127|10|192\.168)\.)/i;

/**
 * Whether this request's client address is really the reader's; otherwise rate limits would apply to all readers
 * together.
 */
export function proxyCheck({ request, context }: ServerArgs) {
  const { clientIp = "" } = context;
  const forwarded = request.headers.has("x-forwarded-for");
  if (forwarded && PRIVATE.test(clientIp)) {
    return {
      ...{ key: "proxy", state: "open" as const },
      detail: `请求经过了代理，却算在 ${clientIp} 头上：请把 TRUST_PROXY 设为代理的层数`,
    };
  }
  return { key: "proxy", state: "done" as const, detail: `你的来访地址是 ${clientIp}` };
}
