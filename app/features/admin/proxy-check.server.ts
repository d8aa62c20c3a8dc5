import type { ServerArgs } from "#app/server/server-args.server";

/** Addresses of machines in the same house. */
const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd]|::ffff:(?:127|10|192\.168)\.)/i;

/** Whether the address that this request counts under is that of its reader: else all limits meet everybody at once. */
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
