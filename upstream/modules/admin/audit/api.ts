import { DECIDED_MAX } from "#app/contract/admin/rule";
import { type AuditSummary, auditApi } from "#app/contract/admin/system/audit";
import type { Role } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { fromJson } from "#upstream/db/schema/columns";
import { findBrokenLink } from "#upstream/policy/audit-log";
import { staffWrite } from "#upstream/policy/staff-write";
import { contentDisposition } from "#upstream/services/storage/download-query";
import { exportAudit, momentsOf } from "./export";
import { type AuditRow, countTogether, findAudit, listAudit, listTogether } from "./queries";
import { parsed, refuseSecond, undoEntry } from "./undo-entry";

export const audit = implement(auditApi, {
  async list({ query: { page, pageSize, from, to, ...filter } }, call) {
    const { total, rows } = await listAudit(call.db, { ...filter, ...momentsOf({ from, to }), page, pageSize });
    return { list: rows.map((row) => summaryView(call, row)), total, page, pageSize };
  },

  async get({ params: { id } }, call) {
    const row = found(await findAudit(call.db, id));
    const { address, request_id, before, after, hash } = row;
    return {
      ...summaryView(call, row),
      address,
      requestId: request_id,
      before: parsed(before),
      after: parsed(after),
      hash,
      together: await countTogether(call.db, row),
    };
  },

  async export({ body }, call) {
    await staffWrite(call, async (_, note) => {
      note({ action: "audit.export", kind: "audit", target: "log", before: null, after: body });
    });
    return new Response(exportAudit(call.db, body), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": contentDisposition("attachment", "操作日志.csv"),
        "cache-control": "private, no-store",
      },
    });
  },

  verify: async (_, { db }) => ({ broken: await findBrokenLink(db) }),

  async undo({ body: { id, reason } }, call) {
    const row = found(await findAudit(call.db, id));
    await staffWrite(call, (trx, note) => undoEntry(trx, call, { row, note, reason })).catch(refuseSecond);
    return { id };
  },

  async undoTogether({ body: { id, reason } }, call) {
    const row = found(await findAudit(call.db, id));
    const write = staffWrite(call, async (trx, note) => {
      const all = await countTogether(trx, row);
      // Latest first, because later actions build on earlier ones.
      const newest = await listTogether(trx, row, DECIDED_MAX);
      if (newest.length === 0) throw new BusinessError("CONFLICT", "已经都撤销过了，或不是一次做了几项");
      for (const one of newest) await undoEntry(trx, call, { row: one, note, reason });
      return { undone: newest.length, left: all - newest.length };
    });
    return write.catch(refuseSecond);
  },
});

function summaryView({ undos }: StaffCall, row: AuditRow): AuditSummary {
  const { id, at, actor_id, nickname, via, roles, action, kind, target, reason, undo_of, undone_by } = row;
  return {
    id,
    at,
    via,
    action,
    kind,
    target,
    reason,
    actor: actor_id === null ? null : { userId: actor_id, nickname: nickname ?? "" },
    roles: fromJson<Role[]>(roles),
    undoneBy: undone_by,
    undoOf: undo_of,
    undoable: undone_by === null && undos.has(action),
  };
}
