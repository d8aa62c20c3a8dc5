import { ownedCounts } from "#app/contract/kind-counts";
import { handoverApi } from "#app/contract/people/handover";
import { callerOf, nowIso } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { AUTHOR_COLUMNS, authorView } from "#upstream/modules/author/author";
import { countsOf, mergePeople } from "#upstream/modules/merge-people/merge-people";
import { removeReleased } from "#upstream/modules/upload/remove-released";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import { byCaller, loggedWrite, type Note } from "#upstream/policy/logged-write";
import { rolesOf } from "#upstream/policy/require-staff";
import { linkOf, SPENT } from "./links";

export const handover = implement(handoverApi, {
  async look({ body: { token } }, call) {
    const { db, viewer } = call;
    await consumeLimits(db, call, [{ limit: "handoverAddress", subject: networkOf(call.client.ip) }]);
    const { userId } = await linkOf(db, call, token);
    const row = found(
      await db.selectFrom("users as u").select(AUTHOR_COLUMNS).where("u.id", "=", userId).executeTakeFirst(),
    );
    const counts = ownedCounts.parse(await countsOf(db, userId));
    const way: "login" | "become" | "join" =
      viewer === null ? "login" : (await isBlank(db, viewer.userId)) ? "become" : "join";
    return { author: authorView(row), counts, way };
  },

  async take({ body: { token, way } }, call) {
    const mine = call.viewer.userId;
    await consumeLimits(call.db, call, [{ limit: "handoverAddress", subject: networkOf(call.client.ip) }]);
    const take = async (trx: Db, note: Note) => {
      const link = await linkOf(trx, call, token);
      const at = nowIso(call);
      // Of two concurrent uses, the second finds the link used.
      const taken = await trx
        .updateTable("handovers")
        .set({ taken_by: mine, taken_at: at })
        .where("id", "=", link.id)
        .where("taken_at", "is", null)
        .where("revoked_at", "is", null)
        .returning("id")
        .executeTakeFirst();
      if (!taken) throw new BusinessError("FORBIDDEN", SPENT);
      if (way !== ((await isBlank(trx, mine)) ? "become" : "join"))
        throw new BusinessError("CONFLICT", "你的账号刚刚有了变化，请再看一眼，然后确认");
      const [from, into] = way === "become" ? [mine, link.userId] : [link.userId, mine];
      await trx.updateTable("handovers").set({ taken_by: into }).where("id", "=", link.id).execute();
      const counts = await countsOf(trx, link.userId);
      const done = await mergePeople(trx, call, { from, into, becomes: way === "become" });
      const before = { handover: link.id, counts };
      note({ action: "handover.take", kind: "user", target: link.userId, before, after: { from, into } });
      return { userId: into, files: done.files };
    };
    const by = () => byCaller(call, { actorId: mine, via: "handover", roles: [] });
    const { userId, files } = (await loggedWrite(call.db, take, { by })).result;
    call.noteSecurity("author_taken_over", { ...callerOf(call), userId });
    await removeReleased(call, files);
    return { userId };
  },
});

/** Whether an account has no content of its own yet, i.e. it was created to take over the author. */
async function isBlank(db: Db, userId: number): Promise<boolean> {
  // Every account has notifications and sessions.
  const { notifications: _, sessions: __, ...own } = await countsOf(db, userId);
  return Object.values(own).every((n) => n === 0) && (await rolesOf(db, userId)).length === 0;
}
