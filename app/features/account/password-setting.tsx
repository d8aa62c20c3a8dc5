import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { PASSWORD_MIN } from "#app/contract/limits";
import { defaultIntent } from "#app/features/sms-code/code-step";
import { DefaultButton } from "#app/forms/default-button";
import { FormNotice } from "#app/forms/form-notice";
import { ProofFields } from "./proof-fields";
import { Setting } from "./setting";
import { useAccountForm } from "./use-account-form";
import { UsernameField } from "./username-field";

type Props = { hasPassword: boolean; phone: string | null; loginName?: string | null };

/** Form for a new password, verified by the old one or by a code to one's phone. */
export function PasswordSetting({ hasPassword, phone, loginName = null }: Props) {
  const { Form, action, ref, busy, typed, step, fields, notice, done } = useAccountForm("password");
  const label = hasPassword ? "修改密码" : "设置密码";
  return (
    <Setting
      form="password"
      key={done}
      title="密码"
      value={hasPassword ? "已设置" : "未设置，用短信验证码登录"}
      label={hasPassword ? "修改" : "设置"}
      open={Boolean(typed)}
    >
      <Form ref={ref} action={action} method="post" className="form" noValidate>
        <DefaultButton value={defaultIntent(step, "change-password")}>{label}</DefaultButton>
        <FormNotice notice={notice} />
        <UsernameField value={loginName} />
        <ProofFields
          hasPassword={hasPassword}
          phone={phone}
          password={{ name: "oldPassword", label: "原密码" }}
          purpose="change-password"
          values={typed}
          fields={fields}
          step={step}
        />
        <TextField
          label="新密码"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          help={`至少 ${PASSWORD_MIN} 位，不必有特殊字符，越长越好。修改后其他设备会退出登录`}
          error={fields.newPassword}
        />
        <Button type="submit" name="intent" value="change-password" variant="primary" busy={busy}>
          {busy ? "请稍候…" : label}
        </Button>
      </Form>
    </Setting>
  );
}
