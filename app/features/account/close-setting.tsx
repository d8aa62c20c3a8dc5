import { Button } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { TextField } from "#app/components/ui/text-field";
import { accountPaths } from "#app/features/account/account-paths";
import { CodeField } from "#app/features/sms-code/code-field";
import { defaultIntent } from "#app/features/sms-code/code-step";
import { DefaultButton } from "#app/forms/default-button";
import { FormNotice } from "#app/forms/form-notice";
import { useParts } from "#app/hooks/parts";
import { Setting } from "./setting";
import { useAccountForm } from "./use-account-form";

type Props = {
  phone: string | null;
  hasPassword: boolean;
  /** Whether this site sends SMS codes; otherwise the password is required. */
  sms: boolean;
};

/** Form to close the account, after a warning and with a code or the password. */
export function CloseSetting({ phone, hasPassword, sms }: Props) {
  const { Form, action, ref, busy, typed, step, fields, notice } = useAccountForm("close");
  const has = useParts();
  return (
    <Setting form="close" title="注销账号" value="永久删除个人资料" label="注销" open={Boolean(typed)} danger>
      <ul className="setting__warning">
        <li>
          昵称、头像、手机号、微信绑定、个人资料、填过的表单和没有发表的文件会被立即删除，所有设备退出登录，不能恢复。
        </li>
        <li>已经发表的内容会保留，作者显示为“已注销用户”；不想保留的请先自行删除。</li>
        {has("zhiku") ? <li>买到的知库权益随账号一起结束，不能转到别的账号；没有付款的订单会关闭。</li> : null}
        <li>
          注销之前可以先
          <a href={accountPaths.export()} data-reload="">
            导出我的数据
          </a>
          。
        </li>
      </ul>
      {(sms ? phone : hasPassword) ? (
        <Form ref={ref} action={action} method="post" className="form" noValidate>
          <DefaultButton value={defaultIntent(step, "close-account")}>注销账号</DefaultButton>
          <FormNotice notice={notice} />
          {sms ? (
            <CodeField
              label={`发往 ${phone} 的验证码`}
              name="code"
              purpose="close-account"
              value={typed?.code}
              error={fields.code}
              posted={step}
            />
          ) : (
            <TextField
              label="登录密码"
              name="password"
              type="password"
              autoComplete="current-password"
              error={fields.password}
            />
          )}
          <div className="field">
            <label className="choice">
              <input
                type="checkbox"
                name="sure"
                value="yes"
                defaultChecked={typed?.sure === "yes"}
                {...(fields.sure ? { "aria-invalid": true, "aria-describedby": "close-sure-error" } : {})}
              />
              我已了解，确定注销
            </label>
            <FieldError id="close-sure-error" message={fields.sure} />
          </div>
          <Button type="submit" name="intent" value="close-account" variant="danger" busy={busy}>
            {busy ? "请稍候…" : "永久注销账号"}
          </Button>
        </Form>
      ) : (
        <p className="field__help">
          {sms
            ? "请先绑定手机号，注销需要短信验证码确认。"
            : "本站没有开通短信，你也没有设置密码，在这里无法确认是你本人；请联系本站管理员注销。"}
        </p>
      )}
    </Setting>
  );
}
