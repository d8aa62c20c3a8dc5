import type { AgreementKey } from "#app/contract/people/agreements";
import type { Db } from "#upstream/db/dialect";
import { matchesPerson } from "#upstream/modules/admin/list/matching";
import { pageOf } from "#upstream/modules/admin/list/page";
import { beyond, cursorAfter, readPosition } from "#upstream/modules/admin/list/position";
import { chinaTime } from "#upstream/text/china-time";
import { CSV_BOM, csvLine, streamOf } from "#upstream/text/csv";

/** Rows per read for an export. */
const CHUNK = 500;

/** A consent: who accepted which version, when, and from where. */
type Consent = { user_id: number; nickname: string; agreed_version: number; at: string; address: string };

type ConsentFilter = { key: AgreementKey; version?: number | undefined; q?: string | undefined };

const consents = (db: Db, { key, version, q }: ConsentFilter) => {
  let query = db
    .selectFrom("consents as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select(["c.user_id", "u.nickname", "c.agreed_version", "c.at", "c.address"])
    .where("c.key", "=", key);
  if (version !== undefined) query = query.where("c.agreed_version", "=", version);
  if (q) query = query.where(matchesPerson(q));
  return query;
};

/** Columns by which consents are sorted. */
const SORTED_BY = ["c.at", "c.user_id", "c.agreed_version"] as const;
const placeOf = ({ at, user_id, agreed_version }: Consent) => [at, user_id, agreed_version] as const;

type Place = { cursor?: string | undefined; limit: number };

/** Lists consents to an agreement, latest first, after a list position. */
export async function listConsents(db: Db, wanted: ConsentFilter, { cursor, limit }: Place) {
  const position = readPosition(cursor, ["time", "id", "count"]);
  let query = consents(db, wanted);
  if (position) query = query.where(beyond(SORTED_BY, "desc", position));
  const rows = await query
    .orderBy("c.at", "desc")
    .orderBy("c.user_id", "desc")
    .orderBy("c.agreed_version", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => cursorAfter(...placeOf(row)));
}

/**
 * Lists open accounts without consent to the current version, newest first, from an id on; none without a current
 * version.
 */
export async function listMissing(db: Db, { key, q }: Pick<ConsentFilter, "key" | "q">, { cursor, limit }: Place) {
  const position = readPosition(cursor, ["id"]);
  const current = db
    .selectFrom("agreements")
    .select((eb) => eb.fn.max("version").as("version"))
    .where("key", "=", key)
    .where("applied_at", "is not", null);
  const { version } = await current.executeTakeFirstOrThrow();
  if (version === null) return { list: [], nextCursor: null };
  let query = db
    .selectFrom("users as u")
    .select(["u.id as user_id", "u.nickname"])
    .where("u.deleted_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("consents as c")
            .select("c.user_id")
            .whereRef("c.user_id", "=", "u.id")
            .where("c.key", "=", key)
            .where("c.agreed_version", "=", Number(version)),
        ),
      ),
    );
  if (q) query = query.where(matchesPerson(q));
  if (position) query = query.where(beyond(["u.id"], "desc", position));
  const rows = await query
    .orderBy("u.id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, ({ user_id }) => cursorAfter(user_id));
}

/** Streams the consents to an agreement as CSV, oldest first. */
export const exportConsents = (db: Db, wanted: ConsentFilter): ReadableStream<Uint8Array> =>
  streamOf(csvOf(db, wanted));

async function* csvOf(db: Db, wanted: ConsentFilter): AsyncGenerator<string, undefined> {
  yield CSV_BOM + csvLine(["用户编号", "昵称", "版本", "同意时间", "网络地址"]);
  for (let after: Consent | null = null; ; ) {
    let query = consents(db, wanted);
    if (after) query = query.where(beyond(SORTED_BY, "asc", placeOf(after)));
    const rows: Consent[] = await query
      .orderBy("c.at")
      .orderBy("c.user_id")
      .orderBy("c.agreed_version")
      .limit(CHUNK)
      .execute();
    after = rows.at(-1) ?? null;
    if (!after) return;
    yield rows.map(lineOf).join("");
  }
}

const lineOf = ({ user_id, nickname, agreed_version, at, address }: Consent): string =>
  csvLine([String(user_id), nickname, String(agreed_version), chinaTime(new Date(at)).replace("T", " "), address]);
