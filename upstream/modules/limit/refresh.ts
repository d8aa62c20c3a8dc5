import type { Services } from "#upstream/call/context";
import { readSetting } from "#upstream/modules/config/settings";

/**
 * Reloads the rate limits changed by staff and the read-only state into this process; costs no statement if nothing
 * changed.
 */
export async function refreshLimits(services: Services): Promise<void> {
  services.limits.set(await readSetting(services, "limits"));
  services.readOnly.set(await readSetting(services, "read-only"));
}
