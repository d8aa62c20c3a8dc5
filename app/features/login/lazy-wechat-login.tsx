import { lazy, Suspense } from "react";
import WechatLogin from "./wechat-login";

/** `WechatLogin` in a file of its own, which browsers load only for who chooses it; see `LazyEditorForm`. */
const Way = import.meta.env.SSR ? WechatLogin : lazy(() => import("./wechat-login"));

/** The way by WeChat; `next` is the path to go on to. */
export function LazyWechatLogin({ next }: { next: string }) {
  return (
    <Suspense fallback={null}>
      <Way next={next} />
    </Suspense>
  );
}
