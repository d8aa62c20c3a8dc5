import { z } from "zod";
import { banner, siteFooter, siteLogo } from "#app/contract/config";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";

const SETTINGS = {
  banner: z.array(banner),
  poster: z.array(banner),
  footer: siteFooter,
  logo: siteLogo,
  /** Ids, in the order shown. */
  "recommend-author": z.array(z.number().int()),
};
/** Name of a setting of the site. */
export type SettingKey = keyof typeof SETTINGS;
/** Value of a setting. */
export type Setting<K extends SettingKey> = z.output<(typeof SETTINGS)[K]>;

const UNSET: { [K in SettingKey]: Setting<K> } = {
  banner: [],
  poster: [],
  footer: { groups: [], icp: "", police: "", copyright: "" },
  logo: { name: "社区", url: null, urlDark: null },
  "recommend-author": [],
};

/** A setting of the site, from memory while it is unchanged. */
export async function readSetting<K extends SettingKey>(services: Services, key: K): Promise<Setting<K>> {
  const all = await services.cached("config/settings", ["config"], async () => {
    const rows = await services.db.selectFrom("site_settings").select(["key", "value"]).execute();
    return new Map(rows.map((row) => [row.key, fromJson<unknown>(row.value)]));
  });
  return (all.get(key) as Setting<K> | undefined) ?? UNSET[key];
}

/** @throws ZodError when the value is not what the key takes. */
export async function setSetting<K extends SettingKey>(trx: Db, key: K, value: Setting<K>): Promise<void> {
  const json = toJson(SETTINGS[key].parse(value));
  await trx
    .insertInto("site_settings")
    .values({ key, value: json })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: json }))
    .execute();
  await bump(trx, ["config"]);
}
