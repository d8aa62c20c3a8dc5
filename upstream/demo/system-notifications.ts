import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import type { SystemMessage } from "#upstream/modules/notification/system-message";
import { shifted } from "./demo-time";
import type { People } from "./people";

/** Number of authors who get messages. */
const TOLD = 6;
/** Age of the messages in days, as an offset from now. */
const RELEASED = -6;
const DEVICE = -2;

/** Sends recent system messages to the first authors: a held text was approved, and a new device logged in. */
export async function writeSystemNews(services: Services, people: People): Promise<void> {
  const { db, clock } = services;
  const tell = (userId: number, message: SystemMessage, days: number) =>
    transact(db, (trx) => notifyBySystem(trx, { userId, message, at: shifted(clock(), days) }));
  for (const userId of [...people.authors.values()].slice(0, TOLD)) {
    const article = await db
      .selectFrom("articles")
      .select(["id", "title"])
      .where("author_id", "=", userId)
      .where("created_at", "<", shifted(clock(), RELEASED))
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (article) {
      const message = { kind: "text-released", written: "article", id: article.id, name: article.title } as const;
      await tell(userId, message, RELEASED);
    }
    await tell(userId, { kind: "new-device", device: "Android · WeChat", address: "203.0.113.24" }, DEVICE);
  }
}
