import { askOverHttp } from "./http-request.server";
import { readEnvelope } from "./read-envelope.server";
import type { Transport } from "./transport.server";

/** Creates a transport to a separate upstream at `base`. */
export function httpTransport(base: string): Transport {
  return ({ name, target, method, headers, body, signal }) =>
    readEnvelope(() => askOverHttp({ method, url: base.replace(/\/+$/, "") + target, headers, body, signal }), name);
}
