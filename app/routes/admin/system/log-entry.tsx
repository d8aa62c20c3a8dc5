import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { Link } from "#app/components/ui/link";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { auditApi } from "#app/contract/admin/system/audit";
import { ROLES } from "#app/contract/permissions";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { changedFields } from "#app/features/admin/fields/changed-fields.server";
import { FieldDiff } from "#app/features/admin/fields/field-diff";
import { actorName, describeAction, kindName } from "#app/features/admin/log/action-names";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const entry = await loadForStaff(args, auditApi.get, { params: { id: numberOfParam(args) } });
  const { before, after, ...shown } = entry;
  const changes = changedFields(shown.kind, before, after);
  return { entry: shown, changes, mayUndo: permissions.includes("audit.undo") };
}

/** Undoes the action. */
export async function action(args: ActionFunctionArgs) {
  const id = numberOfParam(args);
  const form = await readForm(args.request);
  const values = { reason: textOf(form, "reason") };
  const { call } = gateway(args);
  const back = adminPaths.logEntry(id);
  if (textOf(form, "intent") === "together") {
    const undoAll = () => call(auditApi.undoTogether, { body: { id, ...values } });
    return respondToStaffForm(args, values, undoAll, ({ undone, left }) => ({
      back,
      flash: left > 0 ? `已撤销 ${undone} 项，还有 ${left} 项，请再按一次` : `已撤销 ${undone} 项`,
    }));
  }
  const undo = () => call(auditApi.undo, { body: { id, ...values } });
  return respondToStaffForm(args, values, undo, { back, flash: "已撤销" });
}

const VIA = {
  console: "后台",
  "command-line": "命令行",
  schedule: "定时",
  setup: "首次设置",
  handover: "认领链接",
} as const;

export default function AdminLogEntry() {
  const { entry, changes, mayUndo } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice } = useAdminForm<unknown, { reason: string }>(["reason"]);
  return (
    <>
      <AdminHead
        title={`${actorName(entry)} ${describeAction(entry)}`}
        up={{ label: "操作日志", to: adminPaths.log() }}
        text={
          <>
            <Time value={entry.at} format="datetime" />，{VIA[entry.via]}
            {entry.roles.length > 0 ? `，${entry.roles.map((role) => ROLES[role].name).join("、")}` : ""}
          </>
        }
      >
        <LinkButton to={adminPaths.logOf(entry.kind, entry.target)} variant="quiet" icon="clock">
          {`${kindName(entry.kind)}的全部记录`}
        </LinkButton>
        {entry.actor ? (
          <LinkButton to={adminPaths.logBy(entry.actor.userId)} variant="quiet" icon="user">
            {`${entry.actor.nickname}的操作`}
          </LinkButton>
        ) : null}
      </AdminHead>
      {entry.reason ? <p>原因：{entry.reason}</p> : null}
      {entry.undoneBy ? (
        <p>
          已经<Link to={adminPaths.logEntry(entry.undoneBy)}>撤销</Link>。
        </p>
      ) : null}
      {entry.undoOf ? (
        <p>
          撤销的是<Link to={adminPaths.logEntry(entry.undoOf)}>这一次</Link>。
        </p>
      ) : null}
      <FieldDiff changes={changes} />
      {mayUndo && (entry.undoable || entry.together > 1) ? (
        <section className="admin-panel" aria-labelledby="undo-title">
          <h2 id="undo-title">撤销</h2>
          <Form ref={ref} method="post" className="form" noValidate>
            <AdminNotice notice={notice} />
            <TextField label="原因" {...field("reason")} />
            {entry.undoable ? (
              <Button type="submit" variant="danger" busy={busy}>
                {entry.together > 1 ? "只撤销这一项" : "撤销这次操作"}
              </Button>
            ) : null}
            {entry.together > 1 ? (
              <Button type="submit" name="intent" value="together" variant="danger" busy={busy}>
                撤销一起做的全部 {entry.together} 项
              </Button>
            ) : null}
          </Form>
        </section>
      ) : null}
      <p className="admin-log__note admin-log__proof">
        {entry.address ? `来自 ${entry.address}，` : ""}请求 {entry.requestId || "无"}，校验 {entry.hash.slice(0, 12)}
      </p>
    </>
  );
}
