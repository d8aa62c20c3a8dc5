import { z } from "zod";
import { day } from "#app/contract/admin/instant";
import { id, idParams, paged, pageQuery, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { DOCUMENT_DOWNLOAD_TIMEOUT } from "#app/contract/limits";
import { role } from "./console";

/** A log entry in lists. */
const auditSummary = z.object({
  id: z.number(),
  at: time,
  /** Null for the command line. */
  actor: z.object({ userId: z.number(), nickname: z.string() }).nullable(),
  via: z.enum(["console", "command-line", "schedule", "setup", "handover"]),
  roles: z.array(role),
  action: z.string(),
  kind: z.string(),
  target: z.string(),
  reason: z.string(),
  /** Entry that undid this one, or that this one undid. */
  undoneBy: z.number().nullable(),
  undoOf: z.number().nullable(),
  /** Whether it can be undone from here. */
  undoable: z.boolean(),
});
export type AuditSummary = z.output<typeof auditSummary>;

/** A whole log entry, with the states before and after. */
const auditDetail = auditSummary.extend({
  address: z.string(),
  requestId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  hash: z.string(),
  /** Number of entries of the same request or command, including this one, that have not been undone. */
  together: z.number(),
});

/** First and last day in China; all days by default. */
const days = { from: day.optional(), to: day.optional() };

/** Calls on the audit log. */
export const auditApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/audit",
    permission: "audit.read",
    summary: "后台：操作日志，新的在前",
    query: pageQuery.extend({
      actorId: id.optional(),
      kind: z.string().max(40).optional(),
      target: z.string().max(100).optional(),
      action: z.string().max(60).optional(),
      ...days,
    }),
    data: paged(auditSummary),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/audit/:id",
    permission: "audit.read",
    summary: "后台：一条操作日志，含前后的差别",
    params: idParams,
    data: auditDetail,
  }),
  export: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/audit/export",
    permission: "audit.read",
    summary: "后台：操作日志，旧的在前，含前后的内容与校验值，CSV 文件",
    body: z.object(days),
    /** No envelope: the response is the file. */
    data: z.unknown(),
    reply: "blob",
    timeout: DOCUMENT_DOWNLOAD_TIMEOUT,
  }),
  verify: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/audit/verify",
    permission: "audit.read",
    summary: "后台：检查日志有没有被改动，给出第一条对不上的",
    data: z.object({ broken: z.number().nullable() }),
    timeout: 60_000,
  }),
  undo: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/audit/undo",
    permission: "audit.undo",
    summary: "后台：撤销一次操作；之后又改过的不能撤销",
    body: z.object({ id, reason: z.string().max(200).default("") }),
    data: z.object({ id: z.number() }),
  }),
  undoTogether: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/audit/undo/together",
    permission: "audit.undo",
    summary:
      "后台：撤销同一次操作（一个请求，或一条命令）做的全部，后做的先撤；一次至多 200 项，要么都撤，要么都不动，其余再来一次",
    body: z.object({ id, reason: z.string().max(200).default("") }),
    data: z.object({ undone: z.number(), left: z.number() }),
    timeout: 60_000,
  }),
};
