import { Button, LinkButton } from "#app/components/ui/button";
import { accountPaths } from "#app/features/account/account-paths";
import { defaultIntent } from "#app/features/sms-code/code-step";
import { DefaultButton } from "#app/forms/default-button";
import { FormNotice } from "#app/forms/form-notice";
import { EndOthersField } from "./end-others-field";
import { ProofFields } from "./proof-fields";
import { Setting } from "./setting";
import { useAccountForm } from "./use-account-form";

type Props = {
  bound: boolean;
  /** Whether the owner has been verified and may proceed to WeChat. */
  proven: boolean;
  hasPassword: boolean;
  phone: string | null;
  /** Whether the upstream verifies the owner. */
  proves?: boolean;
};

/** Whether WeChat is a login of this account, and a form to change that, verified by the password or a code. */
export function WechatSetting({ bound, proven, hasPassword, phone, proves = true }: Props) {
  const { Form, action, ref, busy, typed, step, fields, notice, done } = useAccountForm("weixin");
  const label = bound ? "解除绑定" : "绑定微信";
  const intent = bound ? "unbind-weixin" : "bind-weixin";
  const ready = proven && !bound;
  return (
    <Setting
      form="weixin"
      key={done}
      title="微信"
      value={bound ? "已绑定，可以用微信登录" : "未绑定"}
      label={label}
      open={Boolean(typed) || ready}
      danger={bound}
    >
      {ready ? (
        <p>
          <LinkButton to={accountPaths.bindWechat()} reload variant="primary" icon="wechat">
            去微信扫码绑定
          </LinkButton>
        </p>
      ) : (
        <Form ref={ref} action={action} method="post" className="form" noValidate>
          <DefaultButton value={defaultIntent(step, intent)}>{label}</DefaultButton>
          <FormNotice notice={notice} />
          {proves ? (
            <>
              <ProofFields
                hasPassword={hasPassword}
                phone={phone}
                password={{ name: "password", label: "登录密码" }}
                purpose="change-weixin"
                values={typed}
                fields={fields}
                step={step}
              />
              <EndOthersField values={typed} />
            </>
          ) : null}
          <Button type="submit" name="intent" value={intent} variant={bound ? "danger" : "primary"} busy={busy}>
            {busy ? "请稍候…" : bound ? "解除绑定" : "下一步"}
          </Button>
        </Form>
      )}
    </Setting>
  );
}
