import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { consoleApi } from "#app/contract/admin/system/console";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { CodeForm } from "#app/features/admin/staff/code-form";
import { type FactorResult, isFactorReplaced, proveNewFactor } from "#app/features/admin/staff/prove.server";
import { RecoveryCodes } from "#app/features/admin/staff/recovery-codes";
import { SecretCode } from "#app/features/admin/staff/secret-code";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { qrCode } from "#app/features/qr-code/qr-code.server";

export async function loader(args: LoaderFunctionArgs) {
  if (isFactorReplaced(args.context)) return { next: null };
  const { factor } = await requireConsole(args);
  if (factor !== "confirmed") throw redirect(adminPaths.factor());
  const { secret, uri } = await loadForStaff(args, consoleApi.replaceFactor, {});
  return { next: { secret, code: qrCode(uri) } };
}

export const action = (args: ActionFunctionArgs) => proveNewFactor(args);

export default function AdminNewFactor() {
  const { next } = useLoaderData<typeof loader>();
  const result = useActionData<FactorResult>();
  if (result?.status === "ok" && result.data) {
    return <RecoveryCodes codes={result.data.recoveryCodes} next={adminPaths.factor()} label="已经保存" />;
  }
  return (
    <div className="admin-narrow">
      <AdminHead
        title="换验证器"
        up={{ label: "第二步验证", to: adminPaths.factor() }}
        text="用新的验证器扫码，再填入它显示的 6 位数字。确认之前，原来的照常能用；确认之后，原来的验证器与恢复码作废，别处的登录要重新验证。"
      />
      {next ? <SecretCode {...next} /> : null}
      <CodeForm intent="confirm" label="换成这一个" />
    </div>
  );
}
