import { ConfigError } from "#runtime/config-error";
import type { Db } from "./dialect";

type Mode = "demo" | "production";

/** Setting with the mode that a database belongs to. */
const KEY = "app-mode";

const REFUSALS: Record<Mode, string> = {
  demo: "APP_MODE: 这里的数据属于一个正式的站，而 APP_MODE 不是 production（可能是 .env 没有读到）。按演示启动，谁都能在 /_dev 读到验证码。请设置 APP_MODE=production；要看演示，就换一个空的 DATA_DIR 或数据库",
  production:
    "APP_MODE: 这里是演示的数据，它的工作人员的密码是公开的，不能用来正式开站。请换一个空的 DATA_DIR 或数据库；要看演示，就去掉 APP_MODE=production",
};

/**
 * Refuses the data of the other mode: a production site as a demo would publish its members' codes, and the demo's data
 * in production has an owner whose password is public.
 * @throws ConfigError
 */
export async function requireMode(db: Db, mode: Mode): Promise<void> {
  const known = await modeOf(db);
  if (known !== null && known !== mode) throw new ConfigError(REFUSALS[mode]);
}

/** Stores the mode that a database belongs to from now on. */
export async function rememberMode(db: Db, mode: Mode): Promise<void> {
  await db
    .insertInto("site_settings")
    .values({ key: KEY, value: JSON.stringify(mode) })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/** The mode of a database; null if it is new, or from a build that did not store it and without the demo's pictures. */
async function modeOf(db: Db): Promise<Mode | null> {
  const stored = await db.selectFrom("site_settings").select("value").where("key", "=", KEY).executeTakeFirst();
  if (stored) return stored.value === JSON.stringify("production") ? "production" : "demo";
  const picture = await db
    .selectFrom("objects")
    .select("key")
    .where("key", "like", "demo/%")
    .limit(1)
    .executeTakeFirst();
  return picture ? "demo" : null;
}
