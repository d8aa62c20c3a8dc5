import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { auditApi } from "#app/contract/admin/system/audit";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { actorName, describeAction, kindName } from "#app/features/admin/log/action-names";
import { LogFilter, type LogSearch } from "#app/features/admin/log/log-filter";
import { loadForStaff } from "#app/features/admin/staff-gate.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

const NAMES = ["kind", "target", "actorId", "from", "to"] as const;

export async function loader(args: LoaderFunctionArgs) {
  const given = new URL(args.request.url).searchParams;
  const search = Object.fromEntries(NAMES.map((name) => [name, given.get(name)?.trim() ?? ""])) as LogSearch;
  const filled = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ""));
  const parsed = auditApi.list.query.safeParse({ ...filled, page: pageNumberOf(given), pageSize: 50 });
  // Invalid filters show an error next to the field and an empty list.
  const wrong = Object.fromEntries(parsed.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []);
  const log = parsed.success ? await loadForStaff(args, auditApi.list, { query: parsed.data }) : NOTHING;
  const checked = given.has("check") ? await loadForStaff(args, auditApi.verify, {}) : null;
  return { log, search, wrong, checked };
}

const NOTHING = { list: [], total: 0, page: 1, pageSize: 50 };

export default function AdminLog() {
  const { log, search, wrong, checked } = useLoaderData<typeof loader>();
  const narrowed = Object.values(search).some(Boolean);
  const { kind, target, actorId } = search;
  const actor = actorId ? log.list[0] && actorName(log.list[0]) : "";
  return (
    <>
      <AdminHead
        title={[actor && `${actor}的`, target ? `${kindName(kind)} ${target} 的` : "", "操作日志"]
          .filter(Boolean)
          .join("")}
        text="工作人员和命令行做过的每一件事，一环扣一环，改不掉。"
        {...(narrowed ? { up: { label: "全部日志", to: adminPaths.log() } } : {})}
      >
        <LinkButton to={adminPaths.logCheck()} variant="quiet" icon="shield">
          核对
        </LinkButton>
      </AdminHead>
      {checked ? <LogCheck {...checked} /> : null}
      <LogFilter search={search} wrong={wrong} />
      {log.list.length === 0 ? (
        <EmptyState
          later={log.page > 1}
          text={narrowed ? "没有这样的记录。" : "还没有人做过什么。第一次改动就会记在这里。"}
        />
      ) : (
        <ol className="admin-log">
          {log.list.map((row) => (
            <li key={row.id} className="admin-log__row">
              <Link to={adminPaths.logEntry(row.id)}>
                {actorName(row)} {describeAction(row)}
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
      {narrowed || log.total === 0 ? null : (
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

/** Shows whether the log's hash chain is intact. */
const LogCheck = ({ broken }: { broken: number | null }) =>
  broken === null ? (
    <FlashMessage message="核对过了：从第一条到最近一条，一条不少，都没有被改动。" />
  ) : (
    <FlashMessage kind="error" message={`从第 ${broken} 条起对不上：它或它前面的记录在数据库里被人改过、删过。`} />
  );
