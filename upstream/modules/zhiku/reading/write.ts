import { sql } from "kysely";
import type { z } from "zod";
import type { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { lockOwnList, noteInOwnLists, type OwnChange } from "#upstream/db/lists/own-list-anchors";
import { countUsers } from "#upstream/db/lists/user-counters";
import { bump } from "#upstream/db/versions";
import { readingOf } from "./queries";

type Clock = Pick<Services, "clock">;
type Opening = { userId: number; content: { id: number; version: number }; device: string };
type Position = z.output<typeof zhikuUserJourneyApi.update.body>;

const DEVICE_MAX = 100;

/** Records that somebody opened a document; the first time makes them one of its readers. */
export async function openJourney(trx: Db, services: Clock, { userId, content, device }: Opening) {
  const now = nowIso(services);
  const last = await readingOf(trx, userId, content.id);
  const { id } = await trx
    .insertInto("zhiku_journeys")
    .values({
      user_id: userId,
      content_id: content.id,
      device: device.slice(0, DEVICE_MAX),
      opened_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!last) await becomeReader(trx, { userId, content, now });
  else await touchReading(trx, { userId, contentId: content.id, now });
  return {
    id,
    last: last ? { percent: last.percent, anchor: last.anchor, version: last.version, readAt: last.read_at } : null,
  };
}

async function becomeReader(
  trx: Db,
  { userId, content, now }: { userId: number; content: Opening["content"]; now: string },
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("zhiku_readings")
    .values({
      user_id: userId,
      content_id: content.id,
      percent: 0,
      anchor: null,
      version: content.version,
      read_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return;
  await trx
    .updateTable("zhiku_contents")
    .set({ read_count: sql`read_count + 1` })
    .where("id", "=", content.id)
    .execute();
  await countUsers(trx, [{ userId, counter: "zhiku_reading_count", by: 1, key: { createdAt: now, id: content.id } }]);
  // The lists too, since some are ordered by readers.
  await bump(trx, ["zhiku-contents", `zhiku/${content.id}`]);
}

type Touch = { userId: number; contentId: number; now: string; position?: Omit<Position, "id"> };

/** Moves a document to the top of somebody's history, and stores the position; a hidden one is in no list. */
async function touchReading(trx: Db, { userId, contentId, now, position }: Touch): Promise<void> {
  const total = await lockOwnList(trx, "zhiku_reading_count", userId);
  const last = await readingOf(trx, userId, contentId);
  if (!last) return;
  await trx
    .updateTable("zhiku_readings")
    .set({ ...position, read_at: now })
    .where("user_id", "=", userId)
    .where("content_id", "=", contentId)
    .execute();
  const published = trx.selectFrom("zhiku_contents").select("id").where("deleted_at", "is", null);
  if (!(await published.where("id", "=", contentId).executeTakeFirst())) return;
  const changes: OwnChange[] = [
    { by: -1, key: { createdAt: last.read_at, id: contentId } },
    { by: 1, key: { createdAt: now, id: contentId } },
  ];
  await noteInOwnLists(trx, [{ list: "zhiku_reading_count", userId, total, changes }]);
}

/**
 * Stores somebody's reading position.
 * @throws BusinessError NOT_FOUND if the journey is not theirs
 */
export async function updateJourney(trx: Db, services: Clock, userId: number, { id, ...position }: Position) {
  const now = nowIso(services);
  const { content_id: contentId } = found(
    await trx
      .updateTable("zhiku_journeys")
      .set({ percent: position.percent, updated_at: now })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returning("content_id")
      .executeTakeFirst(),
  );
  await touchReading(trx, { userId, contentId, now, position });
  return { id, ...position };
}
