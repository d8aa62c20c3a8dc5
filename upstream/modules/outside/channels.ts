import { type RawBuilder, sql } from "kysely";
import type { OutsideChannel } from "#app/contract/notification/channels";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { SystemMessage } from "#upstream/modules/notification/system-message";
import { notificationLetter } from "./notification-letter";
import { notificationMessage } from "./notification-message";
import type { Turn } from "./turns";
import type { Untold } from "./unread";

/** Services used by channels. */
export type ChannelServices = Pick<Services, "mail" | "officialAccount">;
type Told = { turn: Turn; untold: Untold; occasion: string };

type Channel = {
  /** Whether the channel is set up on this site. */
  isHere(services: ChannelServices): boolean;
  /** Whether the channel's daily quota is used up, for all members; no turn is taken then. */
  isSpent(services: ChannelServices): boolean;
  /**
   * Query for the members with an address: `user_id`, `address` and `stopped_at`, which is null while messages are
   * delivered.
   */
  addresses(services: ChannelServices): RawBuilder<unknown>;
  /** Sends one message with everything that somebody has not seen. @throws UnsentError */
  send(services: Services, told: Told): Promise<void>;
  /** Marks an address as unreachable. @returns whether it was not marked before */
  stop(trx: Db, at: string, reached: Pick<Turn, "user_id" | "address">): Promise<boolean>;
  /** System message to the owner of an unreachable address. */
  stopped: SystemMessage;
  /** Logs that a message could not be sent. */
  noteFailure(services: Services, fields: { reason: string; error: string }): void;
};

/** Creates `stop` for a channel whose addresses are in this table and column. */
const stopIn =
  (table: string, column: string): Channel["stop"] =>
  async (trx, at, { user_id, address }) => {
    const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set stopped_at = ${at}
      where user_id = ${user_id} and ${sql.ref(column)} = ${address} and stopped_at is null`.execute(trx);
    return numAffectedRows > 0n;
  };

/** External channels: their properties, and how to send. */
export const CHANNELS: Record<OutsideChannel, Channel> = {
  mail: {
    isHere: ({ mail }) => mail !== null,
    isSpent: () => false,
    addresses: () => sql`(select user_id, address, stopped_at from mail_addresses)`,
    async send(services, { turn: { user_id: userId, address: to }, untold, occasion }) {
      await services.mail?.send(await notificationLetter(services, { to, userId, untold, occasion }));
    },
    stop: stopIn("mail_addresses", "address"),
    stopped: { kind: "mail-stopped" },
    noteFailure: ({ note }, fields) => note("mail_failed", fields),
  },
  wechat: {
    isHere: ({ officialAccount }) => Boolean(officialAccount?.messages),
    isSpent: ({ officialAccount }) => officialAccount?.messages?.isSpent() ?? false,
    addresses: ({ officialAccount }) =>
      sql`(select user_id, openid as address, stopped_at from wechat_receivers where app_id = ${officialAccount?.appId ?? ""})`,
    async send(services, { turn: { user_id: userId, address: openid }, untold, occasion }) {
      const message = await notificationMessage(services, { openid, userId, untold, occasion });
      await services.officialAccount?.messages?.send(message);
    },
    stop: stopIn("wechat_receivers", "openid"),
    stopped: { kind: "wechat-stopped" },
    noteFailure: ({ note }, fields) => note("wechat_message_failed", fields),
  },
};
