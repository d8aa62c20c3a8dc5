import { z } from "zod";
import { limitValues } from "#app/contract/admin/limit";
import { type ReviewRules, reviewRules } from "#app/contract/admin/review-rule";
import { banner, siteFooter, siteLogo } from "#app/contract/config";
import { FIRST_RULES, type HouseRule, houseRule } from "#app/contract/house-rule";
import { kindsWith } from "#app/contract/kinds";
import { PART_NAMES } from "#app/contract/parts";
import { verificationCodes } from "#app/contract/verification-codes";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { keepShown } from "#upstream/services/storage/shown-keys";

/** A picture of the site, and when it comes and goes by itself; one with a `startsAt` has not come yet. */
const picture = banner.extend({
  startsAt: z.string().nullable().optional(),
  endsAt: z.string().nullable().optional(),
});

const SETTINGS = {
  banner: z.array(picture),
  poster: z.array(picture),
  footer: siteFooter,
  logo: siteLogo.omit({ navigation: true, off: true, verification: true }),
  /** Codes by which search engines know whose the site is. */
  verification: verificationCodes,
  /** In their order; none for every part of the site. */
  navigation: z.array(z.object({ label: z.string(), href: z.string() })),
  /** Parts that the site lacks. */
  parts: z.object({ off: z.array(z.enum(PART_NAMES)) }),
  /** Ids, in the order shown. */
  "recommend-author": z.array(z.number().int()),
  /** Fen above which a refund needs a second person of the staff; null for never. */
  "refund-limit": z.number().int().nonnegative().nullable(),
  /** Rules of what staff read first, by kind. */
  "review-rules": reviewRules,
  /** Rules of the house, in their order. */
  "house-rules": z.array(houseRule),
  /** Limits that staff have changed. */
  limits: limitValues,
  /** Sentence that keeps everybody from writing; empty: nobody is kept. */
  "read-only": z.string().max(200),
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
  verification: verificationCodes.parse({}),
  navigation: [],
  parts: { off: [] },
  "recommend-author": [],
  "refund-limit": null,
  "review-rules": Object.fromEntries(
    kindsWith("reviewed").map((kind) => [kind, { words: true, all: false, firstPosts: 0, newDays: 0, links: false }]),
  ) as ReviewRules,
  "house-rules": FIRST_RULES as HouseRule[],
  limits: {},
  "read-only": "",
};

/** A setting of the site, from memory while it is unchanged. */
export async function readSetting<K extends SettingKey>(services: Services, key: K): Promise<Setting<K>> {
  const all = await services.cached("config/settings", ["config"], async () => {
    const rows = await services.db.selectFrom("site_settings").select(["key", "value"]).execute();
    return new Map(rows.map((row) => [row.key, fromJson<unknown>(row.value)]));
  });
  return (all.get(key) as Setting<K> | undefined) ?? UNSET[key];
}

/** A setting of the site with its version; that of what nobody has set yet is 0. */
export type StoredSetting<K extends SettingKey> = { value: Setting<K>; version: number; updatedAt: string | null };

/** A setting as it stands in the database now, for who changes it. */
export async function findSetting<K extends SettingKey>(db: Db, key: K): Promise<StoredSetting<K>> {
  return (await findSettings(db, [key]))[key];
}

/** Several settings as they stand in the database now, by one statement. */
export async function findSettings<K extends SettingKey>(
  db: Db,
  keys: readonly K[],
): Promise<{ [One in K]: StoredSetting<One> }> {
  const rows = await db.selectFrom("site_settings").selectAll().where("key", "in", keys).execute();
  const found = keys.map((key) => {
    const row = rows.find((one) => one.key === key);
    return row
      ? [key, { value: fromJson<unknown>(row.value), version: row.version, updatedAt: row.updated_at }]
      : [key, { value: UNSET[key], version: 0, updatedAt: null }];
  });
  return Object.fromEntries(found) as { [One in K]: StoredSetting<One> };
}

/**
 * Sets what nobody else has set since this version was read. @returns the version that it has now
 * @throws BusinessError CONFLICT when somebody has; ZodError when the value is not what the key takes
 */
export async function updateSetting<K extends SettingKey>(
  trx: Db,
  services: Pick<Services, "clock">,
  { key, value, version }: { key: K; value: Setting<K>; version: number },
): Promise<number> {
  const fields = { value: toJson(SETTINGS[key].parse(value)), version: version + 1, updated_at: nowIso(services) };
  await keepShown(trx, [fields.value]);
  const set =
    version === 0
      ? await trx
          .insertInto("site_settings")
          .values({ key, ...fields })
          .onConflict((conflict) => conflict.doNothing())
          .returning("version")
          .executeTakeFirst()
      : await trx
          .updateTable("site_settings")
          .set(fields)
          .where("key", "=", key)
          .where("version", "=", version)
          .returning("version")
          .executeTakeFirst();
  if (!set) throw new BusinessError("CONFLICT");
  await bump(trx, ["config"]);
  return fields.version;
}

/**
 * Leaves a setting as if nobody had ever set it.
 * @throws BusinessError CONFLICT when somebody has set it since this version was read
 */
export async function unsetSetting(trx: Db, { key, version }: { key: SettingKey; version: number }): Promise<void> {
  const gone = await trx
    .deleteFrom("site_settings")
    .where("key", "=", key)
    .where("version", "=", version)
    .returning("key")
    .executeTakeFirst();
  if (!gone) throw new BusinessError("CONFLICT");
  await bump(trx, ["config"]);
}

/** Sets it whatever it was. @throws ZodError when the value is not what the key takes. */
export async function setSetting<K extends SettingKey>(trx: Db, key: K, value: Setting<K>): Promise<void> {
  const json = toJson(SETTINGS[key].parse(value));
  await trx
    .insertInto("site_settings")
    .values({ key, value: json })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => ({ value: json, version: eb("site_settings.version", "+", 1) })),
    )
    .execute();
  await bump(trx, ["config"]);
}
