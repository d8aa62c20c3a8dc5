import { z } from "zod";
import { type ReviewRules, reviewRules } from "#app/contract/admin/review/review-rule";
import { limitValues } from "#app/contract/admin/system/limit";
import { kindsWith } from "#app/contract/kinds";
import { FIRST_RULES, type HouseRule, houseRule } from "#app/contract/moderation/house-rule";
import { PART_NAMES } from "#app/contract/parts";
import { banner, siteFooter, siteLogo } from "#app/contract/site/config";
import { verificationCodes } from "#app/contract/site/verification-codes";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { markUsed } from "#upstream/services/storage/file-keys";

/** A picture of the site, with scheduled times; one with `startsAt` is not shown yet. */
const picture = banner.extend({
  startsAt: z.string().nullable().optional(),
  endsAt: z.string().nullable().optional(),
});

const SETTINGS = {
  banner: z.array(picture),
  poster: z.array(picture),
  footer: siteFooter,
  logo: siteLogo.omit({ navigation: true, off: true, verification: true }),
  /** Site verification codes of search engines. */
  verification: verificationCodes,
  /** Links in the header, in order; empty: every part of the site. */
  navigation: z.array(z.object({ label: z.string(), href: z.string() })),
  /** Parts that are switched off. */
  parts: z.object({ off: z.array(z.enum(PART_NAMES)) }),
  /** Ids, in display order. */
  "recommend-author": z.array(z.number().int()),
  /** Amount in fen above which a refund needs a second approver; null for never. */
  "refund-limit": z.number().int().nonnegative().nullable(),
  /** Rules for what staff review first, by kind. */
  "review-rules": reviewRules,
  /** House rules, in order. */
  "house-rules": z.array(houseRule),
  /** Rate limits changed by staff. */
  limits: limitValues,
  /** Message of the read-only mode; empty if writing is allowed. */
  "read-only": z.string().max(200),
};
/** Name of a site setting. */
export type SettingKey = keyof typeof SETTINGS;
/** Value of a site setting. */
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

/** A site setting, cached until it changes. */
export async function readSetting<K extends SettingKey>(services: Services, key: K): Promise<Setting<K>> {
  const all = await services.cached("config/settings", ["config"], async () => {
    const rows = await services.db.selectFrom("site_settings").select(["key", "value"]).execute();
    return new Map(rows.map((row) => [row.key, fromJson<unknown>(row.value)]));
  });
  return (all.get(key) as Setting<K> | undefined) ?? UNSET[key];
}

/** A site setting with its version, 0 if it was never set. `isSet` is false as well if setting it was undone. */
export type StoredSetting<K extends SettingKey> = {
  value: Setting<K>;
  version: number;
  updatedAt: string | null;
  isSet: boolean;
};

/** A setting read from the database, for changing it. */
export async function findSetting<K extends SettingKey>(db: Db, key: K): Promise<StoredSetting<K>> {
  return (await findSettings(db, [key]))[key];
}

/** Several settings read from the database in one statement. */
export async function findSettings<K extends SettingKey>(
  db: Db,
  keys: readonly K[],
): Promise<{ [One in K]: StoredSetting<One> }> {
  const rows = await db.selectFrom("site_settings").selectAll().where("key", "in", keys).execute();
  const found = keys.map((key) => {
    const row = rows.find((one) => one.key === key);
    const value = row ? fromJson<unknown>(row.value) : null;
    const stored = { version: row?.version ?? 0, updatedAt: row?.updated_at ?? null };
    return [key, { ...stored, value: value ?? UNSET[key], isSet: value !== null }];
  });
  return Object.fromEntries(found) as { [One in K]: StoredSetting<One> };
}

/**
 * Updates a setting if it still has the given version. @returns the new version
 * @throws BusinessError CONFLICT if it was changed since; ZodError if the value is invalid
 */
export async function updateSetting<K extends SettingKey>(
  trx: Db,
  services: Pick<Services, "clock">,
  { key, value, version }: { key: K; value: Setting<K>; version: number },
): Promise<number> {
  const fields = { value: toJson(SETTINGS[key].parse(value)), version: version + 1, updated_at: nowIso(services) };
  await markUsed(trx, [fields.value]);
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
 * Makes a setting what it was before it was ever set, as a new version, so that forms opened since are told.
 * @throws BusinessError CONFLICT if it was changed since the given version
 */
export async function unsetSetting(trx: Db, { key, version }: { key: SettingKey; version: number }): Promise<void> {
  const unset = await trx
    .updateTable("site_settings")
    .set({ value: toJson(null), version: version + 1, updated_at: null })
    .where("key", "=", key)
    .where("version", "=", version)
    .returning("key")
    .executeTakeFirst();
  if (!unset) throw new BusinessError("CONFLICT");
  await bump(trx, ["config"]);
}

/** Sets a setting unconditionally. @throws ZodError if the value is invalid */
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
