import { setImmediate as letOthers } from "node:timers/promises";
import { kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { nameTargets } from "./name-targets";

const TEXTS: ReadonlySet<string> = new Set(kindsWith("owned").map((kind) => STORED[kind].table));

/** Tables with a person's own data, with the column that identifies the owner. */
const BELONGINGS: Record<string, readonly [table: string, owner: string]> = {
  ...Object.fromEntries(kindsWith("owned").map((kind) => [STORED[kind].table, [STORED[kind].table, "author_id"]])),
  drafts: ["drafts", "user_id"],
  versions: ["text_versions", "author_id"],
  likes: ["likes", "user_id"],
  favorites: ["favorites", "user_id"],
  favoriteFolders: ["favorite_folders", "user_id"],
  favoritesInFolders: ["favorite_places", "user_id"],
  votes: ["votes", "user_id"],
  following: ["user_follows", "follower_id"],
  followedQuestions: ["question_follows", "user_id"],
  followedTags: ["tag_follows", "user_id"],
  formSubmissions: ["form_submissions", "user_id"],
  files: ["objects", "owner_id"],
  reviews: ["reviews", "author_id"],
  reports: ["reports", "reporter_id"],
  proposals: ["proposals", "user_id"],
  mutedNotifications: ["muted_notifications", "user_id"],
  mailAddress: ["mail_addresses", "user_id"],
  outsideSorts: ["outside_sorts", "user_id"],
  outsideTurns: ["outside_turns", "user_id"],
  wechatReceiver: ["wechat_receivers", "user_id"],
  appeals: ["appeals", "user_id"],
  notifications: ["news", "user_id"],
  wechat: ["identities", "user_id"],
  passkeys: ["passkeys", "user_id"],
  sessions: ["sessions", "user_id"],
  devices: ["known_devices", "user_id"],
  roles: ["staff", "user_id"],
  consoleVisits: ["desk_visits", "user_id"],
  formReaders: ["form_readers", "user_id"],
  claims: ["claims", "user_id"],
  sanctions: ["sanctions", "user_id"],
  agreements: ["consents", "user_id"],
  zhikuProfile: ["zhiku_profiles", "user_id"],
  zhikuRights: ["zhiku_rights", "user_id"],
  zhikuFavorites: ["zhiku_favorites", "user_id"],
  zhikuReading: ["zhiku_readings", "user_id"],
  zhikuVisits: ["zhiku_journeys", "user_id"],
  zhikuDownloads: ["zhiku_downloads", "user_id"],
  zhikuSearches: ["zhiku_searches", "user_id"],
  orders: ["zhiku_orders", "user_id"],
};

/** Number of texts read by one statement. */
const BATCH = 200;

/** Columns derived from others, internal counters, secrets, and staff's names and internal notes. */
const LEFT_OUT =
  /(^|_)html$|_hash$|^(hot|score|version|position|excerpt|name_key|unused_since|removed_by|decided_by|decision_by|answered_by|imposed_by|lifted_by|form_version|staff_note)$/;

type Row = Record<string, unknown>;

/**
 * Exports everything stored about a person, by kind; except passwords and tokens, of which only hashes exist. Rows that
 * refer to a text or another person include its name, because an id alone tells a reader nothing.
 */
export async function exportPerson(db: Db, userId: number): Promise<{ account: Row } & Record<string, Row[]>> {
  const account = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
  const belongings: Record<string, Row[]> = {};
  for (const [kind, [table, owner]] of Object.entries(BELONGINGS)) {
    const rows: Row[] = [];
    for await (const some of rowsOf(db, table, owner, userId)) rows.push(...(await nameTargets(db, some.map(shown))));
    belongings[kind] = rows;
  }
  return { ...belongings, account: shown(account) } as { account: Row } & Record<string, Row[]>;
}

/** Rows of a person; those of texts a few hundred at a time, so that others are answered in between. */
async function* rowsOf(db: Db, table: string, owner: string, userId: number): AsyncGenerator<object[]> {
  const own = db.selectFrom(table as "articles").where(owner as "author_id", "=", userId);
  if (!TEXTS.has(table)) return yield await own.selectAll().execute();
  const all = await own.select("id").orderBy("id").execute();
  for (let at = 0; at < all.length; at += BATCH) {
    const ids = all.slice(at, at + BATCH).map(({ id }) => id);
    yield await db
      .selectFrom(table as "articles")
      .selectAll()
      .where("id", "in", ids)
      .orderBy("id")
      .execute();
    await letOthers();
  }
}

function shown(row: object): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !LEFT_OUT.test(column)));
}
