import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminReconcileApi } from "#app/contract/admin/zhiku/reconcile";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { dayAgo } from "#app/features/admin/figures/figure-range.server";
import { ReconcileResult } from "#app/features/admin/order/reconcile-result";
import { READINESS } from "#app/features/admin/order/reconcile-words";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const given = new URL(args.request.url).searchParams;
  const day = given.get("day")?.trim() || dayAgo(1);
  const parsed = adminReconcileApi.get.params.safeParse({ day });
  const before = adminReconcileApi.list.query.safeParse({ before: given.get("before") || undefined }).data?.before;
  // An invalid date shows an error next to its field; missing permission is still reported.
  const [kept, found] = await Promise.all([
    loadForStaff(args, adminReconcileApi.list, { query: { before } }),
    parsed.success ? loadForStaff(args, adminReconcileApi.get, { params: parsed.data }) : null,
  ]);
  const wrong = parsed.error?.issues[0]?.message;
  return { day, wrong, kept, found, compares: permissions.includes("finance.export") };
}

/** Compares a day with WeChat Pay's bill. */
export async function action(args: ActionFunctionArgs) {
  const day = textOf(await readForm(args.request), "day");
  const compare = () => gateway(args).call(adminReconcileApi.compare, { body: { day } });
  return respondToStaffForm(args, { day }, compare, ({ differences }) => ({
    back: adminPaths.reconcile(day),
    flash: differences === 0 ? "两边一致" : { kind: "info", message: `有 ${differences} 处不同` },
  }));
}

export default function AdminReconcile() {
  const { day, wrong, kept, found, compares } = useLoaderData<typeof loader>();
  const { ref, busy, notice } = useAdminForm<unknown, { day: string }>([]);
  const last = kept.list.at(-1);
  return (
    <>
      <AdminHead
        title="对账"
        up={{ label: "订单", to: adminPaths.orders() }}
        text="微信支付一天的账单，与本站的订单和退款逐笔核对。账单在第二天 10:00 前做好，之后自动核对一次，也可以随时再核对。"
      />
      <Form key={day} method="get" role="search" className="admin-filter">
        <TextField label="哪一天（北京时间）" name="day" type="date" defaultValue={day} error={wrong} />
        <Button type="submit" icon="search">
          查看
        </Button>
      </Form>
      {found ? (
        <section className="admin-panel admin-reconcile" aria-labelledby="day">
          <h2 id="day" className="numbers">
            {day}
          </h2>
          <AdminNotice notice={notice} />
          {found.readiness === "ready" ? null : <p>{READINESS[found.readiness]}</p>}
          {found.result ? <ReconcileResult result={found.result} /> : null}
          {found.result || found.readiness !== "ready" ? null : <p>这一天还没有核对过。</p>}
          {compares && found.readiness === "ready" ? (
            <Form ref={ref} method="post">
              <input type="hidden" name="day" value={day} />
              <Button type="submit" variant={found.result ? "plain" : "primary"} icon="refresh" busy={busy}>
                {busy ? "核对中…" : found.result ? "重新核对" : "核对这一天"}
              </Button>
            </Form>
          ) : null}
        </section>
      ) : (
        <EmptyState text="请先改正上面的日期。" />
      )}
      <section className="admin-panel" aria-labelledby="kept">
        <h2 id="kept">核对过的日子</h2>
        {kept.list.length === 0 ? (
          <p>还没有核对过。第一次自动核对在明天 10:00 之后。</p>
        ) : (
          <AdminTable shape="rows">
            <thead>
              <tr>
                <th>日子</th>
                <th>结果</th>
                <th className="admin-table__sum">支付</th>
                <th className="admin-table__sum">退款</th>
                <th>核对于</th>
              </tr>
            </thead>
            <tbody>
              {kept.list.map(({ day: one, comparedAt, differences, sums: { there } }) => (
                <tr key={one}>
                  <td className="numbers">
                    <Link to={adminPaths.reconcile(one)}>{one}</Link>
                  </td>
                  <td>
                    <Tag tone={differences === 0 ? "accent" : "danger"}>
                      {differences === 0 ? "一致" : `${differences} 处不同`}
                    </Tag>
                  </td>
                  <td className="numbers admin-table__sum" data-label="支付">
                    {formatYuan(there.payments.sum)}
                  </td>
                  <td className="numbers admin-table__sum" data-label="退款">
                    {formatYuan(there.refunds.sum)}
                  </td>
                  <td data-label="核对于">
                    <Time value={comparedAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </AdminTable>
        )}
        {kept.more && last ? <Link to={adminPaths.reconcile(day, last.day)}>更早的</Link> : null}
      </section>
    </>
  );
}
