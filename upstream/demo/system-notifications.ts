import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import type { SystemMessage } from "#upstream/modules/notification/system-message";
import { shifted } from "./demo-time";
import type { People } from "./people";

/** So many of those who can log in find something. */
const TOLD = 6;
/** Days ago. */
const RELEASED = -6;
const DEVICE = -2;

/**
 * Messages that the system lately sent to the first members: a text of theirs was let through, a new device logged
 * in.
 */
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
