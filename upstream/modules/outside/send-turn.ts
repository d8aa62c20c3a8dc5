import type { Services } from "#upstream/call/context";
import { nowIso } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { type Letter, MailError } from "#upstream/services/mail/mail";
import { endTurn, putTurnOff, type Turn } from "./turns";

/** Letters in a row that a mail server has to fail until the others wait for the next round. */
export const FAILURES_MAX = 3;

/** Sends the letter of a turn that is this process's, and ends the turn, or puts it off. @returns whether it failed */
export async function sendTurn(
  services: Services,
  turn: Turn,
  { letter, until }: { letter: Letter; until: string },
): Promise<"told" | "failed"> {
  try {
    await services.mail?.send(letter);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    services.note("mail_failed", { reason: error.reason, error: error.message });
    if (error.reason !== "address") {
      await putTurnOff(services, turn);
      return "failed";
    }
    await stopAddress(services, turn);
  }
  await endTurn(services.db, services, turn, { until, told: true });
  return "told";
}

/** Writes no more to an address where nobody is; its owner is told on the site. */
async function stopAddress(services: Services, { user_id: userId, address }: Turn): Promise<void> {
  const at = nowIso(services);
  await transact(services.db, async (trx) => {
    const stopped = trx
      .updateTable("mail_addresses")
      .set({ stopped_at: at })
      .where("user_id", "=", userId)
      .where("address", "=", address)
      .where("stopped_at", "is", null);
    if ((await stopped.executeTakeFirst()).numUpdatedRows === 0n) return;
    await notifyBySystem(trx, { userId, message: { kind: "mail-stopped" }, at });
  });
}
