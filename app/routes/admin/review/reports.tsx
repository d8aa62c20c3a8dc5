import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { adminReportApi } from "#app/contract/admin/review/report";
import { reportTarget } from "#app/contract/moderation/report";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths, type ReportFilter } from "#app/features/admin/admin-paths";
import { KeyHelp } from "#app/features/admin/key-help";
import { ClaimMark } from "#app/features/admin/queue/claim-note";
import { decideReported, type ReportDecision } from "#app/features/admin/queue/decide-reported.server";
import { DecisionRefused } from "#app/features/admin/queue/decision-refused";
import { type ItemBox, itemBox } from "#app/features/admin/queue/item-box";
import { reportFilterOf } from "#app/features/admin/queue/queue-filters.server";
import { RuleFields } from "#app/features/admin/queue/rule-fields";
import { SelectPage } from "#app/features/admin/queue/select-page";
import { placeName } from "#app/features/admin/queue/thing-links.server";
import { THING_STATES } from "#app/features/admin/queue/thing-states";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { REPORT_REASONS } from "#app/features/report/report-reasons";
import { pageNumberOf } from "#app/server/params/page-number.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const filter = reportFilterOf(args.request);
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const query = { ...filter, page, pageSize: 50 };
  const { list, ...paging } = await loadForStaff(args, adminReportApi.list, { query });
  const rows = list.map((thing) => ({
    ...thing,
    item: `${thing.kind}:${thing.id}`,
    seen: `${thing.kind}:${thing.id}:${thing.version}`,
    kindName: placeName(thing),
    reasons: thing.reasons.map(({ reason, total }) => `${REPORT_REASONS[reason]}${total > 1 ? ` × ${total}` : ""}`),
  }));
  const kinds = reportTarget.options.map((kind) => ({ kind, name: placeName({ kind }) }));
  return {
    filter,
    rows,
    paging,
    kinds,
    decides: permissions.includes("report.decide") && filter.state === undefined,
    mutes: permissions.includes("user.mute"),
  };
}

/** Decides on all selected items. */
export const action = (args: ActionFunctionArgs) =>
  decideReported(args, () => adminPaths.reports(reportFilterOf(args.request)));

const KEYS = [
  ["j / k", "下一份 / 上一份"],
  ["Enter", "打开"],
  ["x", "选中或取消"],
  ["a", "举报不成立，保留选中的"],
  ["r", "选择移除的原因"],
  ["h", "移除：选中这一份，选择原因"],
  ["m", "禁言作者"],
  ["z", "十秒之内撤销刚才的决定"],
] as const;
const STATES = [
  [undefined, "未处理"],
  ["upheld", "成立"],
  ["dismissed", "不成立"],
] as const;

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminReports() {
  const { filter, rows, paging, kinds, decides, mutes } = useLoaderData<typeof loader>();
  const { ref, busy, fields, notice, refused, values } = useAdminForm<unknown, ReportDecision>(["rule", "note"]);
  const kindTabs = [{ kind: undefined, name: "全部" }, ...kinds].map(({ kind, name }) => ({
    label: name,
    to: adminPaths.reports({ ...filter, kind }),
    current: filter.kind === kind,
  }));
  return (
    <>
      <AdminHead title="举报" text="同一份内容的举报归在一起；举报人过去举报得准，分量就重。" />
      <Tabs
        label="举报的状态"
        tabs={STATES.map(([state, label]) => ({
          label,
          to: adminPaths.reports({ ...filter, state }),
          current: filter.state === state,
        }))}
      />
      <Tabs label="内容的种类" variant="pill" tabs={kindTabs} />
      {filter.state === undefined ? (
        <Tabs
          label="顺序"
          variant="pill"
          tabs={([undefined, "age"] as const).map((sort) => ({
            label: sort ? "等得久的在前" : "分量重的在前",
            to: adminPaths.reports({ ...filter, sort }),
            current: filter.sort === sort,
          }))}
        />
      ) : null}
      <DecisionRefused gone={rows.length === 0} />
      {rows.length === 0 ? (
        <EmptyState
          later={paging.page > 1}
          text={
            filter.state ? "还没有这样处理过的举报。" : "没有未处理的举报。成员在内容或个人主页上点“举报”，会先到这里。"
          }
        />
      ) : (
        <Form ref={ref} method="post" className="admin-queue" noValidate>
          <AdminNotice notice={notice} />
          {decides ? <SelectPage /> : null}
          <ul className="admin-queue__list">
            {rows.map((thing) => (
              <ReportRow
                key={thing.item}
                thing={thing}
                filter={filter}
                box={itemBox({ refused, values }, thing.item, thing.seen)}
                decides={decides && !thing.own}
                mutes={mutes}
              />
            ))}
          </ul>
          {decides ? (
            <div className="admin-queue__bar">
              <RuleFields errors={fields} values={values} label="移除的原因" hides />
              <div className="admin-queue__buttons">
                {/* First button, so that Enter in the note field removes. */}
                <Button type="submit" name="intent" value="remove" variant="danger" busy={busy}>
                  移除选中的
                </Button>
                <Button type="submit" name="intent" value="keep" variant="primary" busy={busy} data-key="a">
                  举报不成立，保留选中的
                </Button>
              </div>
            </div>
          ) : null}
        </Form>
      )}
      <Pagination page={paging.page} pageSize={paging.pageSize} total={paging.total} />
      {rows.length > 0 ? <KeyHelp keys={KEYS} /> : null}
    </>
  );
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];
type RowProps = { thing: Row; filter: ReportFilter; box: ItemBox; decides: boolean; mutes: boolean };

function ReportRow({ thing, filter, box, decides, mutes }: RowProps) {
  const { kindName, id, name, owner, state, own, total, weight, reasons, since } = thing;
  const shown = name || `${kindName} #${id}`;
  return (
    <li
      className="admin-queue__row"
      data-queue-row
      data-way-m={mutes && owner ? adminPaths.mute(owner.userId) : undefined}
    >
      {decides ? (
        <label className="admin-queue__box">
          <input type="checkbox" name="item" {...box} aria-label={`选中：${shown}`} />
        </label>
      ) : null}
      <div>
        <p className="admin-queue__title">
          <Link to={adminPaths.report(thing, filter)}>{shown}</Link>
        </p>
        <p className="admin-queue__excerpt">{reasons.join("，")}</p>
        <p className="admin-queue__note">
          <span>{kindName}</span>
          <span>{total} 人举报</span>
          <span title="分量：举报人过去举报得准就重">分量 {weight.toFixed(1)}</span>
          {state === "public" ? null : <Tag tone={THING_STATES[state].tone}>{THING_STATES[state].label}</Tag>}
          {owner ? <span>{owner.nickname}</span> : null}
          <ClaimMark claim={thing.claim} />
          {own ? <span>你自己的，由另一位同事处理</span> : null}
          <Time value={since} />
        </p>
      </div>
    </li>
  );
}
