import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_SORTS,
  type NotificationSort,
  OUTSIDE_CHANNELS,
} from "#app/contract/notification/channels";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { limitedWrite } from "#upstream/policy/limited-write";
import type { ChannelServices } from "./channels";
import { outsideOf, reachOf, wantOutside, wantsWeekly, wantWeekly } from "./outside-settings";

export const notificationSettings = implement(notificationSettingsApi, {
  get: (_, call) => settingsOf(call.db, call, call.viewer.userId),

  put: ({ body: { wanted, outside, weekly } }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await trx.deleteFrom("muted_notifications").where("user_id", "=", userId).execute();
      const muted = NOTIFICATION_SORTS.filter((sort) => !wanted.includes(sort));
      if (muted.length > 0) {
        await trx
          .insertInto("muted_notifications")
          .values(muted.map((sort) => ({ user_id: userId, sort })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      for (const channel of OUTSIDE_CHANNELS) {
        const sorts = outside[channel]?.filter((sort) => NOTIFICATION_CHANNELS[sort].outside.includes(channel));
        if (sorts) await wantOutside(trx, call, { userId, channel, sorts });
      }
      if (weekly !== undefined) await wantWeekly(trx, call, { userId, on: weekly });
      return settingsOf(trx, call, userId);
    }),
});

async function settingsOf(db: Db, services: ChannelServices, userId: number) {
  return {
    wanted: await wantedBy(db, userId),
    outside: await outsideOf(db, services, userId),
    weekly: await wantsWeekly(db, userId),
    ...(await reachOf(db, services, userId)),
  };
}

async function wantedBy(db: Db, userId: number): Promise<NotificationSort[]> {
  const rows = await db.selectFrom("muted_notifications").select("sort").where("user_id", "=", userId).execute();
  return NOTIFICATION_SORTS.filter((sort) => !rows.some((row) => row.sort === sort));
}
