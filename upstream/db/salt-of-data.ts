import { createHash } from "node:crypto";
import { ConfigError } from "#runtime/config-error";
import type { Db } from "./dialect";

/** Setting with a fingerprint of the salt of a production site's short ids. */
const KEY = "short-id-salt";

const REFUSAL =
  "HASHID_SALT: 与这里的数据一直用的不同（可能是 .env 没有读到）。所有文章和问题的网址由它算出，换了它，以前的链接、收藏与搜索结果就都打不开。请改回原来的；真的找不回来了，就设置 ALLOW_NEW_SALT=1 启动一次";

/** Salt in the environment; empty if there is none, as may be in an upstream without the app. */
type Salt = { shortIdSalt: string; allowsNewSalt: boolean };

/** Refuses a salt other than the one that a site's URLs are made of. @throws ConfigError */
export async function requireSalt(db: Db, { shortIdSalt, allowsNewSalt }: Salt): Promise<void> {
  if (!shortIdSalt || allowsNewSalt) return;
  const known = await db.selectFrom("site_settings").select("value").where("key", "=", KEY).executeTakeFirst();
  if (known && known.value !== fingerprintOf(shortIdSalt)) throw new ConfigError(REFUSAL);
}

/** Stores which salt a site's URLs are made of from now on. */
export async function rememberSalt(db: Db, { shortIdSalt, allowsNewSalt }: Salt): Promise<void> {
  if (!shortIdSalt) return;
  const value = fingerprintOf(shortIdSalt);
  await db
    .insertInto("site_settings")
    .values({ key: KEY, value })
    .onConflict((conflict) =>
      allowsNewSalt ? conflict.column("key").doUpdateSet({ value }) : conflict.column("key").doNothing(),
    )
    .execute();
}

const fingerprintOf = (salt: string): string =>
  JSON.stringify(createHash("sha256").update(`short ids: ${salt}`).digest("hex").slice(0, 32));
