import { adminSiteApi, type SiteSettings } from "#app/contract/admin/site/site";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Loads a setting of the site for editing; null for a refused form without a session. */
export function loadSetting<K extends keyof SiteSettings>(args: ServerArgs, key: K): Promise<SiteSettings[K] | null> {
  return unlessReturned(args, async () => {
    await requireConsole(args);
    return (await loadForStaff(args, adminSiteApi.get, {}))[key];
  });
}
