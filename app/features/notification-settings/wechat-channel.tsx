import { Button } from "#app/components/ui/button";
import { Img } from "#app/components/ui/img";
import { paths } from "#app/paths";
import { notificationSettingsPath } from "./settings-path";

type Props = {
  /** WeChat knows where to send messages, and they arrive. */
  reached: boolean;
  /** They did, until the official account was not followed any more. */
  stopped: boolean;
  inWechat: boolean;
  busy: boolean;
};

/** Name of the button that forgets who one is to the official account. */
export const REMOVE_WECHAT = "remove-wechat";
/** Name of the button that asks WeChat who one is, once what is ticked has been saved. */
export const OPEN_WECHAT = "open-wechat";
const CODE_SIDE = 148;

/** Way to be told by the official account, which only a page inside WeChat can open; within the form of the settings. */
export function WechatChannel({ reached, stopped, inWechat, busy }: Props) {
  if (reached) {
    return (
      <p className="wechat-channel">
        微信已开通，由本站的公众号发给你。
        <Button type="submit" name={REMOVE_WECHAT} value="yes" variant="quiet" size="small" disabled={busy}>
          解除
        </Button>
      </p>
    );
  }
  return (
    <div className="wechat-channel">
      <p className={stopped ? "wechat-channel__stopped" : undefined}>
        {stopped
          ? "微信消息发不到你那里，已经停了：请先关注本站的公众号，再重新开通。"
          : "要收微信通知，请先关注本站的公众号，再开通。"}
      </p>
      {inWechat ? (
        <Button type="submit" name={OPEN_WECHAT} value="yes" icon="wechat" size="small" disabled={busy}>
          {stopped ? "重新开通" : "开通微信通知"}
        </Button>
      ) : (
        <p className="wechat-channel__code">
          <Img
            src={paths.qrCode(notificationSettingsPath())}
            alt="这一页的二维码"
            width={CODE_SIDE}
            height={CODE_SIDE}
          />
          用微信扫一扫，在微信里打开这一页，就能开通。
        </p>
      )}
    </div>
  );
}
