import {
  NOTIFICATION_SORTS,
  type NotificationSort,
  notificationSettingsApi,
} from "#app/contract/notification-settings";
import { implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { limitedWrite } from "#upstream/policy/limited-write";

export const notificationSettings = implement(notificationSettingsApi, {
  async get(_, { db, viewer }) {
    return { wanted: await wantedBy(db, viewer.userId) };
  },

  put: ({ body: { wanted } }, call) =>
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
      return { wanted: await wantedBy(trx, userId) };
    }),
});

async function wantedBy(db: Db, userId: number): Promise<NotificationSort[]> {
  const rows = await db.selectFrom("muted_notifications").select("sort").where("user_id", "=", userId).execute();
  return NOTIFICATION_SORTS.filter((sort) => !rows.some((row) => row.sort === sort));
}
