import { adminSiteApi, type SiteSettings } from "#app/contract/admin/site";
import type { ServerArgs } from "#app/server/server-args.server";
import { loadForStaff, requireConsole, unlessReturned } from "./staff-gate.server";

/** Loads a setting of the site for editing; null for a refused form without a session. */
export function loadSetting<K extends keyof SiteSettings>(args: ServerArgs, key: K): Promise<SiteSettings[K] | null> {
  return unlessReturned(args, async () => {
    await requireConsole(args);
    return (await loadForStaff(args, adminSiteApi.get, {}))[key];
  });
}
