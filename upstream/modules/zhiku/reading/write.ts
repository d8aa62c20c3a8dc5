import { sql } from "kysely";
import type { z } from "zod";
import type { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { nowIso, type Services } from "../../../context";
import type { Db } from "../../../db/dialect";
import { countUsers } from "../../../db/user-counters";
import { bump } from "../../../db/versions";
import { found } from "../../../http/errors";
import { readingOf } from "./queries";

type Clock = Pick<Services, "clock">;
type Opening = { userId: number; content: { id: number; version: number }; device: string };
type Position = z.output<typeof zhikuUserJourneyApi.update.body>;

const DEVICE_MAX = 100;

/** Notes that somebody opened a content; the first time makes them one of its readers. */
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
  await countUsers(trx, [{ userId, counter: "zhiku_reading_count", by: 1 }]);
  // The lists too: some go by readers.
  await bump(trx, ["zhiku-contents", `zhiku/${content.id}`]);
}

async function touchReading(
  trx: Db,
  { userId, contentId, now }: { userId: number; contentId: number; now: string },
): Promise<void> {
  await trx
    .updateTable("zhiku_readings")
    .set({ read_at: now })
    .where("user_id", "=", userId)
    .where("content_id", "=", contentId)
    .execute();
}

/**
 * Keeps how far somebody is in what they opened.
 * @throws BusinessError NOT_FOUND for a journey that is not theirs
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
  await trx
    .updateTable("zhiku_readings")
    .set({ ...position, read_at: now })
    .where("user_id", "=", userId)
    .where("content_id", "=", contentId)
    .execute();
  return { id, ...position };
}

/** Forgets what somebody has read: one content, or all. Their visits go too. */
export async function forgetReadings(trx: Db, userId: number, contentId?: number): Promise<void> {
  for (const table of ["zhiku_readings", "zhiku_journeys"] as const) {
    let rows = trx.deleteFrom(table).where("user_id", "=", userId);
    if (contentId !== undefined) rows = rows.where("content_id", "=", contentId);
    const { numDeletedRows } = await rows.executeTakeFirst();
    if (table === "zhiku_readings")
      await countUsers(trx, [{ userId, counter: "zhiku_reading_count", by: -Number(numDeletedRows) }]);
  }
}
