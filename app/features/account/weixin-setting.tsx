import { Button, LinkButton } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { paths } from "#app/paths";
import { useAccountForm } from "./use-account-form";

/** Whether WeChat logs in to this account, and the way to change that. */
export function WeixinSetting({ bound }: { bound: boolean }) {
  const { Form, busy, message } = useAccountForm("weixin");
  return (
    <section className="setting" aria-labelledby="weixin-title">
      <div className="setting__head">
        <h2 className="setting__title" id="weixin-title">
          微信
        </h2>
        <span className="setting__value">{bound ? "已绑定，可以用微信登录" : "未绑定"}</span>
        {bound ? (
          <Form method="post">
            <Button type="submit" name="intent" value="unbind-weixin" size="small" disabled={busy}>
              解除绑定
            </Button>
          </Form>
        ) : (
          <LinkButton to={paths.bindWeixin()} reload size="small" icon="wechat">
            绑定微信
          </LinkButton>
        )}
      </div>
      {message ? <FlashMessage kind="error" message={message} /> : null}
    </section>
  );
}
