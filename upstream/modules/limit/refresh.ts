import type { Services } from "#upstream/call/context";
import { readSetting } from "#upstream/modules/config/settings";

/** Brings the limits that staff have changed into this process; costs no statement while none was. */
export async function refreshLimits(services: Services): Promise<void> {
  services.limits.set(await readSetting(services, "limits"));
}
