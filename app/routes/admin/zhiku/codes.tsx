import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { Time } from "#app/components/ui/time";
import { adminCodeApi } from "#app/contract/admin/zhiku/code";
import type { CallData } from "#app/contract/endpoint";
import { numberOf } from "#app/contract/text/number-of";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { countsOf, offerName } from "#app/features/admin/code/code-states";
import { MadeCodes } from "#app/features/admin/code/made-codes";
import { BATCH_FIELDS, type BatchTyped, NewBatch } from "#app/features/admin/code/new-batch";
import { instantOf } from "#app/features/admin/fields/datetime-local";
import { refuseStaffForm, respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { attempt } from "#app/forms/attempt.server";
import { idempotencyKeyOf } from "#app/forms/idempotency-key";
import { readForm, textOf } from "#app/forms/read-form.server";
import { markFormReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";

type Made = CallData<typeof adminCodeApi.add>;

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const query = { page: pageNumberOf(new URL(args.request.url).searchParams), pageSize: 30 };
  const [batches, offers] = await Promise.all([
    loadForStaff(args, adminCodeApi.list, { query }),
    loadForStaff(args, adminCodeApi.offers, {}),
  ]);
  return { batches, offers, makes: permissions.includes("code.manage") };
}

/**
 * Creates a batch. Only this response contains its codes: submitting the form again redirects to the batch, without
 * them.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const key = idempotencyKeyOf(form);
  const [offerId = "", count = "", expiresAt = "", note = ""] = BATCH_FIELDS.map((name) => textOf(form, name).trim());
  const values: BatchTyped = { offerId, count, expiresAt, note, ...(key ? { idempotencyKey: key } : {}) };
  const body = {
    offerId: Number(offerId),
    count: numberOf(count),
    expiresAt: instantOf(expiresAt),
    note,
    idempotencyKey: key,
  };
  const add = () => gateway(args).call(adminCodeApi.add, { body });
  const result = await attempt(add, { values });
  if (result.status !== "ok") return refuseStaffForm(args, result);
  const { id, codes } = result.data;
  if (codes === null) {
    const flash = {
      kind: "info" as const,
      message: "这一批已经生成过，兑换码只显示一次。没有存下的可以作废，再生成一批",
    };
    return respondToStaffForm(args, values, async () => result.data, { back: adminPaths.codeBatch(id), flash });
  }
  markFormReturned(args.context);
  return { ...result, values };
}

export default function AdminCodes() {
  const { batches, offers, makes } = useLoaderData<typeof loader>();
  const form = useAdminForm<Made, BatchTyped>([...BATCH_FIELDS]);
  const made = form.result?.status === "ok" ? form.result.data : null;
  return (
    <>
      <AdminHead title="兑换码" text="一个码换一项知库权益，不经过支付。只存它的指纹，原文在生成的那一刻显示一次。" />
      {made?.codes ? <MadeCodes key={made.id} id={made.id} codes={made.codes} /> : null}
      {batches.list.length === 0 ? (
        <EmptyState
          later={batches.page > 1}
          text={makes && offers.length > 0 ? "还没有兑换码。在下面选一项权益，生成第一批。" : "还没有兑换码。"}
        />
      ) : (
        <AdminTable shape="rows">
          <thead>
            <tr>
              <th>批次</th>
              <th>兑换什么</th>
              <th className="admin-table__sum">个数</th>
              <th>现状</th>
              <th>到期</th>
              <th>生成</th>
            </tr>
          </thead>
          <tbody>
            {batches.list.map((batch) => (
              <tr key={batch.id}>
                <td>
                  <Link to={adminPaths.codeBatch(batch.id)}>第 {batch.id} 批</Link>
                  {batch.note ? <small>{batch.note}</small> : null}
                </td>
                <td>{offerName(batch.offer)}</td>
                <td className="numbers admin-table__sum" data-label="个数">
                  {batch.count}
                </td>
                <td>{countsOf(batch)}</td>
                <td data-label="到期">
                  {batch.expiresAt ? <Time value={batch.expiresAt} format="datetime" /> : "不过期"}
                </td>
                <td data-label="生成">
                  <Time value={batch.createdAt} />
                  <small>{batch.createdBy}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
      <Pagination page={batches.page} pageSize={batches.pageSize} total={batches.total} />
      {makes ? (
        <section className="admin-panel" aria-labelledby="new-title">
          <h2 id="new-title">生成一批</h2>
          {offers.length === 0 ? (
            <>
              <p>还没有可以兑换的权益。先定下商品与价格。</p>
              <p>
                <LinkButton to={adminPaths.offers()}>去定商品与价格</LinkButton>
              </p>
            </>
          ) : (
            <NewBatch key={made?.id ?? "new"} offers={offers} form={form} />
          )}
        </section>
      ) : null}
    </>
  );
}
