import { LinkButton } from "#app/components/ui/button";
import { useRoot } from "#app/hooks/root";
import { wechatPaths } from "./wechat-paths";

/** Link to WeChat's page, or that page in a frame. `next` is the path to go to afterwards. */
export default function WechatLogin({ next }: { next: string }) {
  const framed = useRoot()?.wechatFrame != null;
  return (
    <div className={framed ? "login-form__weixin login-form__weixin--framed" : "login-form__weixin"}>
      {framed ? (
        <iframe
          src={wechatPaths.frame(next)}
          title="微信扫码登录"
          width={300}
          height={400}
          // Not loaded on phones, which hide it: nobody scans their own screen.
          loading="lazy"
          // WeChat's page navigates the top window without a user gesture in it.
          sandbox="allow-scripts allow-same-origin allow-top-navigation"
          className="login-form__frame"
        />
      ) : null}
      <p className="login-form__away">
        将前往微信的授权页面，用手机微信扫码确认后自动回到这里。手机扫不了自己的屏幕：正用手机时，请在电脑上打开本页再扫，或改用验证码登录。
      </p>
      <LinkButton to={wechatPaths.login(next)} reload rel="nofollow" variant="primary" size="large" icon="wechat" block>
        微信扫码登录
      </LinkButton>
      {framed ? (
        <p className="login-form__frame-help">
          用手机微信扫码确认。二维码没有出现？
          <a href={wechatPaths.login(next)} rel="nofollow" data-reload="">
            打开微信的授权页面
          </a>
        </p>
      ) : null}
      <p className="field__help">首次使用微信登录时，还需要验证一次手机号。</p>
    </div>
  );
}
