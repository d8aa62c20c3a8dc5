import type { Services } from "#upstream/call/context";
import { nowIso } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { UnsentError } from "#upstream/services/external/unsent-error";
import { CHANNELS } from "./channels";
import { endTurn, putTurnOff, type TakenTurn, type Turn } from "./turns";

/** Messages in a row that a service has to fail until the others wait for the next round. */
export const FAILURES_MAX = 3;

/** Sends the message of a turn that is this process's, and ends the turn, or puts it off. @returns whether it failed */
export async function sendTurn(
  services: Services,
  turn: TakenTurn,
  { send, until }: { send: () => Promise<void>; until: string },
): Promise<"told" | "failed"> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof UnsentError)) throw error;
    channelOf(turn).noteFailure(services, { reason: error.reason, error: error.message });
    if (error.reason !== "address") {
      await putTurnOff(services, turn);
      return "failed";
    }
    await stopAddress(services, turn);
  }
  await endTurn(services, turn, { until, told: true });
  return "told";
}

const channelOf = ({ channel }: Turn) => CHANNELS[channel === "weekly" ? "mail" : channel];

/** Sends no more to an address where nobody is; its owner is told on the site. */
async function stopAddress(services: Services, turn: Turn): Promise<void> {
  const { stop, stopped: message } = channelOf(turn);
  const at = nowIso(services);
  await transact(services.db, async (trx) => {
    if (await stop(trx, at, turn)) await notifyBySystem(trx, { userId: turn.user_id, message, at });
  });
}
