import { setImmediate as others } from "node:timers/promises";
import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { bump, keysOf } from "#upstream/db/versions";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { countRecipients, nextRecipients } from "./audience";
import type { MessageRow } from "./queries";

/** Members per transaction; others write in between. */
const AT_ONCE = 500;
const WAITING = ["scheduled", "sending", "withdrawing"] as const;

type Step = Services & { upwards: (categoryId: number) => readonly number[]; now: string };

/**
 * Sends due messages, and takes back withdrawn ones. Each transaction handles some members and records its position in
 * the message's row, which it locks: so each member gets it once, however many processes run this and whenever one is
 * killed.
 * @param transactions maximum number, for a caller that waits; the sweep does the rest
 */
export async function deliverMessages(services: Services, transactions = Number.POSITIVE_INFINITY): Promise<void> {
  for (let done = 0; done < transactions; done += 1) {
    const now = (await services.databaseClock()).toISOString();
    const next = await services.db
      .selectFrom("messages")
      .select(["id", "state"])
      .where("state", "in", WAITING)
      .where("send_at", "<=", now)
      .orderBy("send_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    const { upwards } = await categoryTree(services);
    await transact(services.db, (trx) => goOn(trx, { ...services, upwards, now }, next));
    // SQLite answers synchronously: yield, or other requests would wait for the whole message.
    await others();
  }
}

async function goOn(trx: Db, step: Step, next: Pick<MessageRow, "id" | "state">): Promise<void> {
  // A concurrent process waits here, and then sees the new state or position.
  const message = await trx
    .updateTable("messages")
    .set((eb) => ({ position: eb.ref("position") }))
    .where("id", "=", next.id)
    .where("state", "=", next.state)
    .returningAll()
    .executeTakeFirst();
  if (!message) return;
  if (message.state === "withdrawing") return takeBackSome(trx, message);
  if (message.audience === "all") return broadcast(trx, step, message);
  return tellSome(trx, step, message);
}

/** A message to everybody is one sequence number, which lists and counters compare. */
async function broadcast(trx: Db, { upwards, now }: Step, message: MessageRow): Promise<void> {
  const { after } = await trx
    .insertInto("sweeps")
    .values({ name: "broadcasts", after: "1" })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ after: sql`cast(cast(sweeps.after as bigint) + 1 as text)` }),
    )
    .returning("after")
    .executeTakeFirstOrThrow();
  const reached = await countRecipients(trx, message, now, upwards);
  await trx
    .updateTable("messages")
    .set({ state: "sent", sent_at: now, sent_no: Number(after), reached })
    .where("id", "=", message.id)
    .execute();
  await bump(trx, ["broadcasts"]);
}

async function tellSome(trx: Db, { upwards, now }: Step, message: MessageRow): Promise<void> {
  const { id, title, text, path } = message;
  const at = message.sent_at ?? now;
  const ids = await nextRecipients(trx, message, { at, upwards, limit: AT_ONCE });
  if (ids.length > 0) {
    const news = {
      ...({ kind: "system", verb: "system", actor_id: 0, target_kind: "page", target_id: id } as const),
      ...({ source_kind: "", source_id: 0, group_key: `message/${id}`, title, excerpt: text, path } as const),
      created_at: now,
      visible_at: now,
      read_at: null,
      hidden_at: null,
    };
    await trx
      .insertInto("news")
      .values(ids.map((user_id) => ({ user_id, ...news })))
      .execute();
    await bump(trx, keysOf("news", ids));
  }
  await trx
    .updateTable("messages")
    .set({
      state: ids.length < AT_ONCE ? "sent" : "sending",
      sent_at: at,
      position: ids.at(-1) ?? message.position,
      reached: message.reached + ids.length,
    })
    .where("id", "=", id)
    .execute();
}

async function takeBackSome(trx: Db, { id }: MessageRow): Promise<void> {
  const some = trx
    .selectFrom("news")
    .select("id")
    .where("target_kind", "=", "page")
    .where("target_id", "=", id)
    .where("verb", "=", "system")
    .limit(AT_ONCE);
  const gone = await trx.deleteFrom("news").where("id", "in", some).returning("user_id").execute();
  await bump(
    trx,
    keysOf(
      "news",
      gone.map((row) => row.user_id),
    ),
  );
  if (gone.length < AT_ONCE)
    await trx.updateTable("messages").set({ state: "withdrawn" }).where("id", "=", id).execute();
}
