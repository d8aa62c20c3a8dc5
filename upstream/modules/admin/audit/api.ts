import { type AuditSummary, auditApi } from "#app/contract/admin/audit";
import type { Role } from "#app/contract/permissions";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { isUniqueViolation } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { findBrokenLink } from "#upstream/policy/audit-log";
import { staffWrite } from "#upstream/policy/staff-write";
import { type AuditRow, findAudit, listAudit } from "./queries";
import { undoOf } from "./undo";

export const audit = implement(auditApi, {
  async list({ query: { page, pageSize, ...filter } }, { db }) {
    const { total, rows } = await listAudit(db, { ...filter, page, pageSize });
    return { list: rows.map(summaryView), total, page, pageSize };
  },

  async get({ params: { id } }, { db }) {
    const row = found(await findAudit(db, id));
    const { address, request_id, before, after, hash } = row;
    return { ...summaryView(row), address, requestId: request_id, before: parsed(before), after: parsed(after), hash };
  },

  verify: async (_, { db }) => ({ broken: await findBrokenLink(db) }),

  async undo({ body: { id, reason } }, call) {
    const row = found(await findAudit(call.db, id));
    const undo = undoOf(row.action);
    if (!undo) throw new BusinessError("CONFLICT", "这项操作不能撤销");
    if (row.undone_by !== null) throw new BusinessError("CONFLICT", "已经撤销过了");
    const [before, after] = [parsed(row.before), parsed(row.after)];
    const { action, kind, target } = row;
    await staffWrite(call, async (trx, note) => {
      await undo(trx, call, { id, action, kind, target, before, after });
      note({ action: `${action}.undo`, kind, target, before: after, after: before, reason, undoOf: id });
    }).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new BusinessError("CONFLICT", "已经撤销过了") : error;
    });
    return { id };
  },
});

const parsed = (value: string | null): unknown => (value === null ? null : fromJson<unknown>(value));

function summaryView(row: AuditRow): AuditSummary {
  const { id, at, actor_id, nickname, via, roles, action, kind, target, reason, undo_of, undone_by } = row;
  return {
    ...{ id, at, via, action, kind, target, reason },
    actor: actor_id === null ? null : { userId: actor_id, nickname: nickname ?? "" },
    roles: fromJson<Role[]>(roles),
    undoneBy: undone_by,
    undoOf: undo_of,
    undoable: undone_by === null && undoOf(action) !== undefined,
  };
}
