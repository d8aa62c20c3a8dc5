import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { firstData } from "#framework/browser/first-data";
import { watchReplacedTexts } from "#framework/browser/replaced-texts";
import { guardNavigation } from "./features/build/guard-navigation";

let guarded = false;

function Client() {
  // The router is created while RemixBrowser renders; no reader can navigate before this.
  useLayoutEffect(() => {
    if (guarded) return;
    guarded = true;
    guardNavigation();
    // Without it, WeChat only shows the URL, which is acceptable.
    if (/MicroMessenger/.test(navigator.userAgent)) import("./features/share/wechat-card").catch(() => {});
  }, []);
  return <RemixBrowser />;
}

await firstData();
watchReplacedTexts();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Client />
    </StrictMode>,
  );
});
