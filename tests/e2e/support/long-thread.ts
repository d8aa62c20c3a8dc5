import { transact } from "#upstream/db/transact";
import { createComment } from "#upstream/modules/comment/write";
import { startUpstream } from "#upstream/start";
import { DATA_DIR } from "./demo-database";

/** The case with several pages of comments, and several pages of replies to the latest of them; only read by tests. */
export const LONG_THREAD = { path: "/case/1", comments: 45, replies: 60 };

/** Another one, in which tests write. */
export const LONG_TALK = { path: "/case/3", comments: 25, replies: 55 };

const TEXT = "长讨论";

/** Runs before all tests, because the demo data has no discussion longer than a page. */
export default async function writeLongThreads(): Promise<void> {
  const { services, close } = await startUpstream({ DATA_DIR });
  const { db } = services;
  for (const { path, comments, replies } of [LONG_THREAD, LONG_TALK]) {
    const targetId = Number(path.split("/").at(-1));
    const known = await db
      .selectFrom("comments")
      .select("id")
      .where("target_kind", "=", "case")
      .where("target_id", "=", targetId)
      .where("text", "like", `${TEXT}%`)
      .executeTakeFirst();
    if (known) continue;
    await transact(db, async (trx) => {
      const write = (text: string, replyToId: number | null) =>
        createComment(trx, services, {
          authorId: 2,
          targetKind: "case",
          targetId,
          text: `${TEXT} ${text}`,
          replyToId,
        });
      let newest = 0;
      for (let n = 1; n <= comments; n++) newest = (await write(`第 ${n} 条`, null)).id;
      for (let n = 1; n <= replies; n++) await write(`第 ${n} 条回复`, newest);
    });
  }
  await close();
}
