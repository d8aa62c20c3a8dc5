import type { Services } from "#upstream/call/context";
import { refreshLimits } from "#upstream/modules/limit/refresh";

/** Whether the site was made read-only, maybe since: what is written while it moves would be missing where it moves to. */
export async function isReadOnly(services: Services): Promise<boolean> {
  await refreshLimits(services);
  return services.readOnly.sentence() !== "";
}
