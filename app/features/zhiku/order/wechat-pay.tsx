import { useState } from "react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import type { LaunchParams } from "./wechat-bridge";

type Props = {
  params: LaunchParams;
  /** Called when WeChat's dialog was closed, whatever it showed: time to ask the server. */
  onDone: () => void;
};

const NOTES = {
  cancelled: "支付没有完成，可以重新支付",
  failed: "微信没能完成支付，请重试",
  elsewhere: "请在手机微信里打开这一页，再支付",
};

/** Payment button inside WeChat. */
export function WechatPay({ params, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const pay = async () => {
    setBusy(true);
    setNote(null);
    try {
      const { payInWechat } = await import("./wechat-bridge");
      const result = await payInWechat(params);
      if (result !== "done") setNote(NOTES[result]);
    } catch {
      setNote(NOTES.elsewhere);
    }
    setBusy(false);
    onDone();
  };
  return (
    <>
      {note ? <FlashMessage kind="info" message={note} /> : null}
      <Button variant="primary" size="large" icon="wechat" onClick={pay} busy={busy}>
        {busy ? "请在微信中完成支付…" : "微信支付"}
      </Button>
      <noscript>在微信内支付需要开启 JavaScript</noscript>
    </>
  );
}
