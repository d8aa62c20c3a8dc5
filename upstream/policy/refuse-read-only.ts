import type { Endpoint } from "#app/contract/endpoint";
import { trafficApi } from "#app/contract/site/traffic";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";

/**
 * Refuses every call that writes while the site is read-only. This is the only place that does.
 * @throws BusinessError FORBIDDEN, with the operator's message
 */
export function refuseReadOnly({ readOnly }: Pick<Services, "readOnly">, endpoint: Endpoint): void {
  const sentence = readOnly.sentence();
  // Reports of the web server's counts only change memory.
  if (!sentence || endpoint.method === "GET" || endpoint === trafficApi.report) return;
  throw new BusinessError("FORBIDDEN", sentence);
}
