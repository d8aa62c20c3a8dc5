import { useEffect } from "react";
import { buttonClass } from "#app/components/ui/button";

/** On to WeChat's page that says who pays: by itself with scripts, by the link without them. */
export function WechatPayLink({ url }: { url: string }) {
  useEffect(() => location.assign(url), [url]);
  return (
    <a className={buttonClass({ variant: "primary", block: true })} href={url} data-reload="">
      继续，打开微信支付
    </a>
  );
}
