import { adminSiteApi, type SiteSettings } from "#app/contract/admin/site";
import type { ServerArgs } from "#app/server/server-args.server";
import { loadForStaff, requireConsole, unlessReturned } from "./staff-gate.server";

/** One setting of the site to be changed; null beside a form that comes back to nobody. */
export function loadSetting<K extends keyof SiteSettings>(args: ServerArgs, key: K): Promise<SiteSettings[K] | null> {
  return unlessReturned(args, async () => {
    await requireConsole(args);
    return (await loadForStaff(args, adminSiteApi.get, {}))[key];
  });
}
