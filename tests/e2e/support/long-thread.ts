import { transact } from "#upstream/db/transact";
import { createComment } from "#upstream/modules/comment/write";
import { startUpstream } from "#upstream/start";
import { DATA_DIR } from "./demo-database";

/** The case with several pages of comments, and several pages of replies to the latest of them. */
export const LONG_THREAD = { path: "/case/1", comments: 45, replies: 60 };

const TEXT = "长讨论";

/** Runs before all tests, because the demo data has no discussion longer than a page. */
export default async function writeLongThread(): Promise<void> {
  const { services, close } = await startUpstream({ DATA_DIR });
  const { db } = services;
  const known = await db.selectFrom("comments").select("id").where("text", "like", `${TEXT}%`).executeTakeFirst();
  if (!known) {
    await transact(db, async (trx) => {
      const write = (text: string, replyToId: number | null) =>
        createComment(trx, services, {
          authorId: 2,
          targetKind: "case",
          targetId: 1,
          text: `${TEXT} ${text}`,
          replyToId,
        });
      let newest = 0;
      for (let n = 1; n <= LONG_THREAD.comments; n++) newest = (await write(`第 ${n} 条`, null)).id;
      for (let n = 1; n <= LONG_THREAD.replies; n++) await write(`第 ${n} 条回复`, newest);
    });
  }
  await close();
}
