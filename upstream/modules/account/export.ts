import { setImmediate as letOthers } from "node:timers/promises";
import { sql } from "kysely";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { listIdsBy } from "#upstream/modules/content/ids-by";
import { streamOf } from "#upstream/text/csv";
import { nameTargets } from "./name-targets";
import { withholdWords } from "./withhold-words";

const TEXTS: ReadonlyMap<string, KindWith<"owned">> = new Map(
  kindsWith("owned").map((kind) => [STORED[kind].table, kind]),
);

/** Tables with a person's own data: the column that identifies the owner, and those that identify a row among theirs. */
const BELONGINGS: Record<string, readonly [table: string, owner: string, ...key: string[]]> = {
  ...Object.fromEntries(
    kindsWith("owned").map((kind) => [STORED[kind].table, [STORED[kind].table, "author_id", "id"]]),
  ),
  drafts: ["drafts", "user_id", "target", "base_version"],
  versions: ["text_versions", "author_id", "kind", "item_id", "version"],
  likes: ["likes", "user_id", "target_kind", "target_id"],
  favorites: ["favorites", "user_id", "target_kind", "target_id"],
  favoriteFolders: ["favorite_folders", "user_id", "id"],
  favoritesInFolders: ["favorite_places", "user_id", "folder_id", "target_kind", "target_id"],
  votes: ["votes", "user_id", "answer_id"],
  following: ["user_follows", "follower_id", "followed_id"],
  followedQuestions: ["question_follows", "user_id", "question_id"],
  followedTags: ["tag_follows", "user_id", "tag"],
  formSubmissions: ["form_submissions", "user_id", "id"],
  files: ["objects", "owner_id", "key"],
  reviews: ["reviews", "author_id", "id"],
  reports: ["reports", "reporter_id", "id"],
  proposals: ["proposals", "user_id", "id"],
  mutedNotifications: ["muted_notifications", "user_id", "sort"],
  mailAddress: ["mail_addresses", "user_id", "user_id"],
  outsideSorts: ["outside_sorts", "user_id", "channel", "sort"],
  outsideTurns: ["outside_turns", "user_id", "channel"],
  wechatReceiver: ["wechat_receivers", "user_id", "user_id"],
  appeals: ["appeals", "user_id", "id"],
  notifications: ["news", "user_id", "kind", "id"],
  wechat: ["identities", "user_id", "provider", "subject"],
  passkeys: ["passkeys", "user_id", "id"],
  sessions: ["sessions", "user_id", "token_hash"],
  devices: ["known_devices", "user_id", "device"],
  roles: ["staff", "user_id", "role"],
  consoleVisits: ["desk_visits", "user_id", "user_id"],
  formReaders: ["form_readers", "user_id", "form_id"],
  claims: ["claims", "user_id", "queue", "target"],
  sanctions: ["sanctions", "user_id", "id"],
  agreements: ["consents", "user_id", "key", "agreed_version"],
  zhikuProfile: ["zhiku_profiles", "user_id", "user_id"],
  zhikuRights: ["zhiku_rights", "user_id", "id"],
  zhikuFavorites: ["zhiku_favorites", "user_id", "content_id"],
  zhikuReading: ["zhiku_readings", "user_id", "content_id"],
  zhikuVisits: ["zhiku_journeys", "user_id", "id"],
  zhikuDownloads: ["zhiku_downloads", "user_id", "id"],
  zhikuSearches: ["zhiku_searches", "user_id", "q"],
  orders: ["zhiku_orders", "user_id", "id"],
};

/** Rows read by one statement, and of those with whole texts, which have up to some hundred kilobytes each. */
const BATCH = 500;
const TEXTS_AT_ONCE = 20;
const LONG: ReadonlySet<string> = new Set([
  ...TEXTS.keys(),
  "drafts",
  "text_versions",
  "reviews",
  "proposals",
  "form_submissions",
]);

/** Columns derived from others, internal counters, secrets, and staff's names and internal notes. */
const LEFT_OUT =
  /(^|_)html$|_hash$|^(hot|score|version|position|excerpt|name_key|unused_since|removed_by|decided_by|decision_by|answered_by|imposed_by|lifted_by|form_version|staff_note)$/;

type Row = Record<string, unknown>;

/**
 * Writes everything stored about a person as one JSON object, by kind; except passwords and tokens, of which only hashes
 * exist. Rows that refer to a text or another person include its name, because an id alone tells a reader nothing. There may
 * be gigabytes, of which it never holds more than a batch.
 */
export function exportPerson(db: Db, userId: number, exportedAt: string): ReadableStream<Uint8Array> {
  return streamOf(jsonOf(db, userId, exportedAt));
}

/** Pieces of what `JSON.stringify(all, null, 2)` would return. */
async function* jsonOf(db: Db, userId: number, exportedAt: string): AsyncGenerator<string, undefined> {
  const account = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
  yield "{\n";
  for (const kind of Object.keys(BELONGINGS)) {
    yield `  ${JSON.stringify(kind)}: [`;
    let before = "";
    for await (const some of rowsOf(db, kind, userId)) {
      const own = await withholdWords(db, kind, some.map(shown));
      const rows = indented(await nameTargets(db, own));
      // Without the brackets: `[`, and a line with `]`.
      yield before + rows.slice(1, -"\n  ]".length);
      before = ",";
    }
    yield before ? "\n  ],\n" : "],\n";
  }
  yield `  "account": ${indented(shown(account))},\n  "exportedAt": ${JSON.stringify(exportedAt)}\n}`;
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");

/** A person's rows of a kind, batch by batch, so that others are answered in between. */
async function* rowsOf(db: Db, kind: string, userId: number): AsyncGenerator<Row[]> {
  const [table, owner, ...key] = BELONGINGS[kind] ?? [];
  const written = TEXTS.get(table ?? "");
  if (written) return yield* textsOf(db, written, userId);
  const limit = LONG.has(table ?? "") ? TEXTS_AT_ONCE : BATCH;
  let own = db
    .selectFrom(table as "likes")
    .selectAll()
    .where(owner as "user_id", "=", userId)
    .limit(limit);
  for (const column of key) own = own.orderBy(column as "target_id");
  for (let last: Row | undefined; ; ) {
    const rows: Row[] = await own.$if(last !== undefined, (query) => query.where(after(key, last ?? {}))).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
    await letOthers();
  }
}

/** A person's texts of a kind, deleted ones included, batch by batch, by their ids; only these are held all at once. */
async function* textsOf(db: Db, kind: KindWith<"owned">, userId: number): AsyncGenerator<Row[], undefined> {
  const ids = await listIdsBy(db, kind, userId);
  for (let from = 0; from < ids.length; from += TEXTS_AT_ONCE) {
    const some = ids.slice(from, from + TEXTS_AT_ONCE);
    const rows = await db
      .selectFrom(STORED[kind].table)
      .selectAll()
      .where("id", "in", some)
      .where("author_id", "=", userId)
      .orderBy("id")
      .execute();
    if (rows.length > 0) yield rows;
    await letOthers();
  }
}

/** Condition for the rows behind one in the order of their key. */
const after = (key: readonly string[], last: Row) =>
  sql<boolean>`(${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(key.map((column) => last[column]))})`;

function shown(row: object): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !LEFT_OUT.test(column)));
}
