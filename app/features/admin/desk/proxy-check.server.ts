import { env } from "#app/server/env.server";
import { forwardedAddress } from "#app/server/request/client-address.server";
import type { ServerArgs } from "#app/server/server-args.server";

/**
 * Checks `TRUST_PROXY` against this request: browsers send no `X-Forwarded-For`, so the header has one address per proxy.
 * With a wrong number, rate limits would apply to all readers together, or anybody could claim any address.
 */
export function proxyCheck({ request, context }: ServerArgs) {
  const header = request.headers.get("x-forwarded-for");
  const { trustProxy } = env();
  const proxies = header === null ? 0 : header.split(",").length;
  const { clientIp = forwardedAddress(header, trustProxy) ?? "" } = context;
  const open = (detail: string) => ({ key: "proxy", state: "open" as const, detail });
  if (proxies > trustProxy) {
    return open(
      `请求经过了 ${proxies} 层代理，TRUST_PROXY 是 ${trustProxy}，所以来访的都算在 ${clientIp} 头上：这些代理都是你的，就设为 ${proxies}`,
    );
  }
  if (proxies < trustProxy) {
    return open(
      `请求经过了 ${proxies} 层代理，TRUST_PROXY 却是 ${trustProxy}，谁都能冒充别的地址：请从读者用的网址打开这一页；仍是这样，就设为 ${proxies}`,
    );
  }
  if (proxies > 0 && forwardedAddress(header, trustProxy) === null) {
    return open(`代理在 X-Forwarded-For 里写的 ${header?.slice(0, 100)} 认不出是地址，来访的都算在 ${clientIp} 头上`);
  }
  return { key: "proxy", state: "done" as const, detail: `你的来访地址是 ${clientIp}` };
}
