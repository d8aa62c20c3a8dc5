import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminPersonApi, type Handover } from "#app/contract/admin/user/person";
import { adminUserApi } from "#app/contract/admin/user/user";
import { HANDOVER_DAYS, HANDOVER_DAYS_MAX } from "#app/contract/limits";
import { numberOf } from "#app/contract/text/number-of";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { refuseStaffForm, respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { markFormReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const id = numberOfParam(args);
  const { nickname } = await loadForStaff(args, adminUserApi.get, { params: { id } });
  const links = await loadForStaff(args, adminPersonApi.handovers, { query: { userId: id } });
  return { id, nickname, ...links };
}

/** Creates a link, shown once in the response and never part of a URL; or invalidates one. */
export async function action(args: ActionFunctionArgs) {
  const userId = numberOfParam(args);
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const intent = textOf(form, "intent");
  const values = { intent, days: textOf(form, "days") };
  if (intent === "revoke") {
    const work = () => call(adminPersonApi.revokeHandover, { body: { id: Number(textOf(form, "id")) } });
    return respondToStaffForm(args, values, work, { back: adminPaths.handover(userId), flash: "已作废" });
  }
  const days = numberOf(values.days);
  const make = () => call(adminPersonApi.makeHandover, { body: { userId, days } });
  const made = await attempt(make, { values });
  if (made.status !== "ok") return refuseStaffForm(args, made);
  markFormReturned(args.context);
  return { ...made, values };
}

const STATES: Record<Handover["state"], string> = {
  open: "有效",
  taken: "已认领",
  expired: "已过期",
  revoked: "已作废",
};

type Made = { url: string; expiresAt: string };

export default function AdminUserHandover() {
  const { id, nickname, unclaimed, list } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, result } = useAdminForm<Made, { intent: string; days: string }>(["days"]);
  return (
    <>
      <AdminHead
        title={`${nickname} 的认领链接`}
        text="导入的作者没有登录方式。把链接发给本人：打开并登录以后，内容归他的账号；还没有账号的，登录后就是这位作者。"
        up={{ label: `${nickname} #${id}`, to: adminPaths.user(id) }}
      />
      <AdminNotice notice={notice} />
      {result?.status === "ok" && result.data ? (
        <section className="admin-panel" aria-labelledby="made-title">
          <h2 id="made-title">新的链接，只显示这一次</h2>
          <p>
            <code className="break-all">{result.data.url}</code>
          </p>
          <p>
            <Time value={result.data.expiresAt} format="datetime" />{" "}
            以前有效，只能用一次。谁拿到它谁就能认领，请只发给本人。
          </p>
        </section>
      ) : null}
      {unclaimed ? (
        <Form ref={ref} method="post" className="form admin-form" noValidate>
          <TextField
            label="几天内有效"
            {...field("days", String(HANDOVER_DAYS))}
            inputMode="numeric"
            help={`1 到 ${HANDOVER_DAYS_MAX} 天；之前没用过的链接随即作废`}
          />
          <div className="admin-buttons">
            <Button type="submit" name="intent" value="make" variant="primary" busy={busy}>
              生成认领链接
            </Button>
          </div>
        </Form>
      ) : (
        <p>这个账号有自己的登录方式，或已经注销，不用认领。</p>
      )}
      <section className="admin-panel" aria-labelledby="links-title">
        <h2 id="links-title">给过的链接</h2>
        {list.length === 0 ? <p className="admin-card__note">还没有给过。</p> : null}
        <ul className="admin-sanctions">
          {list.map((one) => (
            <li key={one.id}>
              <p>
                <strong>{STATES[one.state]}</strong> {one.madeBy} 于 <Time value={one.madeAt} format="datetime" />{" "}
                给出，
                <Time value={one.expiresAt} format="datetime" /> 到期
                {one.takenBy && one.takenAt ? (
                  <small>
                    由 <a href={paths.user(one.takenBy.userId)}>{one.takenBy.nickname}</a> 于{" "}
                    <Time value={one.takenAt} format="datetime" /> 认领
                  </small>
                ) : null}
              </p>
              {one.state === "open" ? (
                <Form method="post" className="admin-inline">
                  <input type="hidden" name="id" value={one.id} />
                  <Button type="submit" name="intent" value="revoke" busy={busy}>
                    作废
                  </Button>
                </Form>
              ) : null}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
