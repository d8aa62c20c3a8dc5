import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import type { OutsideTurn } from "#upstream/db/schema/outside-turns";
import type { Pair } from "./shared-reactions";

/** Table with the address that each kind of message is sent to. */
const SENT_TO = {
  mail: "mail_addresses",
  weekly: "mail_addresses",
  wechat: "wechat_receivers",
} as const satisfies Record<OutsideTurn, string>;

/**
 * Moves what somebody chose to be notified of, before the addresses move. The remaining person's choices count, and what
 * they did not choose is a choice, too; so nothing is moved but the messages to an address that moves as well.
 * @param becomes whether the remaining account is one that nobody could log in as, so that only the first has choices
 */
export async function moveChoices(trx: Db, { from, into, becomes }: Pair & { becomes: boolean }): Promise<void> {
  if (becomes) {
    for (const table of ["muted_notifications", "outside_sorts", "outside_turns"] as const) {
      await trx.deleteFrom(table).where("user_id", "=", into).execute();
      await trx.updateTable(table).set({ user_id: into }).where("user_id", "=", from).execute();
    }
    return;
  }
  for (const [channel, addresses] of Object.entries(SENT_TO)) {
    const hasAddress = (userId: number) =>
      sql`exists (select 1 from ${sql.table(addresses)} where user_id = ${userId})`;
    const { rows } = await sql`update outside_turns set user_id = ${into}
      where user_id = ${from} and channel = ${channel} and ${hasAddress(from)} and not ${hasAddress(into)}
      and not exists (select 1 from outside_turns o where o.user_id = ${into} and o.channel = ${channel})
      returning channel`.execute(trx);
    if (rows.length === 0) continue;
    await sql`update outside_sorts set user_id = ${into} where user_id = ${from} and channel = ${channel}`.execute(trx);
  }
}
