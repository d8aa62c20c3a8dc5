import { askOverHttp } from "./http-request.server";
import { readEnvelope } from "./read-envelope.server";
import type { Transport } from "./transport.server";

/** Creates a transport to a separate upstream at `base`. */
export function httpTransport(base: string): Transport {
  return (call) => {
    const { target, method, headers, body, signal } = call;
    const onConnect = () => {
      call.sent = true;
    };
    const request = { method, url: base + target, headers, body, signal, onConnect };
    return readEnvelope(() => askOverHttp(request), call);
  };
}
