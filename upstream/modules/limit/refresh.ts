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

/** Regular job of a server that reloads them, and logs when the site becomes read-only or writable. */
export function createLimitsRefresher(): (services: Services) => Promise<void> {
  let wasOn = false;
  return async (services) => {
    await refreshLimits(services);
    const { readOnly } = services;
    if (readOnly.isOn() === wasOn) return;
    wasOn = readOnly.isOn();
    if (wasOn) services.note("read_only", { sentence: readOnly.sentence() });
    else services.note("writable_again");
  };
}
