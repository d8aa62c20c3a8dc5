import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { consoleApi } from "#app/contract/admin/system/console";
import { AdminHead } from "#app/features/admin/admin-head";
import { CodeForm } from "#app/features/admin/staff/code-form";
import { type FactorResult, nextOf, proveFactor } from "#app/features/admin/staff/prove.server";
import { RecoveryCodes } from "#app/features/admin/staff/recovery-codes";
import { SecretCode } from "#app/features/admin/staff/secret-code";
import { consoleUser, loadForStaff } from "#app/features/admin/staff-gate.server";
import { qrCode } from "#app/features/qr-code/qr-code.server";
import { isFormReturned } from "#app/forms/returned-form.server";

export async function loader(args: LoaderFunctionArgs) {
  const user = await consoleUser(args);
  const next = nextOf(args.request);
  if (user.factor === "confirmed") {
    if (user.verified && !isFormReturned(args.context)) throw redirect(next);
    return { next, enrolling: null };
  }
  const { secret, uri } = await loadForStaff(args, consoleApi.beginFactor, {});
  return { next, enrolling: { secret, code: qrCode(uri) } };
}

export const action = (args: ActionFunctionArgs) => proveFactor(args);

export default function AdminVerify() {
  const { next, enrolling } = useLoaderData<typeof loader>();
  const result = useActionData<FactorResult>();
  if (result?.status === "ok" && result.data) {
    return <RecoveryCodes codes={result.data.recoveryCodes} next={next} label="已经保存，进入后台" />;
  }
  return enrolling ? <Enrol {...enrolling} /> : <Verify />;
}

function Verify() {
  return (
    <div className="admin-narrow">
      <AdminHead title="第二步验证" text="输入验证器 App 里的 6 位数字。手机不在身边时，可以用一个恢复码。" />
      <CodeForm intent="verify" label="进入后台" />
      <p>
        验证器与恢复码都没有了？请站长到“工作人员”里去掉你的第二步验证，再重新设置；站长自己要在服务器上，按使用手册的“出了事”来做。
      </p>
    </div>
  );
}

function Enrol(shown: ComponentProps<typeof SecretCode>) {
  return (
    <div className="admin-narrow">
      <AdminHead
        title="设置第二步验证"
        text="进入后台除了登录，还要一个每 30 秒变化的数字。用验证器 App（如 Google Authenticator、Microsoft Authenticator）扫码，再填入它显示的 6 位数字。"
      />
      <SecretCode {...shown} />
      <CodeForm intent="confirm" label="确认并进入后台" />
    </div>
  );
}
