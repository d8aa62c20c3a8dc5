import type { Endpoint } from "#app/contract/endpoint";
import { trafficApi } from "#app/contract/traffic";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";

/**
 * Refuses every call that writes while the site can only be read. This is the one place that does so.
 * @throws BusinessError FORBIDDEN, with the sentence that the operator has written
 */
export function refuseReadOnly({ readOnly }: Pick<Services, "readOnly">, endpoint: Endpoint): void {
  const sentence = readOnly.sentence();
  // Counts of the web server stay in memory.
  if (!sentence || endpoint.method === "GET" || endpoint === trafficApi.report) return;
  throw new BusinessError("FORBIDDEN", sentence);
}
