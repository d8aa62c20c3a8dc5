import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { consoleApi } from "#app/contract/admin/system/console";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { type FactorResult, nextOf, proveFactor } from "#app/features/admin/staff/prove.server";
import { consoleUser, loadForStaff } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
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
  if (result?.status === "ok" && result.data) return <RecoveryCodes codes={result.data.recoveryCodes} next={next} />;
  return enrolling ? <Enrol {...enrolling} /> : <Verify />;
}

function Verify() {
  return (
    <div className="admin-narrow">
      <AdminHead title="第二步验证" text="输入验证器 App 里的 6 位数字。手机不在身边时，可以用一个恢复码。" />
      <CodeForm intent="verify" label="进入后台" />
    </div>
  );
}

function Enrol({ secret, code }: { secret: string; code: { size: number; path: string } }) {
  return (
    <div className="admin-narrow">
      <AdminHead
        title="设置第二步验证"
        text="进入后台除了登录，还要一个每 30 秒变化的数字。用验证器 App（如 Google Authenticator、Microsoft Authenticator）扫码，再填入它显示的 6 位数字。"
      />
      <svg className="admin-qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label="用验证器扫描的二维码">
        <rect width={code.size} height={code.size} fill="#fff" />
        <path d={code.path} fill="#000" />
      </svg>
      <p>
        不能扫码时手动输入密钥：<code className="admin-secret">{secret}</code>
      </p>
      <CodeForm intent="confirm" label="确认并进入后台" />
    </div>
  );
}

function CodeForm({ intent, label }: { intent: "confirm" | "verify"; label: string }) {
  const { ref, busy, fields, notice } = useAdminForm<unknown, object>(["code"]);
  return (
    <Form ref={ref} method="post" className="form" noValidate reloadDocument>
      <AdminNotice notice={notice} />
      <input type="hidden" name="intent" value={intent} />
      <TextField label="验证码" name="code" autoComplete="one-time-code" autoFocus required error={fields.code} />
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? "请稍候…" : label}
      </Button>
    </Form>
  );
}

function RecoveryCodes({ codes, next }: { codes: string[]; next: string }) {
  return (
    <div className="admin-narrow">
      <AdminHead
        title="请保存恢复码"
        text="手机丢了，可以用其中一个代替验证码，每个只能用一次。它们只显示这一次：抄下来，或打印出来放好。"
      />
      <ul className="admin-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <LinkButton to={next} variant="primary">
        已经保存，进入后台
      </LinkButton>
    </div>
  );
}
