import { notificationReadingApi } from "#app/contract/notification/reading";
import { nowIso } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { readBroadcasts } from "./broadcasts";
import { readGroup } from "./read-group";

export const notificationReading = implement(notificationReadingApi, {
  read: ({ body: { id } }, call) =>
    transact(call.db, async (trx) => {
      const userId = call.viewer.userId;
      const read =
        id < 0 ? await readBroadcasts(trx, userId, { message: -id }) : await readGroup(trx, userId, id, nowIso(call));
      if (read) await bump(trx, [`news/${userId}`]);
      return null;
    }),
});
