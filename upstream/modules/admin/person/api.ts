import { createHash } from "node:crypto";
import { adminPersonApi, type Handover } from "#app/contract/admin/user/person";
import { nowIso } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undoDangerous } from "#upstream/call/undo";
import { refuseUntouchable } from "#upstream/modules/admin/user/rank";
import { isUnclaimed, makeLink, openLinks, revokeLinks } from "#upstream/modules/handover/links";
import { countsOf, mergePeople } from "#upstream/modules/merge-people/merge-people";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { removeReleased } from "#upstream/modules/upload/remove-released";
import { onlyTried, staffWrite } from "#upstream/policy/staff-write";
import { listHandovers } from "./queries";

const handlers: Handlers<typeof adminPersonApi> = {
  async handovers({ query: { userId } }, { db, clock }) {
    const now = clock().toISOString();
    const rows = await listHandovers(db, userId);
    const list = rows.map(({ stateless, expiresAt, takenAt, revokedAt, ...row }): Handover => {
      const state = takenAt ? "taken" : revokedAt ? "revoked" : expiresAt <= now ? "expired" : "open";
      return { ...stateless, ...row, state, expiresAt, takenAt };
    });
    return { unclaimed: await isUnclaimed(db, userId), list };
  },

  makeHandover: ({ body }, call) =>
    staffWrite(call, async (trx, note) => {
      const { id, url, expiresAt, revoked } = await makeLink(trx, call, body);
      const target = { kind: "user", target: body.userId } as const;
      note({ action: "handover.make", ...target, before: { revoked }, after: { handover: id, expiresAt } });
      return { id, url, expiresAt };
    }),

  revokeHandover: ({ body: { id } }, call) =>
    staffWrite(call, async (trx, note) => {
      const at = nowIso(call);
      found(await trx.selectFrom("handovers").select("id").where("id", "=", id).executeTakeFirst());
      const open = await openLinks(trx, at).select("user_id").where("id", "=", id).executeTakeFirst();
      if (!open) throw new BusinessError("CONFLICT", "这个链接已经用过、过期或作废了");
      await revokeLinks(trx, [id], { at, by: call.viewer.userId });
      const target = { kind: "user", target: open.user_id } as const;
      note({ action: "handover.revoke", ...target, before: { handover: id }, after: null });
      return null;
    }),

  async merge({ body: { from, into, reason, dryRun, seal, confirm } }, given) {
    const call = onlyTried(given, dryRun);
    let files: string[] = [];
    const done = await staffWrite(call, async (trx, note) => {
      const personOf = async (userId: number) =>
        trx
          .selectFrom("users")
          .select(["id as userId", "nickname"])
          .where("id", "=", userId)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
      const gone = found(await personOf(from));
      if (from === into) throw invalid({ into: "请填另一个人" });
      const kept = await personOf(into);
      if (!kept) throw invalid({ into: "没有这个人，或账号已经注销" });
      for (const userId of [from, into]) if (userId !== call.viewer.userId) await refuseUntouchable(trx, call, userId);
      const counts = await countsOf(trx, from);
      const sealed = sealOf({ gone, kept, counts });
      if (!call.client.dryRun) {
        if (seal === "") throw new BusinessError("CONFLICT", "合并不能撤销：先试一次，看过会移多少再做");
        if (seal !== sealed) throw new BusinessError("CONFLICT", "试过以后数目变了，请再试一次");
        if (confirm.trim() !== gone.nickname) throw invalid({ confirm: `请原样填写“${gone.nickname}”` });
      }
      ({ files } = await mergePeople(trx, call, { from, into }));
      const at = nowIso(call);
      const message = { kind: "people-merged", name: gone.nickname, reason } as const;
      await notifyBySystem(trx, { userId: into, message, at });
      note({
        action: "user.merge",
        kind: "user",
        target: from,
        before: { ...gone, counts },
        after: { into: kept },
        reason,
      });
      return { from: gone, into: kept, counts, seal: sealed };
    });
    if (!call.client.dryRun) await removeReleased(call, files);
    return done;
  },
};

/** Hash of the preview, without sessions and notifications, which change by themselves. */
const sealOf = ({ counts: { notifications: _, sessions: __, ...counts }, ...people }: Sealed): string =>
  createHash("sha256")
    .update(JSON.stringify({ ...people, counts }))
    // Must not begin like a command-line option.
    .digest("hex")
    .slice(0, 32);

type Named = { userId: number; nickname: string };
type Sealed = { gone: Named; kept: Named; counts: Awaited<ReturnType<typeof countsOf>> };

const UNDOS: Undos = {
  "handover.make": undoDangerous<unknown, { handover: number }>(
    "user.merge",
    async (trx, call, { after: { handover: id } }) => {
      const at = nowIso(call);
      const open = await openLinks(trx, at).select("id").where("id", "=", id).executeTakeFirst();
      if (!open) throw new BusinessError("CONFLICT", "这个链接已经用过、过期或作废了");
      await revokeLinks(trx, [id], { at, by: call.viewer.userId });
    },
  ),
};

export const adminPerson = implement(adminPersonApi, handlers, UNDOS);
