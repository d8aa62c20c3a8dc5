import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { consoleApi } from "#app/contract/admin/system/console";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import type { FactorResult } from "#app/features/admin/staff/prove.server";
import { RecoveryCodes } from "#app/features/admin/staff/recovery-codes";
import { requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { attempt } from "#app/forms/attempt.server";
import { respond } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  const { factor, recoveryCodes } = await requireConsole(args);
  return { hasFactor: factor === "confirmed", left: recoveryCodes };
}

/** Renews the recovery codes; this page shows them, once: no redirect. */
export async function action(args: ActionFunctionArgs) {
  const result = await attempt(() => gateway(args).call(consoleApi.renewRecoveryCodes, {}));
  return result.status === "ok" ? result : respond(args, result, { back: adminPaths.factor(), echo: true });
}

export default function AdminFactor() {
  const { hasFactor, left } = useLoaderData<typeof loader>();
  const result = useActionData<FactorResult>();
  const { ref, busy, notice } = useAdminForm<unknown, object>();
  if (result?.status === "ok" && result.data) {
    return <RecoveryCodes codes={result.data.recoveryCodes} next={adminPaths.factor()} label="已经保存" />;
  }
  if (!hasFactor) {
    return (
      <div className="admin-narrow">
        <AdminHead
          title="第二步验证"
          text="你还没有设置。设置之后，进后台时除了密码，还要输入手机验证器应用里的六位数字；先装好一个这样的应用。"
        />
        <LinkButton to={adminPaths.verify(adminPaths.factor())} variant="primary">
          设置
        </LinkButton>
      </div>
    );
  }
  return (
    <div className="admin-narrow">
      <AdminHead title="第二步验证" text={`进后台用的验证器已设置，恢复码还剩 ${left} 个。`} />
      <p>换了手机，或者旧手机不在了，就换一个验证器；恢复码也一起换。</p>
      <p>
        <LinkButton to={adminPaths.newFactor()} variant="primary">
          换验证器
        </LinkButton>
      </p>
      <p>恢复码快用完了，或者被人看到了，就换一批十个；原来的作废。</p>
      <Form ref={ref} method="post" className="form" noValidate reloadDocument>
        <AdminNotice notice={notice} />
        <Button type="submit" busy={busy}>
          {busy ? "请稍候…" : "换一批恢复码"}
        </Button>
      </Form>
    </div>
  );
}
