import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tabs } from "#app/components/ui/tabs";
import { Tag } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminCodeApi, type BatchCode } from "#app/contract/admin/zhiku/code";
import { codeStates } from "#app/contract/admin/zhiku/code-states";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { CODE_STATES, countsOf, offerName } from "#app/features/admin/code/code-states";
import { CursorPager } from "#app/features/admin/cursor-pager";
import { LogLink } from "#app/features/admin/log-link";
import { PersonLink } from "#app/features/admin/person-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

const listQuery = ({ url }: Request) => {
  const given = new URL(url).searchParams;
  const state = codeStates.find((one) => one === given.get("state"));
  return { state, cursor: given.get("cursor") ?? undefined };
};

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const { state, cursor } = listQuery(args.request);
  const query = { state, cursor, limit: 50 };
  const batch = await loadForStaff(args, adminCodeApi.get, { params: { id: numberOfParam(args) }, query });
  const isFirst = cursor === undefined;
  return {
    batch,
    state: state ?? null,
    isFirst,
    manages: permissions.includes("code.manage"),
  };
}

/** Voids or restores codes: the selected ones, or all of the batch (`void-rest`, `restore-all`). */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = numberOfParam(args);
  const { call } = gateway(args);
  const [intent, reason] = [textOf(form, "intent"), textOf(form, "reason")];
  const marked = form.getAll("item").filter((item) => typeof item === "string");
  const numbers = intent === "void" || intent === "restore" ? marked.map(Number) : undefined;
  const values: Typed = { reason, items: marked };
  const { state, cursor } = listQuery(args.request);
  const back = adminPaths.codeBatch(id, { state, cursor });
  if (intent.startsWith("restore")) {
    const restore = () => call(adminCodeApi.restore, { body: { id, numbers } });
    return respondToStaffForm(args, values, restore, ({ changed }) => ({ back, flash: `${changed} 个重新可用` }));
  }
  const declare = () => call(adminCodeApi.void, { body: { id, numbers, reason } });
  return respondToStaffForm(args, values, declare, ({ changed }) => ({
    back,
    flash: `已作废 ${changed} 个，随时可以恢复`,
  }));
}

type Typed = { reason: string; items: string[] };

export default function AdminCodeBatch() {
  const { batch, state, isFirst, manages } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Typed>(["reason"]);
  const left = batch.counts.left ?? 0;
  const voided = batch.counts.void ?? 0;
  return (
    <>
      <AdminHead
        title={`第 ${batch.id} 批兑换码`}
        up={{ label: "兑换码", to: adminPaths.codes() }}
        text={
          <>
            {offerName(batch.offer)}，{batch.count} 个：{countsOf(batch)}。
            {batch.expiresAt ? (
              <>
                到 <Time value={batch.expiresAt} format="datetime" /> 为止。
              </>
            ) : (
              "不过期。"
            )}
            {batch.createdBy}，<Time value={batch.createdAt} format="datetime" />
            {batch.note ? `，${batch.note}` : ""}
          </>
        }
      >
        <LogLink to={adminPaths.logOf("code", batch.id)} />
      </AdminHead>
      <Tabs
        label="状态"
        tabs={[
          { label: "全部", to: adminPaths.codeBatch(batch.id), current: state === null, count: batch.count },
          ...codeStates.map((one) => ({
            label: CODE_STATES[one].label,
            to: adminPaths.codeBatch(batch.id, { state: one }),
            current: state === one,
            count: batch.counts[one] ?? 0,
          })),
        ]}
      />
      <Form ref={ref} method="post" className="form" noValidate>
        <AdminNotice notice={notice} />
        {batch.list.length === 0 ? (
          <EmptyState later={!isFirst} text="没有这样的兑换码。" />
        ) : (
          <AdminTable shape="rows">
            <thead>
              <tr>
                {manages ? <th>选择</th> : null}
                <th className="admin-table__sum">序号</th>
                <th>末四位</th>
                <th>状态</th>
                <th>谁用了</th>
              </tr>
            </thead>
            <tbody>
              {batch.list.map((code) => (
                <CodeRow
                  key={code.number}
                  code={code}
                  manages={manages}
                  marked={values?.items?.includes(String(code.number))}
                />
              ))}
            </tbody>
          </AdminTable>
        )}
        <CursorPager
          first={isFirst ? null : adminPaths.codeBatch(batch.id, { state: state ?? undefined })}
          next={
            batch.nextCursor
              ? adminPaths.codeBatch(batch.id, { state: state ?? undefined, cursor: batch.nextCursor })
              : null
          }
        />
        {manages ? (
          <div className="form admin-danger">
            <TextField label="作废的原因" {...field("reason")} help="记在日志里。用过的不受影响，换到的权益也不收回" />
            <div className="admin-queue__buttons">
              <Button type="submit" name="intent" value="void" variant="danger" busy={busy}>
                作废选中的
              </Button>
              {left > 0 ? (
                <Button type="submit" name="intent" value="void-rest" variant="danger" busy={busy}>
                  作废其余未使用的 {left} 个
                </Button>
              ) : null}
              {voided > 0 ? (
                <>
                  <Button type="submit" name="intent" value="restore" busy={busy}>
                    恢复选中的
                  </Button>
                  <Button type="submit" name="intent" value="restore-all" busy={busy}>
                    恢复作废的 {voided} 个
                  </Button>
                </>
              ) : null}
            </div>
          </div>
        ) : null}
      </Form>
    </>
  );
}

function CodeRow({ code, manages, marked }: { code: BatchCode; manages: boolean; marked: boolean | undefined }) {
  const { label, tone } = CODE_STATES[code.state];
  return (
    <tr>
      {manages ? (
        <td>
          {code.state === "used" ? null : (
            <label className="admin-queue__box">
              <input
                type="checkbox"
                name="item"
                value={code.number}
                defaultChecked={marked}
                aria-label={`选中第 ${code.number} 个，末四位 ${code.tail}`}
              />
            </label>
          )}
        </td>
      ) : null}
      <td className="numbers admin-table__sum" data-label="序号">
        {code.number}
      </td>
      <td className="numbers">…{code.tail}</td>
      <td>
        <Tag tone={tone}>{label}</Tag>
      </td>
      <td>
        {code.usedBy ? (
          <>
            <PersonLink person={code.usedBy} />
            <small>
              {code.usedAt ? <Time value={code.usedAt} format="datetime" /> : null}
              {code.orderNo ? (
                <>
                  ，<Link to={adminPaths.order(code.orderNo)}>订单</Link>
                </>
              ) : null}
            </small>
          </>
        ) : null}
      </td>
    </tr>
  );
}
