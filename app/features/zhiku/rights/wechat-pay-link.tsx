import { useEffect } from "react";
import { buttonClass } from "#app/components/ui/button";

/** Continues to WeChat's page that identifies the payer: automatically with scripts, by a link without. */
export function WechatPayLink({ url }: { url: string }) {
  useEffect(() => location.assign(url), [url]);
  return (
    <a className={buttonClass({ variant: "primary", block: true })} href={url} data-reload="">
      继续，打开微信支付
    </a>
  );
}
