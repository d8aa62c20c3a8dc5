import type { Services } from "#upstream/call/context";
import { readSetting } from "#upstream/modules/config/settings";

/** Brings the limits that staff have changed into this process, and whether anything may be written; costs no statement while nothing was changed. */
export async function refreshLimits(services: Services): Promise<void> {
  services.limits.set(await readSetting(services, "limits"));
  services.readOnly.set(await readSetting(services, "read-only"));
}
