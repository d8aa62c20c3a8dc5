import { Button } from "#app/components/ui/button";
import { Img } from "#app/components/ui/img";
import { paths } from "#app/paths";
import { notificationSettingsPath } from "./settings-path";

type Props = {
  /** Whether WeChat messages reach the member. */
  reached: boolean;
  /** Whether they did until the member unfollowed the official account. */
  stopped: boolean;
  inWechat: boolean;
  busy: boolean;
};

/** Name of the button that removes the member's openid. */
export const REMOVE_WECHAT = "remove-wechat";
/** Name of the button that saves the settings and requests the openid from WeChat. */
export const OPEN_WECHAT = "open-wechat";
const CODE_SIDE = 148;

/** Settings of the official account's channel, which only a page inside WeChat can enable. */
export function WechatChannel({ reached, stopped, inWechat, busy }: Props) {
  if (reached) {
    return (
      <p className="wechat-channel">
        微信已开通，由本站的公众号发给你。
        <Button type="submit" name={REMOVE_WECHAT} value="yes" variant="quiet" size="small" busy={busy}>
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
        <Button type="submit" name={OPEN_WECHAT} value="yes" icon="wechat" size="small" busy={busy}>
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
