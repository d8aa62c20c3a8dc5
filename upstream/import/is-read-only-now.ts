import type { Services } from "#upstream/call/context";
import { refreshLimits } from "#upstream/modules/limit/refresh";

/**
 * Whether the site is read-only by now, maybe made so by another process: what is written while it moves would be missing
 * where it moves to.
 */
export async function isReadOnlyNow(services: Services): Promise<boolean> {
  await refreshLimits(services);
  return services.readOnly.isOn();
}
