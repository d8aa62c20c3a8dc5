import type { Db } from "#upstream/db/dialect";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";
import { CSV_BOM, csvLine, streamOf } from "#upstream/text/csv";
import { type AuditFilter, auditAfter } from "./queries";

/** Rows per read. */
const CHUNK = 500;
const HEAD = [
  ...["编号", "时间", "用户编号", "昵称", "来自", "角色", "操作", "种类", "对象", "原因", "撤销了", "地址", "请求"],
  ...["之前", "之后", "上一条的校验值", "校验值"],
];

/** First and last day in China; unbounded if omitted. */
export type AuditDays = { from?: string | undefined; to?: string | undefined };

/** Converts days in China to a time range. */
export const momentsOf = ({ from, to }: AuditDays): Pick<AuditFilter, "since" | "before"> => ({
  ...(from === undefined ? {} : { since: chinaDayStart(from) }),
  ...(to === undefined ? {} : { before: chinaDayStart(to, 1) }),
});

/** Streams the log as CSV, oldest first. */
export function exportAudit(db: Db, days: AuditDays): ReadableStream<Uint8Array> {
  return streamOf(csvOf(db, momentsOf(days)));
}

async function* csvOf(db: Db, filter: AuditFilter): AsyncGenerator<string, undefined> {
  yield CSV_BOM + csvLine(HEAD);
  for (let after = 0; ; ) {
    const rows = await auditAfter(db, filter, { after, limit: CHUNK });
    if (rows.length === 0) return;
    yield rows
      .map((row) =>
        csvLine([
          ...[String(row.id), chinaTime(new Date(row.at)).replace("T", " ")],
          ...[row.actor_id === null ? "" : String(row.actor_id), row.nickname ?? "", row.via, row.roles],
          ...[row.action, row.kind, row.target, row.reason, row.undo_of === null ? "" : String(row.undo_of)],
          ...[row.address, row.request_id, row.before ?? "", row.after ?? "", row.prev_hash, row.hash],
        ]),
      )
      .join("");
    after = rows.at(-1)?.id ?? after;
  }
}
