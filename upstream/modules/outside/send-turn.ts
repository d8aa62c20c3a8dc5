import type { OutsideChannel } from "#app/contract/notification/channels";
import type { Services } from "#upstream/call/context";
import { nowIso } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { UnsentError } from "#upstream/services/external/unsent-error";
import { CHANNELS } from "./channels";
import { endTurn, putTurnOff, type TakenTurn, type Turn } from "./turns";

/** Consecutive failures of a service after which the rest waits for the next round. */
export const FAILURES_MAX = 3;

/** Sends the message of a turn that this process holds, then ends or postpones the turn. @returns whether it failed */
export async function sendTurn(
  services: Services,
  turn: TakenTurn,
  { send, until }: { send: () => Promise<void>; until: string },
): Promise<"told" | "failed"> {
  const channel = nameOf(turn);
  try {
    await send();
  } catch (error) {
    if (!(error instanceof UnsentError)) throw error;
    const reason = error.reason === "address" && services.doubted.has(channel) ? "refused" : error.reason;
    CHANNELS[channel].noteFailure(services, { reason, error: error.message });
    if (reason !== "address") {
      await putTurnOff(services, turn);
      return "failed";
    }
    services.doubted.add(channel);
    await stopReached(services, turn);
    await endTurn(services, turn, { until, told: true });
    return "failed";
  }
  services.doubted.delete(channel);
  await endTurn(services, turn, { until, told: true });
  return "told";
}

const nameOf = ({ channel }: Pick<Turn, "channel">): OutsideChannel => (channel === "weekly" ? "mail" : channel);

/**
 * Stops sending to an unreachable address and notifies its owner on the site. @returns whether it was not stopped
 * before
 */
export async function stopReached(
  services: Services,
  reached: Pick<Turn, "channel" | "user_id" | "address">,
): Promise<boolean> {
  const { stop, stopped: message } = CHANNELS[nameOf(reached)];
  const at = nowIso(services);
  return transact(services.db, async (trx) => {
    const isNew = await stop(trx, at, reached);
    if (isNew) await notifyBySystem(trx, { userId: reached.user_id, message, at });
    return isNew;
  });
}
