import { sql } from "kysely";
import { DAY } from "#runtime/time-units";
import { isoAgo, nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { forgetProposalsOf } from "#upstream/modules/content/forget-proposals";
import { publishedBy } from "#upstream/modules/content/published-by";
import { forgetSubmissions } from "#upstream/modules/form/forget-submissions";
import { forgetReadings } from "#upstream/modules/zhiku/readers/forget-readings";
import { carrySanctions } from "#upstream/policy/carried-sanctions";
import { holdAccount } from "#upstream/policy/hold-account";
import { isSiteKey } from "#upstream/services/storage/object-key";
import { CLOSED_NICKNAME } from "#upstream/text/name-key";
import { userKeys } from "./write";

/** Tables about a person that are of no use to anybody else. */
const FORGOTTEN = [
  "sessions",
  "known_devices",
  "consents",
  "identities",
  "passkeys",
  "staff",
  "second_factors",
  "recovery_codes",
  "desk_visits",
  "sanctions",
  "claims",
  "news",
  "drafts",
  "muted_notifications",
  "mail_addresses",
  "mail_codes",
  "outside_sorts",
  "outside_turns",
  "wechat_receivers",
  "form_readers",
  "tag_follows",
  "favorite_places",
  "favorite_folders",
  "zhiku_profiles",
  "zhiku_downloads",
  "zhiku_searches",
] as const;

/**
 * Closes an account: the person's data is deleted and all sessions end; what they published stays. What is counted
 * (likes, votes, favorites, follows) and orders, which bookkeeping needs, stay under the id of an account that
 * identifies nobody. Sanctions are kept by a hash of the phone number, in case they register again.
 * @param shown keys of the person's files that texts of the site show, which stay; see `usedBySite`
 * @returns keys of files that are now unused, to delete after the commit; see `removeReleased`
 */
export async function deleteUser(
  trx: Db,
  services: Pick<Services, "clock" | "config">,
  id: number,
  shown: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  await holdAccount(trx, id);
  const account = await trx.selectFrom("users").select("phone").where("id", "=", id).executeTakeFirst();
  if (account?.phone) await carrySanctions(trx, services, { userId: id, phone: account.phone });
  for (const table of FORGOTTEN) {
    await trx.deleteFrom(table).where("user_id", "=", id).execute();
  }
  await forgetSubmissions(trx, services, [id]);
  await forgetProposalsOf(trx, [id]);
  await forgetZhikuFavorites(trx, id);
  await forgetReadings(trx, id);
  // Earlier versions are deleted together with their author.
  await trx.deleteFrom("text_versions").where("author_id", "=", id).execute();
  await trx.deleteFrom("own_list_anchors").where("owner_id", "=", id).execute();
  await trx.deleteFrom("submissions").where("sender", "=", `user/${id}`).execute();
  await trx
    .deleteFrom("sms_codes")
    .where("phone", "=", (eb) =>
      eb.selectFrom("users").select(sql<string>`coalesce(phone, '')`.as("phone")).where("id", "=", id),
    )
    .execute();
  // The fact is counted; the text is deleted.
  await trx
    .updateTable("appeals")
    .set({ words: "", name: "", reason: "", answer: "" })
    .where("user_id", "=", id)
    .execute();
  await trx.deleteFrom("reviews").where("author_id", "=", id).where("state", "!=", "approved").execute();
  await forgetPayers(trx, [id]);
  // Expire pending orders, which nobody can pay any more.
  await trx
    .updateTable("zhiku_orders")
    .set({ expires_at: nowIso(services) })
    .where("user_id", "=", id)
    .where("state", "=", "pending")
    .execute();
  const removed = await forgetFiles(trx, id, shown);
  await trx
    .updateTable("users")
    .set({
      nickname: CLOSED_NICKNAME,
      name_key: null,
      avatar: "",
      headline: "",
      bio: "",
      company: "",
      city: "",
      phone: null,
      password_hash: null,
      deleted_at: nowIso(services),
    })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
  await bump(trx, userKeys(id));
  return removed;
}

/**
 * Deletes data written for accounts that were closed concurrently: a call that had started before does not notice. Such
 * calls take seconds; a day is checked.
 */
export async function forgetLate({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const since = isoAgo({ clock }, DAY);
  const closed = db.selectFrom("users").select("id").where("deleted_at", ">", since);
  const ids = (await closed.execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of FORGOTTEN) await db.deleteFrom(table).where("user_id", "in", closed).execute();
  await transact(db, (trx) => forgetSubmissions(trx, { clock }, ids));
  await transact(db, (trx) => forgetProposalsOf(trx, ids));
  for (const id of ids) await transact(db, (trx) => forgetReadings(trx, id));
  await forgetPayers(db, ids);
}

/** Deletes what orders keep of the WeChat accounts that paid them. */
async function forgetPayers(db: Db, userIds: readonly number[]): Promise<void> {
  await db
    .updateTable("zhiku_orders")
    .set({ payer_openid: null, prepay_id: null })
    .where("user_id", "in", userIds)
    .where((eb) => eb.or([eb("payer_openid", "is not", null), eb("prepay_id", "is not", null)]))
    .execute();
}

async function forgetZhikuFavorites(trx: Db, userId: number): Promise<void> {
  const rows = await trx.deleteFrom("zhiku_favorites").where("user_id", "=", userId).returning("content_id").execute();
  const ids = rows.map(({ content_id }) => content_id);
  if (ids.length === 0) return;
  await trx
    .updateTable("zhiku_contents")
    .set({ favorite_count: sql`favorite_count - 1` })
    .where("id", "in", ids)
    .execute();
  await trx.updateTable("users").set({ zhiku_favorite_count: 0 }).where("id", "=", userId).execute();
  await bump(
    trx,
    ids.map((id) => `zhiku/${id}` as const),
  );
}

/**
 * Keeps pictures in published texts and files of the site, without an owner, and releases all other files.
 * @returns their keys
 */
async function forgetFiles(trx: Db, ownerId: number, shown: ReadonlySet<string>): Promise<string[]> {
  const files = await trx.selectFrom("objects").select("key").where("owner_id", "=", ownerId).execute();
  if (files.length === 0) return [];
  const published = await publishedBy(trx, ownerId);
  const own = files.map(({ key }) => key).filter((key) => !isSiteKey(key) && !shown.has(key));
  const gone = new Set(own.filter((key) => !published.some((text) => text.includes(encodeURI(key)))));
  if (gone.size > 0)
    await trx
      .deleteFrom("objects")
      .where("key", "in", [...gone])
      .execute();
  await trx.updateTable("objects").set({ owner_id: null, file_name: "" }).where("owner_id", "=", ownerId).execute();
  return [...gone];
}
