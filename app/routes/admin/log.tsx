import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { auditApi } from "#app/contract/admin/audit";
import { actionName, actorName, kindName } from "#app/features/admin/action-names";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { loadForStaff } from "#app/features/admin/staff-gate.server";
import { pageNumberOf } from "#app/server/page-number.server";

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const filter = { kind: query.get("kind") || undefined, target: query.get("target") || undefined };
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const log = await loadForStaff(args, auditApi.list, { query: { ...filter, page, pageSize: 50 } });
  return { log, filter };
}

export default function AdminLog() {
  const { log, filter } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead
        title="操作日志"
        text="工作人员和命令行做过的每一件事，一环扣一环，改不掉。"
        {...(filter.kind ? { up: { label: "全部日志", to: adminPaths.log() } } : {})}
      />
      {log.list.length === 0 ? (
        <EmptyState text="还没有人做过什么。第一次改动就会记在这里。" />
      ) : (
        <ol className="admin-log">
          {log.list.map((row) => (
            <li key={row.id} className="admin-log__row">
              <Link to={adminPaths.logEntry(row.id)}>
                {actorName(row)} {actionName(row.action)} {kindName(row.kind)} #{row.target}
              </Link>
              <span className="admin-log__note">
                <Time value={row.at} />
                {row.via === "command-line" ? "，命令行" : ""}
                {row.via === "schedule" && row.actor ? "，定时" : ""}
                {row.reason ? `，${row.reason}` : ""}
                {row.undoneBy ? "，已撤销" : ""}
              </span>
            </li>
          ))}
        </ol>
      )}
      <Pagination page={log.page} pageSize={log.pageSize} total={log.total} />
      {filter.kind || log.total === 0 ? null : (
        <section className="admin-panel" aria-labelledby="export-title">
          <h2 id="export-title">导出</h2>
          <p>CSV 文件，旧的在前，含改之前和改之后、网络地址与每一条的校验值。日期留空是全部；导出本身也记一条。</p>
          <Form method="post" action={adminPaths.logExport()} className="admin-filter" reloadDocument>
            <TextField label="从" name="from" type="date" />
            <TextField label="到" name="to" type="date" />
            <Button type="submit" icon="download">
              导出日志
            </Button>
          </Form>
        </section>
      )}
    </>
  );
}
